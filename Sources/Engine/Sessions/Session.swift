import Fakes
import Recordings
import Replay

/// What one session has done at one endpoint: what it has changed, and which answers it was given.
struct Session: Sendable {
  var history: History
  /// How many answers were given of each sequence.
  var cursors: [SequencePlace: Int] = [:]
  /// Whether a mutation was answered from a recording: the real endpoint does not know of it.
  var hasReplayedMutation = false
  /// The first mutation that was missed: what follows it is not known.
  var missedMutation: Miss?
  /// The last mutation that was answered, as long as nothing else was changed after it.
  var last: (key: ContentHash, state: StateID, answer: Answer, kept: CachedAnswer)?
  /// While recording a named session: what was seen of it so far.
  var attempt: SessionAttempt?
  /// While replaying: what a session without a recording of its own was served.
  var transcript = Transcript()
  /// While replaying a recorded session: which of the reads that overlapped a mutation were answered.
  var overlapped = OverlapProgress()
  /// While replaying a recorded session: how often each mutation was served of those that were in flight together.
  var servedTogether: [ContentHash: Int] = [:]
  /// While replaying a recorded session: how often each request was served from its recording.
  var served: [ContentHash: Int] = [:]
  /// While replaying: random values of the client, and the recorded ones in their place.
  var clientValues = ClientValues()
  /// Random parts for which a miss has proposed rules.
  private(set) var advised: Set<String> = []
  private var advisedBytes = 0
  /// While recording: why nothing that this session sees can be kept any more; nil as long as it can.
  var obstacle: Obstacle?
  /// What its mutations made of the faked world; nil as long as nothing was asked of it.
  var fake: FakeSession?
  var fakedMutations = FakedMutations()
  /// Ids of this run that stand for recorded ones.
  var aliases = IDAliases()
  /// What went wrong on request so far.
  var faults = FaultCounts()
  /// When it was last used, by the engine's clock, in nanoseconds.
  var lastUse: UInt64
  /// Which beginning of a session this is: a session that starts over has another number.
  let number: Int
  let stamp = SessionStamp()
  /// The subscriptions that are open in it.
  let streams = SessionStreams()

  /// What keeps a recorder from keeping what a session sees.
  enum Obstacle: Hashable, Sendable {
    /// Its state is not known.
    case lost(String)
    /// The recordings have another session's answer, and replay would give that one.
    case contradicted(String)
  }

  init(start: String?, isNamed: Bool = false, number: Int, now: UInt64) {
    history = History(start: start, joinsConcurrent: isNamed)
    self.number = number
    lastUse = now
  }

  /// About how many bytes it holds that grow with its requests, and that its answers depend on.
  var heldBytes: Int {
    history.heldBytes + transcript.heldBytes + fakedMutations.heldBytes + (attempt?.heldBytes ?? 0)
      + clientValues.heldBytes + aliases.heldBytes + advisedBytes
  }

  /// Notes random parts for which a miss proposes rules.
  mutating func advise(_ parts: Set<String>) {
    for part in parts where advised.insert(part).inserted { advisedBytes += 64 + part.utf8.count }
  }

  /// Whether anything would be lost if it were forgotten.
  var hasMemory: Bool {
    !history.entries.isEmpty || !cursors.isEmpty || !history.start.isUsual || obstacle != nil
      || history.isUndecided
      || fakedMutations.count > 0 || streams.count > 0 || !clientValues.isEmpty || attempt?.log.isEmpty == false
  }
}

extension StateID {
  /// Whether this is the start of those who name none.
  var isUsual: Bool { self == .start }
}

/// The mutations that a session's faked world has seen: how many, and the last few.
struct FakedMutations: Sendable {
  private(set) var count = 0
  private(set) var last: [String] = []
  /// About how many bytes the world holds because of them.
  private(set) var heldBytes = 0

  /// Takes note of one.
  ///
  /// - Parameters:
  ///   - text: its name.
  ///   - bytes: how many bytes its variables hold.
  mutating func note(_ text: String, bytes: Int) {
    count += 1
    heldBytes += 2_000 + bytes
    last.append(String(text.prefix(200)))
    if last.count > 10 { last.removeFirst() }
  }
}
