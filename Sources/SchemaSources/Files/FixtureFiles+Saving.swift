package import GraphQLLanguage
package import OrderedJSON
package import Recordings

// Saving a query and its answer as a fixture.

extension FixtureFiles {
  /// The usual name of a fixture: the operation's, or that of its first field.
  package static func name(for document: Document) -> String {
    if let name = document.operations.first?.name?.text { return name }
    guard case .field(let field)? = document.operations.first?.selectionSet.selections.first else { return "fixture" }
    return field.name.text
  }

  /// Returns the path of new files without their endings. A name that is taken gets a number.
  package func freePath(_ name: String, inSet set: String? = nil) throws(RecordingError) -> String {
    var free = path(name, inSet: set)
    var number = 1
    while try Self.isTaken(free) {
      number += 1
      free = path("\(name)-\(number)", inSet: set)
    }
    return free
  }

  /// The path of the files of a fixture without their endings.
  package func path(_ name: String, inSet set: String? = nil) -> String {
    "\(set.map { "\(folder)/\($0)" } ?? folder)/\(name)"
  }

  package static func isTaken(_ path: String) throws(RecordingError) -> Bool {
    if try FileReading.exists(path + query) { return true }
    return try FileReading.exists(path + answer)
  }

  /// Writes the files of a fixture.
  package static func write(query text: String, answer json: JSON, to path: String) throws(RecordingError) {
    _ = try FileWriting.replace(path + query, by: Array("\(text)\n".utf8))
    _ = try FileWriting.replace(path + answer, by: Array("\(json.prettyText)\n".utf8))
  }
}
