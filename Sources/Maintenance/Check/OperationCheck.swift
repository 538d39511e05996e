import GraphQLExecution
import GraphQLLanguage
import GraphQLSchema
import OrderedJSON
import Recordings

/// Checks one recorded operation with all its recordings against the schema. Work for the operation is done once.
struct OperationCheck {
  private let schema: Schema
  private let operation: OperationDefinition
  /// True for introspection. Its fields depend on the server's version, not on the schema, so problems are only notes.
  private let isIntrospection: Bool
  private var responses: ResponseCheck
  /// The problems of the operation itself.
  private let invalid: [CheckFinding]
  /// The deprecated elements that it uses.
  private let deprecated: [CheckFinding]
  private var findings: [CheckFinding] = []
  private var said: Set<CheckFinding> = []
  private var notes = CheckNotes()
  /// True if the server has answered the operation with data.
  private var wasAnswered = false
  private var wasRefused = false

  /// Returns nil for a document without an operation, which the store reports, and for an HTTP exchange.
  init?(_ document: Document, path: String, schema: Schema, rules: [ValidationRule]) throws {
    guard let operation = document.operations.first, !HTTPExchange.isOne(operation) else { return nil }
    self.schema = schema
    self.operation = operation
    isIntrospection = IntrospectionOperation(document, operationName: operation.name?.text) != nil
    responses = ResponseCheck(of: operation, in: document, schema: schema, isPlaceholder: Placeholder.isOne)
    let source = SourceText(utf8: try FileReading.bytes(of: path), name: path)
    func finding(_ kind: CheckFinding.Kind, _ problem: GraphQLError) -> CheckFinding {
      let place = problem.locations.first.map { RecordingError.Place(line: $0.line, column: $0.column) }
      return CheckFinding(kind, file: path, at: place, problem.message)
    }
    invalid = Self.problems(of: document, source, schema, rules).map { finding(.finding, $0) }
    deprecated = schema.validate(document, source: source, rules: [.noDeprecated]).map { finding(.note, $0) }
  }

  private static func problems(
    of document: Document, _ source: SourceText, _ schema: Schema, _ rules: [ValidationRule]
  ) -> [GraphQLError] {
    // A placeholder may replace a number or an enum value in a literal.
    let hidden = Set(source.locations(of: HiddenLiterals.places(in: document)))
    return schema.validate(document, source: source, rules: rules).filter { problem in
      !problem.locations.contains { hidden.contains($0) }
    }
  }

  // MARK: Recordings

  /// Checks one recording of the operation. The file of the session's `request`, if given, has the variables.
  mutating func check(_ stored: StoredRecording, of request: SessionIndex.Request? = nil) {
    let variables = stored.recording.variables
    var places: RecordingPlaces?
    var isAnswered = false
    for state in stored.recording.states {
      for (index, response) in state.responses.enumerated() {
        if case .events(let events) = response.body {
          let seen = check(events, of: response, at: index, in: state.name, stored, &places)
          isAnswered = isAnswered || seen.isAnswered
          wasRefused = wasRefused || seen.isRefused
          continue
        }
        guard let body = response.body.json else {
          if let name = response.body.repeatedName {
            let place = Self.read(&places, stored)?.place(ofResponse: index, inState: state.name)
            let sentence =
              "\(name) appears twice in the response, so the response is not checked against the schema. Clients may read either value. Delete one of the two, or record again."
            add(CheckFinding(.finding, file: stored.path, at: place, sentence))
            continue
          }
          let sentence =
            "the response is not JSON, so it is not checked against the schema. If it should be JSON, record it again."
          notes.add(sentence) {
            let place = Self.read(&places, stored)?.place(ofResponse: index, inState: state.name)
            return CheckFinding(.note, file: stored.path, at: place, sentence)
          }
          continue
        }
        let isRefusal = Self.isRefusal(body)
        isAnswered = isAnswered || !isRefusal
        wasRefused = wasRefused || isRefusal
        hold(body, of: response, at: index, in: state.name, event: nil, stored, &places)
      }
    }
    wasAnswered = wasAnswered || isAnswered
    for problem in schema.variableProblems(variables, of: operation) {
      if case .string(let text)? = problem.value, Placeholder.isOne(text) { continue }
      let file = request?.path ?? stored.path
      let found =
        request.map { try? RecordingPlaces(path: $0.path, request: $0.place) } ?? Self.read(&places, stored)
      let place = found?.place(inVariables: JSONPath(problem.path))
      if isAnswered {
        add(CheckFinding(.finding, file: file, at: place, problem.message))
      } else {
        add(
          CheckFinding(
            .note, file: file, at: place,
            "\(problem.message) The server has refused it, too. If that is on purpose, keep the recording."))
      }
    }
  }

  /// Checks an answer against the schema.
  private mutating func hold(
    _ body: JSON, of response: RecordedResponse, at index: Int, in state: String, event: Int?,
    _ stored: StoredRecording, _ places: inout RecordingPlaces?, isMerged: Bool = false
  ) {
    let isSuccess = (200..<300).contains(response.status)
    for found in responses.findings(in: body, variables: stored.recording.variables, isSuccess: isSuccess) {
      func finding(_ kind: CheckFinding.Kind) -> CheckFinding {
        // A result merged from parts has no place of its own.
        let place = Self.read(&places, stored)?.place(
          ofResponse: index, inState: state, event: event, isMerged ? [] : found.path,
          isName: !isMerged && found.isAboutName)
        return CheckFinding(kind, file: stored.path, at: place, found.message)
      }
      if found.kind == .note || isIntrospection {
        notes.add(found.message) { finding(.note) }
      } else {
        add(finding(.finding))
      }
    }
  }

  /// Checks the events of a response: each result of a subscription by itself, the parts of a result together.
  /// - Returns: whether the server has executed the operation, and whether it has refused to.
  private mutating func check(
    _ events: RecordedEvents, of response: RecordedResponse, at index: Int, in state: String,
    _ stored: StoredRecording, _ places: inout RecordingPlaces?
  ) -> (isAnswered: Bool, isRefused: Bool) {
    guard !events.areParts else {
      // If parts are missing or failed, fields may be missing, too. Such a result is not checked.
      guard operation.kind != .subscription, let body = events.merged else { return (true, false) }
      hold(body, of: response, at: index, in: state, event: nil, stored, &places, isMerged: true)
      return (true, false)
    }
    var seen = (isAnswered: false, isRefused: false)
    for (position, answer) in events.answers.enumerated() {
      if Self.isRefusal(answer) { seen.isRefused = true } else { seen.isAnswered = true }
      hold(answer, of: response, at: index, in: state, event: position, stored, &places)
    }
    return seen
  }

  /// Returns the findings, those of the operation first. If the server refused it, too, they are only notes: the error
  /// was recorded on purpose.
  func found() -> [CheckFinding] {
    var own = invalid
    let isRefused = wasRefused && !wasAnswered
    for index in own.indices where isRefused || isIntrospection {
      own[index].kind = .note
      if isRefused {
        own[index].message += " The server has refused it, too. If that is on purpose, keep the recording."
      }
    }
    return own + findings + deprecated + notes.all
  }

  private mutating func add(_ finding: CheckFinding) {
    // Several states may share an answer.
    if said.insert(finding).inserted { findings.append(finding) }
  }

  /// Indicates whether the operation was not executed. After a null that propagated to the root, an error has a path.
  private static func isRefusal(_ body: JSON) -> Bool {
    guard let data = body["data"] else { return true }
    return data.isNull && body["errors"]?.arrayValue?.contains { $0["path"]?.arrayValue?.isEmpty == false } != true
  }

  private static func read(_ places: inout RecordingPlaces?, _ stored: StoredRecording) -> RecordingPlaces? {
    if places == nil { places = try? RecordingPlaces(path: stored.path) }
    return places
  }
}

/// Finds the literals that are placeholders of redacted values.
struct HiddenLiterals: DocumentVisitor {
  private var found: [Place] = []

  static func places(in document: Document) -> [Place] {
    var visitor = HiddenLiterals()
    document.visit(with: &visitor)
    return visitor.found
  }

  mutating func enter(_ value: Value) -> VisitStep {
    if case .string(let text) = value, Placeholder.isOne(text.value) { found.append(value.place) }
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
