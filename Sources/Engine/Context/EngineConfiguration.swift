import Fakes
import Requests

/// The configuration of an engine.
package struct EngineConfiguration: Sendable {
  /// The source of answers.
  package enum Mode: String, Sendable, CaseIterable {
    case record
    case replay
    case fake
  }

  /// The handling of a request that was not recorded.
  package enum MissPolicy: String, Sendable, CaseIterable {
    /// Explains the miss, and answers nothing else. The default.
    case error
    /// Generates an answer from the schema.
    case fake
    /// Forwards the request to the upstream, and writes nothing.
    case forward
    /// Forwards the request to the upstream, and records the answer.
    case record

    /// True if the policy may open a connection.
    package var reachesUpstream: Bool { self == .forward || self == .record }
  }

  package var mode: Mode
  /// True if a replay uses no recordings, and passes everything on to the upstream without writing.
  package var isLive = false
  package var onMiss = MissPolicy.error
  /// The HTTP status of a miss: by default 200, so that GraphQL clients read the errors.
  package var missStatus = 200
  /// True to record answers that are about the moment, such as a 5xx or 429: an outage is not the API's behavior.
  package var recordsErrors = false
  /// True to record each named session separately (format 2), not in the states of unnamed requests (format 1).
  package var recordsNamedSessions = true
  /// True if a file has the requests and answers (`understudy import`): there are no clients.
  package var readsCaptures = false
  /// The largest response in bytes that is buffered for recording. Larger ones pass through.
  package var maximumRecordedBytes = 64 << 20
  /// The number of unwritten answers from which clients wait for theirs.
  package var maximumUnwrittenAnswers = 10_000
  /// The same limit in bytes of the answers' bodies, which take several times as much in memory.
  package var maximumUnwrittenBytes = 64 << 20
  /// The host to listen on.
  package var boundHost = "127.0.0.1"
  /// The scheme of the URLs that clients use: `http` or `https`.
  package var scheme = "http"
  /// Host names that clients may use besides the loopback ones.
  package var allowedHosts: [String] = []

  /// The most requests in one batch.
  package var maximumBatch = 100
  /// Origins of pages that may use this program besides local ones, such as `https://app.example:8443`; `*` for all.
  package var allowedOrigins: [String] = []

  /// The header in which a request names its session.
  package var sessionHeader = "X-Understudy-Session"
  /// True if the user name that a client gives its proxy names the session.
  package var sessionsByProxyUser = false
  /// The time in seconds that a session with changes is kept without use.
  package var sessionIdleSeconds: UInt64 = 3_600
  /// True to serve only exact answers.
  package var isStrict = false
  /// True to validate at least as leniently as `validation: lenient` in `endpoint.yaml`.
  package var isLenient = false
  /// False to miss queries whose answers could be derived from the recordings of others.
  package var derives = true
  /// The handling of requests after the last of several answers recorded in one state.
  package var exhausted = Exhausted.repeatLast
  /// The delay of generated answers; nil for none.
  private(set) var fakeLatency: FakeLatency?

  /// The interval in milliseconds between spontaneous events of a generated subscription; nil for no such events.
  package var fakeTick: Int?
  /// The timing of recorded streams.
  package var timing = Timing.immediate

  /// True to keep every request in order (`Engine.journal`), for tests. The engine then answers all, a table none.
  package var keepsJournal = false

  /// The handling of the pauses between recorded events.
  package enum Timing: String, Sendable, CaseIterable {
    /// Sends an event as soon as its cause has happened.
    case immediate
    /// Sends it after the time that passed when recording.
    case recorded
  }

  /// The handling of a request after all of several recorded answers.
  package enum Exhausted: String, Sendable, CaseIterable {
    /// Repeats the last answer.
    case repeatLast = "repeat"
    /// Reports a miss.
    case error
  }

  package init(mode: Mode) { self.mode = mode }

  /// Delays generated answers by a time in a range, chosen by the seed and the request.
  package mutating func delayFakes(milliseconds: ClosedRange<Int>, seed: UInt64) {
    fakeLatency = FakeLatency(milliseconds, seed: seed)
  }

  /// The reason why forwarded answers are not recorded.
  var whyForwarded: String { isLive ? "live" : "--on-miss forward" }

  /// True if this run records named sessions as their own.
  var recordsSessions: Bool { recordsNamedSessions && (mode == .record || !keepsNothing) && mode != .fake }

  /// True if forwarded answers are not recorded.
  var keepsNothing: Bool { mode == .replay && (isLive || onMiss != .record) }

  /// True if any request may reach the upstream.
  package var reachesUpstream: Bool { mode == .record || (mode == .replay && (isLive || onMiss.reachesUpstream)) }
}

extension ClientRequest {
  /// The reason why the answer to this request is not recorded if it is forwarded.
  func whyForwarded(_ configuration: EngineConfiguration) -> String {
    isOutsideSessions ? "no session is open on its port" : configuration.whyForwarded
  }
}
