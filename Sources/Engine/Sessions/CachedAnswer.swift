import OrderedJSON
import Recordings
import Replay
import Requests
import Synchronization
import Transports

/// The recorded response that an answer is made from, and how it was chosen.
struct CacheKey: Hashable, Sendable {
  let key: ContentHash
  let state: String
  /// Its place in the sequence of the state, counted from the end: 1 for the last.
  let fromEnd: Int
  let match: AnswerState
  /// The named session that it was recorded in; nil for an unnamed one.
  let session: String?
}

/// An answer, and the generation of the files that it comes from.
struct CachedAnswer: Sendable {
  let answer: Answer
  let response: RecordedResponse
  /// The ids that a mutation names with this answer, found once for all sessions; nil for other operations.
  let trace: Trace?
  /// The script of a stream, shared by its clients; nil for a single result.
  let script: EventScript?
  /// True if it refuses a mutation, which was recorded as leading to no state because it was not executed.
  let isRefusal: Bool
  let generation: UInt64
  /// The path of its file below the recordings folder.
  let recording: String?

  /// An estimate of the bytes it holds: its text, and its values, which take about six times as much.
  let heldBytes: Int

  /// Numbers the cached answers of all endpoints.
  private static let count = Atomic<Int>(0)

  init(
    _ response: RecordedResponse, match: AnswerState, trace: Trace?, script: EventScript?, isRefusal: Bool,
    generation: UInt64, recording: String? = nil, source: AnswerSource = .recorded
  ) {
    var headers = HeaderList(response.fields.map { .init($0.name, $0.value) })
    if response.hasNoHTTPHead { headers.append("content-type", MediaType.json) }
    headers.append(AnswerSource.header, source.rawValue)
    headers.append(AnswerState.header, match.rawValue)
    let bytes = response.body.bytes
    heldBytes = 2_000 + 7 * bytes.count
    var answer = Answer(status: response.status, headers: headers, body: .bytes(bytes))
    answer.hasErrors = response.hasErrors
    if script == nil {
      answer.number = Self.count.add(1, ordering: .relaxed).newValue
    } else {
      // The transport adds its own content type.
      answer.headers.remove("content-type")
      answer.body = .bytes([])
    }
    self.answer = answer
    self.script = script
    self.response = response
    self.trace = trace
    self.isRefusal = isRefusal
    self.generation = generation
    self.recording = recording
  }
}

extension RecordedResponse {
  /// True if a result in it has GraphQL errors.
  var hasErrors: Bool { body.answers.contains { $0["errors"]?.arrayValue?.isEmpty == false } }
}
