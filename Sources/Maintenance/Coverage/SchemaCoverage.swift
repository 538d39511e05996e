import Engine
import GraphQLLanguage
package import GraphQLSchema
import OrderedJSON
import Recordings

/// Which fields, arguments and enum values of an endpoint's schema its recordings cover, and which of those a run used.
package struct SchemaCoverage: Sendable {
  /// How far something of the schema is covered.
  package enum Reach: Int, Sendable, Comparable {
    /// No recording has it.
    case none
    /// A recording has it.
    case recorded
    /// A recording that the run used has it.
    case used

    package static func < (left: Reach, right: Reach) -> Bool { left.rawValue < right.rawValue }
  }

  /// A field, an argument or an enum value.
  package struct Element: Sendable {
    /// `name`, `launch(id:)`, `SMALL`.
    package let name: String
    package let reach: Reach

    package init(name: String, reach: Reach) {
      self.name = name
      self.reach = reach
    }
  }

  /// A type of the schema that has fields or values.
  package struct TypeCoverage: Sendable {
    package let name: String
    package let kind: TypeKind
    /// Of objects, interfaces and input objects.
    package let fields: [Element]
    package let arguments: [Element]
    /// Of enums.
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

  /// How many there are, and how many are covered.
  package struct Count: Sendable, Equatable {
    package let all: Int
    /// Recorded, used or not.
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
  /// In the order of the schema.
  package let types: [TypeCoverage]

  package var fields: Count { Count(types.lazy.flatMap(\.fields)) }
  package var arguments: Count { Count(types.lazy.flatMap(\.arguments)) }
  package var enumValues: Count { Count(types.lazy.flatMap(\.values)) }

  package init(endpoint: String, types: [TypeCoverage]) {
    self.endpoint = endpoint
    self.types = types
  }

  /// - Parameters:
  ///   - endpoint: the endpoint's name.
  ///   - schema: whose types are told.
  ///   - reached: the schema coordinates that are covered, and how far.
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
  /// Which parts of the schema the recordings cover.
  ///
  /// - Parameter isUsed: whether the run used a recording, by its path below the recordings folder.
  /// - Returns: nil where there is no schema or nothing is recorded. A file that cannot be read covers nothing.
  func coverage(_ isUsed: (String) -> Bool) -> SchemaCoverage? {
    guard let schema, let store else { return nil }
    var recorded = CoverageWalk(schema: schema)
    var used = CoverageWalk(schema: schema)
    let sessions = store.sessionIndex()
    for entry in store.entries {
      guard let document = try? store.document(inFolder: entry.folder)?.document,
        let operation = document.operations.first
      else { continue }
      for stored in store.readableRecordings(inFolder: entry.folder, and: sessions) {
        let answers = stored.recording.states.flatMap { state in state.responses.flatMap(\.body.coveredAnswers) }
        recorded.visit(operation, in: document, variables: stored.recording.variables, answers: answers)
        guard isUsed("\(name)/\(stored.folder)/\(stored.file)") else { continue }
        used.visit(operation, in: document, variables: stored.recording.variables, answers: answers)
      }
    }
    var reached = [String: SchemaCoverage.Reach](uniqueKeysWithValues: recorded.reached.map { ($0, .recorded) })
    for coordinate in used.reached { reached[coordinate] = .used }
    return SchemaCoverage(endpoint: name, schema: schema, reached: reached)
  }
}

extension Engine {
  /// What the recordings cover of each endpoint's schema, where there is one.
  package var coverage: [SchemaCoverage] {
    endpoints.compactMap { endpoint in endpoint.coverage { log.wasUsed($0) } }
  }
}

extension RecordedBody {
  /// The answers in it: parts of one result as the one that they make.
  fileprivate var coveredAnswers: [JSON] {
    if case .events(let events) = self, let merged = events.merged { return [merged] }
    return answers
  }
}
