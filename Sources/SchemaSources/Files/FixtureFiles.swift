package import Fakes
import GraphQLExecution
package import GraphQLLanguage
package import GraphQLSchema
import OrderedJSON
package import Recordings

/// The fixtures of an endpoint, in `schemas/<endpoint>.fixtures/`: pairs of a query and its answer, such as
/// `overdue.graphql` and `overdue.json`. The pairs in a folder inside it are a named set, which a run, a session or a
/// request selects.
package struct FixtureFiles: Sendable {
  package static let suffix = ".fixtures"

  package let folder: String
  /// The names of the sets, sorted.
  package let sets: [String]
  /// The paths of all files, without their endings, by the set; `""` for those that always apply.
  private let names: [String: [String]]
  private let files: Set<String>

  /// Lists a folder. One that does not exist has no fixtures.
  package init(of endpoint: String, in schemas: String) throws(RecordingError) {
    folder = "\(schemas)/\(endpoint)\(Self.suffix)"
    sets = try FileReading.folders(inFolder: folder)
    var names: [String: [String]] = [:]
    var files: Set<String> = []
    for set in [""] + sets {
      let place = set.isEmpty ? folder : "\(folder)/\(set)"
      var found: Set<String> = []
      for file in try FileReading.names(inFolder: place) {
        guard let ending = [Self.query, Self.answer].first(where: file.hasSuffix) else { continue }
        files.insert("\(place)/\(file)")
        found.insert("\(place)/\(file.dropLast(ending.count))")
      }
      names[set] = found.sorted()
    }
    self.names = names
    self.files = files
  }

  package static let query = ".graphql"
  package static let answer = ".json"

  /// The paths of all files, sorted.
  var paths: [String] { files.sorted() }

  /// Reads the fixtures of the sets, and then those that always apply: earlier ones override later ones.
  ///
  /// - Throws: `ConfigurationError` with all problems, each with file, line and column.
  func read(_ selected: [String], _ schema: Schema) throws(ConfigurationError) -> [Fixture] {
    if let unknown = selected.first(where: { !sets.contains($0) }) {
      let known =
        sets.isEmpty ? "There are none. Create it as a folder." : "There are: \(sets.joined(separator: ", "))."
      throw ConfigurationError(
        "There is no set of fixtures \"\(unknown)\" in \(folder)/.\(didYouMean(suggestionList(unknown, sets))) \(known)"
      )
    }
    var fixtures: [Fixture] = []
    var problems: [String] = []
    let chosen = selected.flatMap { names[$0] ?? [] }
    func ending(_ name: String) -> Substring { name[(name.lastIndex(of: "/") ?? name.startIndex)...] }
    let replaced = Set(chosen.map(ending))
    for name in chosen + (names[""] ?? []).filter({ !replaced.contains(ending($0)) }) {
      do throws(ConfigurationError) {
        var fixture = try fixture(name, schema)
        fixture.isOverridable = !chosen.isEmpty && !chosen.contains(name)
        fixtures.append(fixture)
      } catch {
        problems.append(error.description)
      }
    }
    guard problems.isEmpty else { throw ConfigurationError(problems.joined(separator: "\n")) }
    return fixtures
  }

  private func fixture(_ name: String, _ schema: Schema) throws(ConfigurationError) -> Fixture {
    let (query, answer) = (name + Self.query, name + Self.answer)
    guard files.contains(query) else {
      throw ConfigurationError("\(answer) has no query. Save the query of this answer as \(query).")
    }
    guard files.contains(answer) else {
      throw ConfigurationError("\(query) has no answer. Save its answer as \(answer): {\"data\": …}.")
    }
    let source: SourceText
    let bytes: [UInt8]
    do throws(RecordingError) {
      source = SourceText(utf8: try FileReading.bytes(of: query), name: query)
      bytes = try FileReading.bytes(of: answer)
    } catch {
      throw ConfigurationError("\(error)")
    }
    return try Self.fixture(source, bytes: bytes, path: answer, schema)
  }

  /// Checks a query and its answer against the schema.
  ///
  /// - Throws: all problems, each with file, line and column.
  package static func fixture(
    _ source: SourceText, bytes: [UInt8], path: String, _ schema: Schema
  ) throws(ConfigurationError) -> Fixture {
    let document = try query(source, schema)
    let response: JSON
    do throws(JSONError) {
      response = try JSON.parse(bytes)
    } catch {
      throw ConfigurationError(
        "\(path):\(error.line):\(error.column): This is not JSON: \(error.message). Correct the file.")
    }
    if response["errors"] != nil {
      throw ConfigurationError(
        "\(place(of: JSONPath([.name("errors")]), bytes, path)): A fixture has no errors. Remove them. To answer with errors, use an override: answers in endpoint.yaml, or POST /__understudy/answers."
      )
    }
    guard response["data"]?.objectValue != nil else {
      throw ConfigurationError("\(path):1:1: \"data\" is missing. Write {\"data\": …}.")
    }
    var check = ResponseCheck(of: document.operations[0], in: document, schema: schema)
    let problems = check.findings(in: response).filter { $0.kind == .error }.map { finding in
      "\(place(of: finding.path, bytes, path)): \(finding.message)"
    }
    guard problems.isEmpty else { throw ConfigurationError(problems.joined(separator: "\n")) }
    return Fixture(path: path, document: document, source: source, response: response)
  }

  /// Parses and validates the query of a fixture.
  package static func query(_ source: SourceText, _ schema: Schema) throws(ConfigurationError) -> Document {
    func fail(_ message: String, _ location: SourceLocation?) -> ConfigurationError {
      let place = location.map { ":\($0.line):\($0.column)" } ?? ""
      return ConfigurationError("\(source.name)\(place): \(message)")
    }
    let document: Document
    do throws(SyntaxError) {
      document = try parse(source)
    } catch {
      throw fail(error.message, error.location)
    }
    let errors = schema.validate(document, source: source)
    guard errors.isEmpty else {
      throw ConfigurationError(errors.map { fail($0.message, $0.locations.first).description }.joined(separator: "\n"))
    }
    guard document.operations.count == 1, let operation = document.operations.first, operation.kind == .query else {
      throw fail("A fixture is one query. Remove the other operations.", nil)
    }
    guard operation.variables.isEmpty else {
      throw fail("A fixture has no variables. Write their values into the query.", nil)
    }
    return document
  }

  static func place(of path: JSONPath, _ bytes: [UInt8], _ file: String) -> String {
    let place = JSONLocator.place(of: RecordingPlaces.steps(path), in: bytes)
    return "\(file):\(place.line):\(place.column)"
  }
}

extension ConfigurationError {
  /// Describes a fixture that the generated data cannot give, with the places of both values.
  init(_ problem: FixtureProblem) {
    func place(_ path: JSONPath, _ file: String) -> String {
      FixtureFiles.place(of: path, (try? FileReading.bytes(of: file)) ?? [], file)
    }
    let shown = RecordingError.shown
    let start = "\(place(problem.place, problem.fixture)): \(problem.place)"
    switch problem.reason {
    case .differs(let expected, let generated, let counted, let needsTypeName):
      let reason =
        counted.map { "It counts \($0). Add them to the query, or remove the field from it." }
        ?? (needsTypeName
          ? "Select __typename in the query, and add it to the answer, so that the types are known."
          : "Other values, arguments or rules determine it. Correct the value, or remove the field from the query.")
      self.init("\(start) is \(shown(expected)) here, but \(shown(generated)) in the generated data. \(reason)")
    case .disagrees(let value, let follows, let fields):
      let other = follows.isNull ? "null" : follows.boolValue == nil ? "a time" : shown(follows)
      self.init(
        "\(start) is \(shown(value)), but \(other) follows from \(fields.joined(separator: " and ")) of this object. Correct one of them."
      )
    case .isNoTime(let value): self.init("\(start) is \(shown(value)). Write a date or a time, such as 2026-01-15.")
    case .hasOtherLength(let expected, let generated):
      let reason =
        expected > generated
        ? "The others do not match the arguments of the list. Select the fields that the arguments filter by."
        : "Add the other items, or another argument."
      self.init("\(start) has \(expected) items here, but \(generated) in the generated data. \(reason)")
    case .contradicts(let expected, let other, let otherPlace, let value):
      self.init(
        "\(start) is \(shown(expected)) here, but \(place(otherPlace, other)) has \(shown(value)) for the same field of the same object. Correct one of them."
      )
    }
  }
}
