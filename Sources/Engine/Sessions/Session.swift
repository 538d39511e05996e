import Fakes
import Recordings
import Replay
import Requests

/// The history and state of one session at one endpoint.
struct Session: Sendable {
  var history: History
  /// The number of answers given from each sequence.
  var cursors: [SequencePlace: Int] = [:]
  /// True if a mutation was answered from a recording, so that the upstream does not know of it.
  var hasReplayedMutation = false
  /// The first missed mutation, after which the state is unknown.
  var missedMutation: Miss?
  /// The last answered mutation, if nothing else has changed since.
  var last: (key: ContentHash, state: StateID, answer: Answer, kept: CachedAnswer)?
  /// While recording a named session: its requests so far.
  var attempt: SessionAttempt?
  /// While replaying a session without a recording: its answers.
  var transcript = Transcript()
  /// While replaying a recorded session: the recording that its answers came from.
  var recording: AnsweringRecording?
  /// While replaying a recorded session: the answered reads that overlapped a mutation.
  var overlapped = OverlapProgress()
  /// While replaying a recorded session: the number of times that each of several concurrent mutations was served.
  var servedTogether: [ContentHash: Int] = [:]
  /// While replaying a recorded session: the number of times that each request was served from its recording.
  var served: [ContentHash: Int] = [:]
  /// While replaying: random values of the client, and the recorded ones that replace them.
  var clientValues = ClientValues()
  /// Random parts for which a miss has proposed rules.
  private(set) var advised: Set<String> = []
  private var advisedBytes = 0
  /// While recording: the reason why nothing of this session can be recorded any more; nil while it can.
  var obstacle: Obstacle?
  /// The generated world after its mutations; nil until its first request.
  var fake: FakeSession?
  var fakedMutations = FakedMutations()
  /// Ids of this run, and the recorded ones that they replace.
  var aliases = IDAliases()
  /// The faults injected so far.
  var faults = FaultCounts()
  /// The time of its last use, by the engine's clock, in nanoseconds.
  var lastUse: UInt64
  /// A number that changes when the session starts over.
  let number: Int
  let stamp = SessionStamp()
  /// The open subscriptions.
  let streams = SessionStreams()

  /// The reasons why a session cannot be recorded.
  enum Obstacle: Hashable, Sendable {
    /// Its state is unknown.
    case lost(String)
    /// The recordings have another session's answer, which replay would give.
    case contradicted(String)
  }

  init(start: String?, isNamed: Bool = false, number: Int, now: UInt64) {
    history = History(start: start, joinsConcurrent: isNamed)
    self.number = number
    lastUse = now
  }

  /// An estimate of the bytes that grow with its requests, and that its answers depend on.
  var heldBytes: Int {
    history.heldBytes + transcript.heldBytes + fakedMutations.heldBytes + (attempt?.heldBytes ?? 0)
      + clientValues.heldBytes + aliases.heldBytes + advisedBytes
  }

  /// Adds random parts for which a miss proposes rules.
  mutating func advise(_ parts: Set<String>) {
    for part in parts where advised.insert(part).inserted { advisedBytes += 64 + part.utf8.count }
  }

  /// True if it has open streams, or a server has repeated an answer of it since the last call.
  func takeUse() -> Bool { stamp.takeUse() || streams.count > 0 }

  /// True if the session holds state that must survive eviction.
  var hasMemory: Bool {
    !history.entries.isEmpty || !cursors.isEmpty || history.start != .start || obstacle != nil || history.isUndecided
      || fakedMutations.count > 0 || streams.count > 0 || !clientValues.isEmpty || attempt?.log.isEmpty == false
  }
}

/// The mutations of a session's generated world: their number, and the last ten.
struct FakedMutations: Sendable {
  private(set) var count = 0
  private(set) var last: [String] = []
  /// An estimate of the bytes that the world holds because of them.
  private(set) var heldBytes = 0

  /// Adds a mutation, whose variables hold this many bytes. One that creates a small object takes 780 bytes in all.
  mutating func note(_ text: String, bytes: Int) {
    count += 1
    heldBytes += 900 + bytes
    last.append(String(text.prefix(200)))
    if last.count > 10 { last.removeFirst() }
  }
}
