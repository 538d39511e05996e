import Fakes

/// How an engine answers.
package struct EngineConfiguration: Sendable {
  /// What it does with requests.
  package enum Mode: String, Sendable, CaseIterable {
    case record
    case replay
    case fake
  }

  /// What happens to a request that was not recorded (design §4).
  package enum MissPolicy: String, Sendable, CaseIterable {
    /// The miss is explained; nothing else is answered. The default.
    case error
    /// The schema makes an answer up.
    case fake
    /// The real endpoint answers; nothing is written.
    case forward
    /// The real endpoint answers, and it is recorded.
    case record

    /// Whether the policy may open a connection.
    package var reachesUpstream: Bool { self == .forward || self == .record }
  }

  package var mode: Mode
  /// Whether a replay looks at no recording, and passes everything on to the real endpoint: nothing is written.
  package var isLive = false
  package var onMiss = MissPolicy.error
  /// The HTTP status of a miss. Default 200, so that GraphQL clients read the errors.
  package var missStatus = 200
  /// Whether answers with a 5xx status are recorded. Default false: a bad day of the endpoint is not its behaviour.
  package var recordsErrors = false
  /// Whether a named session is recorded as one of its own (format 2), rather than into the states that unnamed requests
  /// share (format 1).
  package var recordsNamedSessions = true
  /// Whether requests and answers come from a file (`understudy import`): nobody is answered, and what is told of an
  /// exchange is what the endpoint had said.
  package var readsCaptures = false
  /// The largest response that is kept in memory to be recorded, in bytes; a larger one passes through.
  package var maximumRecordedBytes = 64 << 20
  /// So many answers may be unwritten before clients wait for theirs.
  package var maximumUnwrittenAnswers = 10_000
  /// The same in bytes of the answers' bodies. In memory they take several times as many.
  package var maximumUnwrittenBytes = 64 << 20
  /// The host that is listened on.
  package var boundHost = "127.0.0.1"
  /// The scheme of the URLs that clients use: `http` or `https`.
  package var scheme = "http"
  /// Host names that clients may use besides the loopback ones.
  package var allowedHosts: [String] = []

  /// The most requests that are answered together as one batch.
  package var maximumBatch = 100
  /// Origins of web pages that may use this program besides local ones, e.g. `https://app.example:8443`; `*` for all.
  package var allowedOrigins: [String] = []

  /// The header by which a request names its session.
  package var sessionHeader = "X-Understudy-Session"
  /// For how many seconds a session that changed something is remembered without being used.
  package var sessionIdleSeconds: UInt64 = 3_600
  /// Whether only exact answers are served (design §3).
  package var isStrict = false
  /// What follows the last of several answers that were recorded in one state.
  package var exhausted = Exhausted.repeatLast
  /// How long a faked answer takes; nil for no longer than it has to.
  private(set) var fakeLatency: FakeLatency?

  /// How many milliseconds pass from one event to the next that comes by itself in a faked subscription; nil for none.
  package var fakeTick: Int?
  /// When the events of recorded streams come.
  package var timing = Timing.immediate

  /// Whether every request is kept in order (`Engine.journal`), for a test that asks what its client did. Each is then
  /// answered by the engine itself, none from a server's table.
  package var keepsJournal = false

  /// What the pauses between recorded events are worth.
  package enum Timing: String, Sendable, CaseIterable {
    /// An event comes as soon as what it follows has happened.
    case immediate
    /// It comes after the time that passed when it was recorded.
    case recorded
  }

  /// What becomes of a request when all of several recorded answers have been given.
  package enum Exhausted: String, Sendable, CaseIterable {
    /// The last one is given again.
    case repeatLast = "repeat"
    /// A miss says that there are no more.
    case error
  }

  package init(mode: Mode) { self.mode = mode }

  /// Makes faked answers take so many milliseconds, which of them follows from the seed and the request.
  package mutating func delayFakes(milliseconds: ClosedRange<Int>, seed: UInt64) {
    fakeLatency = FakeLatency(milliseconds, seed: seed)
  }

  /// Why nothing is kept of what is only passed on.
  var whyForwarded: String { isLive ? "live" : "--on-miss forward" }

  /// Whether this run records named sessions as sessions of their own.
  var recordsSessions: Bool { recordsNamedSessions && (mode == .record || !keepsNothing) && mode != .fake }

  /// Whether nothing is written of what is passed on.
  var keepsNothing: Bool { mode == .replay && (isLive || onMiss != .record) }

  /// Whether any request may reach the real endpoint.
  package var reachesUpstream: Bool { mode == .record || (mode == .replay && (isLive || onMiss.reachesUpstream)) }
}

extension ClientRequest {
  /// Why nothing is kept of the request, where it is only passed on.
  func whyForwarded(_ configuration: EngineConfiguration) -> String {
    isOutsideSessions ? "no session is open on its port" : configuration.whyForwarded
  }
}
