import Fakes
import GraphQLLanguage
package import OrderedJSON
import Recordings
import Synchronization

extension WatchedSchema {
  /// True if values of generated objects can be saved as fixtures.
  package var canPin: Bool { source != nil && current.variants != nil }

  /// Saves values of a generated object as a fixture, which every session and run has from the next look at the disk on.
  /// Values that were pinned before stay, unless they are given again.
  ///
  /// - Parameters:
  ///   - type: a type with a population.
  ///   - id: the key of the object.
  ///   - values: the values of leaf fields, as in a response.
  /// - Returns: the path of the file with the values.
  /// - Throws: `WorldEditProblem` if an object, a field or a value is not possible, or nothing finds the object;
  ///   `ConfigurationError` if the generated data cannot have the values. Then nothing is written.
  package func pin(_ type: String, id: String, _ values: JSONObject) throws -> String {
    try loading.withLock { _ in
      let current = current
      guard let source, let variants = current.variants, let world = current.generated else {
        throw ConfigurationError(
          "This run generates no data from a schema file, so no value can be pinned. Start with: understudy fake")
      }
      let (query, checked) = try world.pinnable(type, id: id, values)
      let files = try FixtureFiles(of: source.endpoint, in: source.folder)
      let (path, known) = try Self.place(of: query, in: files, name: "\(type)-\(Self.fileName(id))")
      let values = JSONObject(known.members.filter { checked[$0.name] == nil } + checked.members)
      let text = query.text(values.members.map(\.name))
      let answer = query.response(values)
      let fixture = try FixtureFiles.fixture(
        SourceText(text, name: path + FixtureFiles.query), bytes: Array("\(answer.prettyText)\n".utf8),
        path: path + FixtureFiles.answer, world.schema)
      try variants.require(fixture)
      try FixtureFiles.write(query: text, answer: answer, to: path)
      return path + FixtureFiles.answer
    }
  }

  /// Returns the path of an object's fixture without its ending, with the values that were pinned before.
  private static func place(
    of query: ObjectQuery, in files: FixtureFiles, name: String
  ) throws -> (path: String, known: JSONObject) {
    var path = files.path(name)
    var number = 1
    while try FixtureFiles.isTaken(path) {
      if let known = try pinned(query, at: path) { return (path, known) }
      number += 1
      path = files.path("\(name)-\(number)")
    }
    return (path, JSONObject())
  }

  /// Returns the values that were pinned before; nil if the files do not exist, or have anything else.
  private static func pinned(_ query: ObjectQuery, at path: String) throws -> JSONObject? {
    guard let queryBytes = try FileReading.bytes(ifPresent: path + FixtureFiles.query),
      let answerBytes = try FileReading.bytes(ifPresent: path + FixtureFiles.answer)
    else { return nil }
    let text = String(decoding: queryBytes, as: UTF8.self)
    guard let answer = try? JSON.parse(answerBytes),
      let values = query.values(in: answer), text == query.text(values.members.map(\.name)) + "\n"
    else { return nil }
    return values
  }

  /// A key as a part of a file's name, without other characters than letters, digits, dots, dashes and underscores.
  private static func fileName(_ id: String) -> String {
    String(
      String.UnicodeScalarView(
        id.unicodeScalars.prefix(40).map { scalar in
          let isAllowed =
            scalar.isASCII
            && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil
              || "._-".unicodeScalars.contains(scalar))
          return isAllowed ? scalar : "_"
        }))
  }
}
