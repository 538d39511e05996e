import OrderedJSON
import Recordings
import Replay
import Synchronization
import Transports

/// Which recorded response an answer is made of, and how it was chosen.
struct CacheKey: Hashable, Sendable {
  let key: ContentHash
  let state: String
  /// Its place in the sequence of the state: 1 for the last.
  let fromEnd: Int
  let isExact: Bool
  /// The named session that it was recorded in; nil for an unnamed one.
  let session: String?
}

/// An answer, and the state of the disk from which it came.
struct CachedAnswer: Sendable {
  let answer: Answer
  let response: RecordedResponse
  /// Of a mutation, what it names with this answer: found once, for all sessions that send it.
  let trace: Trace?
  /// Of a stream, what every client of it is given; nil for a single result.
  let script: EventScript?
  /// Whether it refuses a mutation that was then not executed: it was recorded as leading to no state.
  let isRefusal: Bool
  let generation: UInt64
  /// The path of its file below the recordings folder.
  let recording: String?

  /// About how many bytes it holds: its text, and its values, which take some six times as much.
  let heldBytes: Int

  /// Numbers the kept answers of all endpoints.
  private static let count = Atomic<Int>(0)

  init(
    _ response: RecordedResponse, isExact: Bool, trace: Trace?, script: EventScript?, isRefusal: Bool,
    generation: UInt64, recording: String? = nil
  ) {
    var headers = HeaderList(response.fields.map { .init($0.name, $0.value) })
    if response.hasNoHTTPHead { headers.append("content-type", MediaType.json) }
    headers.append(AnswerSource.header, AnswerSource.recorded.rawValue)
    headers.append(AnswerState.header, (isExact ? AnswerState.exact : .inferred).rawValue)
    let bytes = response.body.bytes
    heldBytes = 2_000 + 7 * bytes.count
    var answer = Answer(status: response.status, headers: headers, body: .bytes(bytes))
    answer.hasErrors = response.hasErrors
    if script == nil {
      answer.number = Self.count.add(1, ordering: .relaxed).newValue
    } else {
      // The transport says what it is.
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
  /// Whether a result in it has GraphQL errors.
  var hasErrors: Bool { body.answers.contains { $0["errors"]?.arrayValue?.isEmpty == false } }
}
