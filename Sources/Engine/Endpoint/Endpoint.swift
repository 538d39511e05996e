import Fakes
import GraphQLLanguage
import OrderedJSON
import Recordings
import Replay
import Synchronization

/// One GraphQL API that is stood in for: its name, what was recorded of it, its schema, and where the real one is.
package final class Endpoint: Sendable {
  /// The folder's name, and the first part of the URL's path.
  package let name: String
  /// What was recorded; nil where this run has no recordings.
  let store: RecordingStore?
  /// The world made from the schema; nil where this run makes nothing up.
  let world: FakeWorld?
  /// The real endpoint; nil where it is not known.
  let upstream: UpstreamURL?
  /// What a user should know of it before the first request, a line each.
  package let warnings: [String]

  private let headers: ResponseHeaders
  private let prepared = BoundedCache<PreparedKey, PreparedOperation>(limit: 2_000)
  private let answers = BoundedCache<OperationKey, KeptAnswer>(limit: 10_000)
  private let session = Mutex(ReplaySession())

  /// An answer, and the state of the disk from which it came.
  private struct KeptAnswer: Sendable {
    let answer: Answer
    let generation: UInt64
  }

  /// Numbers the kept answers of all endpoints.
  private static let answerCount = Atomic<Int>(0)

  /// Compared byte by byte: Swift's strings take a composed and a decomposed é for one, GraphQL does not.
  private struct PreparedKey: Hashable {
    let query: String
    let operationName: String?

    static func == (left: PreparedKey, right: PreparedKey) -> Bool {
      left.query.hasSameScalars(as: right.query)
        && (left.operationName ?? "").hasSameScalars(as: right.operationName ?? "")
        && (left.operationName == nil) == (right.operationName == nil)
    }

    func hash(into hasher: inout Hasher) { hasher.combine(query) }
  }

  init(
    name: String, store: RecordingStore? = nil, headers: ResponseHeaders = ResponseHeaders(), world: FakeWorld? = nil,
    upstream: UpstreamURL? = nil, warnings: [String] = []
  ) {
    self.name = name
    self.store = store
    self.headers = headers
    self.world = world
    self.upstream = upstream
    self.warnings = warnings
  }

  // MARK: Understanding a request

  /// What a request asks for.
  func asked(by request: ClientRequest) throws(AskProblem) -> AskedRequest {
    let decoded: GraphQLRequest
    do {
      decoded = try GraphQLRequest(decoding: request)
    } catch {
      throw .request(error)
    }
    let operation = try prepared(decoded)
    let identity: Caller = request.headers[first: "authorization"] == nil ? .anonymous : .authenticated(name: nil)
    let credential = request.headers[all: "authorization"].joined(separator: "\n")
    return AskedRequest(
      request: decoded, operation: operation, caller: ContentHash(of: Array(credential.utf8)).hex,
      key: operation.key.key(variables: decoded.variables.objectValue, identity: identity))
  }

  /// What a request asks for that is answered here and not passed on: a mutation must not come by GET.
  func askedToAnswer(by request: ClientRequest) throws(AskProblem) -> AskedRequest {
    let asked = try asked(by: request)
    if request.method == "GET", asked.operation.kind == .mutation { throw .mutationByGET }
    return asked
  }

  private func prepared(_ request: GraphQLRequest) throws(AskProblem) -> PreparedOperation {
    let key = PreparedKey(query: request.query, operationName: request.operationName)
    if let known = prepared[key] { return known }
    let operation = try PreparedOperation(request, endpoint: name)
    prepared.keep(operation, for: key, fromSecondSight: true)
    return operation
  }

  // MARK: Replay

  /// Whether a mutation was answered from a recording.
  var hasReplayedMutation: Bool { session.withLock { $0.hasReplayedMutation } }

  /// The recorded answer that comes next for a request; nil where none was recorded.
  ///
  /// - Throws: `RecordingError` where there is a recording and it cannot be read.
  func recordedAnswer(to asked: AskedRequest, log: RunLog) throws -> Answer? {
    guard let store else { return nil }
    // Read before the look-up: what was looked up while the disk changed is then as old as it is.
    let generation = store.generation
    if let known = answers[asked.key], known.generation == generation { return known.answer }
    guard let found = try store.lookup(asked.key) else { return nil }
    let (response, repeats) = session.withLock { $0.next(of: found.recording, key: asked.key) }
    guard let response else { return nil }
    log.noteUse(of: "\(name)/\(found.folder)/\(found.file)")
    var answer = Answer(recorded: response, isRepeatable: repeats)
    // A sequence moves on with each request; a single answer stays, until the disk changes.
    if repeats {
      answer.number = Self.answerCount.add(1, ordering: .relaxed).newValue
      answers.keep(KeptAnswer(answer: answer, generation: generation), for: asked.key)
    }
    return answer
  }

  /// Starts the session over: sequences begin again.
  func resetSession() {
    session.withLock { $0 = ReplaySession() }
    answers.removeAll()
  }

  /// Looks at the disk; true where something changed, and then nothing that was read before is used any more.
  func refresh() throws -> Bool {
    guard let store else { return false }
    defer { answers.removeAll() }
    return try store.refresh()
  }

  /// Why a request was missed.
  func explainMiss(of asked: AskedRequest) -> Miss {
    let request = AskedOperation(
      endpoint: name, kind: asked.operation.kind, name: asked.operation.name, variables: asked.key.variables,
      identity: asked.key.identity.description, document: asked.operation.separated)
    guard let store else { return Miss(request: request, command: recordCommand) }
    return Miss.explain(
      request, command: recordCommand, among: RecordedOperationsOnDisk(store: store, asked: asked))
  }

  /// The files of all recordings, below the recordings folder, sorted.
  var recordingFiles: [String] {
    guard let store else { return [] }
    return store.entries.flatMap { entry in
      store.files(inFolder: entry.folder).map { "\(name)/\(entry.folder)/\($0)" }
    }.sorted()
  }

  /// The command that would record what was missed.
  var recordCommand: String {
    "understudy record --upstream \(upstream?.shown ?? "URL") --endpoint \(name)"
  }

  // MARK: Recording

  /// Writes an answer, and says what came of it.
  func record(_ asked: AskedRequest, _ response: CapturedResponse) -> Exchange.Outcome {
    guard let store else { return .failed("there is no folder to record to") }
    let recorded = RecordedResponse(
      status: response.status, headers: response.headers.fields.map { ($0.name, $0.value) }, body: response.body,
      keeping: headers)
    do {
      let outcome = try store.save(
        recorded, for: asked.key, document: asked.operation.separated, session: asked.caller)
      let file = try store.lookup(asked.key).map { "\(name)/\($0.folder)/\($0.file)" } ?? name
      switch outcome {
      case .new: return .new(file)
      case .known: return .known(file)
      case .changed: return .changed(file)
      case .disputed:
        return .failed("another caller or recorder got another answer in this run; the first is kept (\(file))")
      }
    } catch {
      return .failed("\(error)")
    }
  }

  /// Ends a recording run: what it saw less of than an earlier run is cut to what it saw.
  func finishRecording() throws { try store?.finish() }
}

/// A response of the real endpoint, whole and with its content coding undone.
struct CapturedResponse: Sendable {
  var status: Int
  var headers: HeaderList
  var body: [UInt8]
}

extension Answer {
  /// A recorded response as it is given again.
  init(recorded response: RecordedResponse, isRepeatable: Bool) {
    var headers = HeaderList(response.headers.map { .init($0.name, $0.value) })
    headers.append(AnswerSource.header, AnswerSource.recorded.rawValue)
    self.init(status: response.status, headers: headers, body: .bytes(response.body.bytes), isRepeatable: isRepeatable)
  }
}
