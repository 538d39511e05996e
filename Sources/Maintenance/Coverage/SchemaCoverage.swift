package import Engine
import GraphQLLanguage
package import GraphQLSchema
import OrderedJSON
import Recordings

/// The fields, arguments and enum values of a schema that recordings cover, and those that a run used.
package struct SchemaCoverage: Sendable {
  /// The degree of coverage.
  package enum Reach: Int, Sendable, Comparable {
    case none
    case recorded
    /// A recording used by the run covers it.
    case used

    package static func < (left: Reach, right: Reach) -> Bool { left.rawValue < right.rawValue }
  }

  /// A field, argument or enum value.
  package struct Element: Sendable {
    /// `name`, `launch(id:)`, `SMALL`.
    package let name: String
    package let reach: Reach

    package init(name: String, reach: Reach) {
      self.name = name
      self.reach = reach
    }
  }

  /// A type of the schema with fields or values.
  package struct TypeCoverage: Sendable {
    package let name: String
    package let kind: TypeKind
    /// The fields of objects, interfaces and input objects.
    package let fields: [Element]
    package let arguments: [Element]
    package let values: [Element]

    package var elements: [Element] { fields + arguments + values }

    package init(name: String, kind: TypeKind, fields: [Element], arguments: [Element], values: [Element]) {
      self.name = name
      self.kind = kind
      self.fields = fields
      self.arguments = arguments
      self.values = values
    }
  }

  /// The number of elements, and of the covered ones.
  package struct Count: Sendable, Equatable {
    package let all: Int
    /// The number of recorded ones, used or not.
    package let recorded: Int
    package let used: Int

    package init(all: Int, recorded: Int, used: Int) {
      (self.all, self.recorded, self.used) = (all, recorded, used)
    }

    init(_ elements: some Sequence<Element>) {
      var (all, recorded, used) = (0, 0, 0)
      for element in elements {
        all += 1
        if element.reach >= .recorded { recorded += 1 }
        if element.reach == .used { used += 1 }
      }
      (self.all, self.recorded, self.used) = (all, recorded, used)
    }
  }

  package let endpoint: String
  package let types: [TypeCoverage]

  package var fields: Count { Count(types.lazy.flatMap(\.fields)) }
  package var arguments: Count { Count(types.lazy.flatMap(\.arguments)) }
  package var enumValues: Count { Count(types.lazy.flatMap(\.values)) }

  package init(endpoint: String, types: [TypeCoverage]) {
    self.endpoint = endpoint
    self.types = types
  }

  init(endpoint: String, schema: Schema, reached: [String: Reach]) {
    self.endpoint = endpoint
    types = schema.types.compactMap { type in
      func element(_ name: String, _ coordinate: String) -> Element {
        Element(name: name, reach: reached["\(type.name).\(coordinate)"] ?? .none)
      }
      let names = type.kind == .inputObject ? type.inputFields.map(\.name) : type.fields.map(\.name)
      let covered = TypeCoverage(
        name: type.name, kind: type.kind, fields: names.map { element($0, $0) },
        arguments: type.fields.flatMap { field in
          field.arguments.map { argument in
            let name = "\(field.name)(\(argument.name):)"
            return element(name, name)
          }
        },
        values: type.values.map { element($0.name, $0.name) })
      return covered.elements.isEmpty ? nil : covered
    }
  }
}

extension Endpoint {
  /// Returns the coverage of the schema by the recordings.
  /// - Parameter isUsed: whether the run used a recording, given its path in the recordings folder.
  /// - Returns: nil without a schema or recordings. Files that cannot be read cover nothing.
  func coverage(_ isUsed: (String) -> Bool) -> SchemaCoverage? {
    guard let schema, store != nil else { return nil }
    return coverage(of: schema, isUsed)
  }

  /// Returns the coverage of a schema by the recordings, if there are any.
  package func coverage(of schema: Schema, _ isUsed: (String) -> Bool) -> SchemaCoverage {
    guard let store else { return SchemaCoverage(endpoint: name, schema: schema, reached: [:]) }
    var recorded = CoverageWalk(schema: schema)
    var used = CoverageWalk(schema: schema)
    let sessions = store.sessionIndex()
    for entry in store.entries {
      guard let document = try? store.document(inFolder: entry.folder)?.document,
        let operation = document.operations.first, !HTTPExchange.isOne(operation)
      else { continue }
      for stored in store.readableRecordings(inFolder: entry.folder, and: sessions) {
        let answers = stored.recording.states.flatMap { state in state.responses.flatMap(\.body.coveredAnswers) }
        recorded.visit(operation, in: document, variables: stored.recording.variables, answers: answers)
        let file = "\(name)/\(stored.folder)/\(stored.file)"
        guard isUsed(stored.folder == SessionStore.folderName ? RunLog.place(of: stored.key.hash, in: file) : file)
        else { continue }
        used.visit(operation, in: document, variables: stored.recording.variables, answers: answers)
      }
    }
    var reached = [String: SchemaCoverage.Reach](uniqueKeysWithValues: recorded.reached.map { ($0, .recorded) })
    for coordinate in used.reached { reached[coordinate] = .used }
    return SchemaCoverage(endpoint: name, schema: schema, reached: reached)
  }
}

extension Engine {
  /// The coverage of each endpoint that has a schema.
  package var coverage: [SchemaCoverage] {
    endpoints.compactMap { endpoint in endpoint.coverage { log.wasUsed($0) } }
  }
}

extension RecordedBody {
  /// The answers, with the parts of a result merged.
  fileprivate var coveredAnswers: [JSON] {
    if case .events(let events) = self, let merged = events.merged { return [merged] }
    return answers
  }
}
