import GraphQLLanguage
import OrderedJSON
import Recordings

@testable import Replay

/// A story told in recordings and a session: what was recorded, then what is asked.
struct Script {
  private var documents: [String: (document: Document, key: DocumentKey)] = [:]
  private var tape = ModelTape()
  private var recordingSessions = 0
  /// The session that is recording or replaying.
  var history = History()
  var independentOf: [String] = []
  var isStrict = false
  private(set) var chooser: Chooser?

  /// Begins another session while recording.
  mutating func newRecordingSession(start: String? = nil) {
    recordingSessions += 1
    history = History(start: start)
  }

  /// Begins a session that replays.
  mutating func replaySession(start: String? = nil, byteLimit: Int = Chooser.byteLimit) {
    chooser = Chooser(timeline: timeline, byteLimit: byteLimit)
    history = History(start: start)
  }

  var timeline: Timeline { Timeline(tape.mutations) }

  mutating func record(_ text: String, _ data: JSON) throws { try record(text, [:], data) }

  mutating func record(
    _ text: String, _ variables: JSONObject, _ data: JSON, identity: Caller = .anonymous
  ) throws {
    let (operation, key) = try request(text, variables, identity)
    tape.record(operation, key, ["data": data], session: recordingSessions, history: &history)
  }

  /// Asks, and takes up what a mutation was answered.
  @discardableResult
  mutating func ask(_ text: String, _ variables: JSONObject = [:], identity: Caller = .anonymous) throws -> Choice? {
    let (operation, key) = try request(text, variables, identity)
    let recorded = tape.recorded(key)
    let choice = chooser?.choose(key, history: &history, strict: isStrict) { [independentOf] in
      recorded.map { KeyIndex($0, independentOf: independentOf) }
    }
    if operation.kind == .mutation {
      history.append(operation, choice?.answer.map { .answered($0.responses.last?.body.json) } ?? .missed)
    }
    return choice
  }

  mutating func explain(_ text: String, _ variables: JSONObject = [:]) throws -> Explanation? {
    let (_, key) = try request(text, variables, .anonymous)
    let recorded = tape.recorded(key)
    return chooser?.explain(key) { recorded.map { KeyIndex($0) } }
  }

  private mutating func request(
    _ text: String, _ variables: JSONObject, _ identity: Caller
  ) throws -> (StatedOperation, ContentHash) {
    if documents[text] == nil {
      let document = try parse(SourceText(text))
      let canonical = try CanonicalOperation(of: document, operationName: nil)
      documents[text] = (document, DocumentKey(endpoint: "script", operation: canonical))
    }
    guard let (document, documentKey) = documents[text] else { throw ModelError.unreachable }
    let key = documentKey.key(variables: variables, identity: identity)
    return (try StatedOperation(document: document, variables: key.variables, identity: identity), key.hash)
  }
}

extension Choice? {
  /// The `data` of the answers served, in order; empty for a miss.
  var data: [JSON] {
    switch self {
    case .some(let choice): choice.answer?.responses.compactMap { $0.body.json?["data"] } ?? []
    case nil: []
    }
  }

  var isExact: Bool { if case .exact? = self { true } else { false } }
  var inference: Choice.Inference? { if case .inferred(_, let because)? = self { because } else { nil } }
  var miss: StateMiss? { if case .miss(let miss)? = self { miss } else { nil } }
}

/// The stated operation of a text, for tests of effects and traces.
func stated(
  _ text: String, _ variables: JSONObject = [:], _ identity: Caller = .anonymous
) throws -> StatedOperation {
  let document = try parse(SourceText(text))
  let canonical = try CanonicalOperation(of: document, operationName: nil)
  let key = DocumentKey(endpoint: "e", operation: canonical).key(variables: variables, identity: identity)
  return try StatedOperation(document: document, variables: key.variables, identity: identity)
}
