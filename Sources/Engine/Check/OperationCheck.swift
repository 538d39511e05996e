import GraphQLExecution
import GraphQLLanguage
import GraphQLSchema
import OrderedJSON
import Recordings

/// One recorded operation with all its recordings, held against the endpoint's schema. The operation is validated once,
/// and what its answers have to look like is worked out once.
struct OperationCheck {
  private let schema: Schema
  private let operation: OperationDefinition
  /// Whether it asks for nothing but the schema. What introspection can be asked for is the server's and its age's own
  /// affair, and not in the schema's file: what differs is only noted.
  private let isIntrospection: Bool
  private var responses: ResponseCheck
  /// What is wrong with the operation itself.
  private let invalid: [CheckFinding]
  /// What it uses that is deprecated.
  private let deprecated: [CheckFinding]
  private var findings: [CheckFinding] = []
  private var said: Set<CheckFinding> = []
  private var notes = CheckNotes()
  /// Whether the server has answered the operation with data.
  private var wasAnswered = false
  private var wasRefused = false

  /// Nil where the document has no operation, which the store has said.
  ///
  /// - Parameters:
  ///   - document: the operation and its fragments.
  ///   - path: of its file.
  ///   - schema: the endpoint's.
  ///   - rules: those by which operations are validated.
  /// - Throws: if the file cannot be read.
  init?(_ document: Document, path: String, schema: Schema, rules: [ValidationRule]) throws {
    guard let operation = document.operations.first else { return nil }
    self.schema = schema
    self.operation = operation
    isIntrospection = IntrospectionOperation(document, operationName: operation.name?.text) != nil
    responses = ResponseCheck(of: operation, in: document, schema: schema, isPlaceholder: StandIn.isOne)
    let source = SourceText(utf8: try FileReading.bytes(of: path), name: path)
    func finding(_ kind: CheckFinding.Kind, _ problem: GraphQLError) -> CheckFinding {
      let place = problem.locations.first.map { RecordingError.Place(line: $0.line, column: $0.column) }
      return CheckFinding(kind, file: path, at: place, problem.message)
    }
    invalid = Self.problems(of: document, operation, source, schema, rules).map { finding(.finding, $0) }
    deprecated = schema.validate(document, source: source, rules: [.noDeprecated]).map { finding(.note, $0) }
  }

  private static func problems(
    of document: Document, _ operation: OperationDefinition, _ source: SourceText, _ schema: Schema,
    _ rules: [ValidationRule]
  ) -> [GraphQLError] {
    guard schema.rootType(of: operation.kind) != nil else {
      return [
        GraphQLError(
          "Schema is not configured to execute \(operation.kind.rawValue) operation.",
          locations: source.locations(of: [operation.place]))
      ]
    }
    // What stands for a secret in a literal may stand where a number or an enum's value was.
    let hidden = Set(source.locations(of: HiddenLiterals.places(in: document)))
    return schema.validate(document, source: source, rules: rules).filter { problem in
      !problem.locations.contains { hidden.contains($0) }
    }
  }

  // MARK: Recordings

  /// Looks at one recording of the operation.
  mutating func check(_ stored: StoredRecording) {
    let variables = stored.recording.variables
    var places: RecordingPlaces?
    var isAnswered = false
    for state in stored.recording.states {
      for (index, response) in state.responses.enumerated() {
        guard let body = response.body.json else {
          if let name = response.body.repeatedName {
            let place = Self.read(&places, stored)?.place(ofResponse: index, inState: state.name)
            let sentence =
              "\(name) stands twice in the response, which is not held against the schema: nobody knows which of the two a client takes."
            add(CheckFinding(.finding, file: stored.path, at: place, sentence))
            continue
          }
          let sentence = "the response is no JSON, and is not held against the schema."
          notes.add(sentence) {
            let place = Self.read(&places, stored)?.place(ofResponse: index, inState: state.name)
            return CheckFinding(.note, file: stored.path, at: place, sentence)
          }
          continue
        }
        let isRefusal = Self.isRefusal(body)
        isAnswered = isAnswered || !isRefusal
        wasRefused = wasRefused || isRefusal
        let isSuccess = (200..<300).contains(response.status)
        for found in responses.findings(in: body, variables: variables, isSuccess: isSuccess) {
          func finding(_ kind: CheckFinding.Kind) -> CheckFinding {
            let place = Self.read(&places, stored)?.place(
              ofResponse: index, inState: state.name, found.path, isName: found.isAboutName)
            return CheckFinding(kind, file: stored.path, at: place, found.message)
          }
          if found.kind == .note || isIntrospection {
            notes.add(found.message) { finding(.note) }
          } else {
            add(finding(.finding))
          }
        }
      }
    }
    wasAnswered = wasAnswered || isAnswered
    for problem in schema.variableProblems(variables, of: operation) {
      if case .string(let text)? = problem.value, StandIn.isOne(text) { continue }
      let place = Self.read(&places, stored)?.place(inVariables: JSONPath(problem.path))
      if isAnswered {
        add(CheckFinding(.finding, file: stored.path, at: place, problem.message))
      } else {
        add(CheckFinding(.note, file: stored.path, at: place, "\(problem.message) (The server has refused it, too.)"))
      }
    }
  }

  /// What was found, the operation's own first. What the server has refused, too, is only noted: somebody recorded what
  /// a mistake is answered with.
  func found() -> [CheckFinding] {
    var own = invalid
    let isRefused = wasRefused && !wasAnswered
    for index in own.indices where isRefused || isIntrospection {
      own[index].kind = .note
      if isRefused { own[index].message += " (The server has refused it, too.)" }
    }
    return own + findings + deprecated + notes.all
  }

  private mutating func add(_ finding: CheckFinding) {
    // The same answer may stand in several states.
    if said.insert(finding).inserted { findings.append(finding) }
  }

  /// Whether an answer says that the operation was not executed. Where it was, and null travelled up to the root, an
  /// error has the path of a field.
  private static func isRefusal(_ body: JSON) -> Bool {
    guard let data = body["data"] else { return true }
    return data.isNull && body["errors"]?.arrayValue?.contains { $0["path"]?.arrayValue?.isEmpty == false } != true
  }

  private static func read(_ places: inout RecordingPlaces?, _ stored: StoredRecording) -> RecordingPlaces? {
    if places == nil { places = try? RecordingPlaces(path: stored.path) }
    return places
  }
}

/// The literals that stand for values which are not written down.
private struct HiddenLiterals: DocumentVisitor {
  private var found: [Place] = []

  static func places(in document: Document) -> [Place] {
    var visitor = HiddenLiterals()
    document.visit(with: &visitor)
    return visitor.found
  }

  mutating func enter(_ value: Value) -> VisitStep {
    if case .string(let text) = value, StandIn.isOne(text.value) { found.append(value.place) }
    return .descend
  }
}

extension JSONPath {
  init(_ path: [GraphQLError.PathElement]) {
    self.init(
      path.map { element in
        switch element {
        case .key(let key): .name(key)
        case .index(let index): .index(index)
        }
      })
  }
}
