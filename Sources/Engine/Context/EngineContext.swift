import OrderedJSON
import Output
import Recordings
package import Replay
package import Requests
import Synchronization
package import Transports

/// The configuration of an engine, its upstream, clock and timer, and the logs of its run, for modes and endpoints.
package final class EngineContext: Sendable {
  package let configuration: EngineConfiguration
  /// The names of the endpoints to serve. Recording a new host adds one.
  private let names: Mutex<[String]>
  package let upstream: (any Upstream)?
  package let clock: any Stopwatch
  package let timer: any StreamTimer
  /// Reports an event, from any thread.
  let emit: @Sendable (Event) -> Void
  /// Reports each answer; nil if none is shown.
  let answerLog: AnswerLog?
  /// Reports answers in the order in which they were sent.
  let lines: OrderedLines
  package let log: RunLog
  let useLog: UseLog
  package let meters: RequestMeters
  /// Every request in order; nil unless the configuration enables it.
  let journal: Journal?
  /// Notes on its sessions; nil without a journal.
  let notes: SessionNotes?
  /// The sessions that are open on the listeners of the run.
  package let openSessions: ListenerTable
  let recorder: Recorder
  let exchanges = OpenExchanges()
  /// The faults added during the run.
  package let faults = FaultTable()
  /// The misses that are answered with generated data, whatever the miss policy.
  package let generatedMisses: GeneratedMisses
  /// The hosts of proxy requests.
  let hosts: ForwardedHosts
  /// The warnings already reported.
  private let warnings = Mutex(Warnings())

  /// Creates a context. `main` is that of the main port's engine, whose reports it shares. Any thread may call
  /// `events` and `answerLog`.
  init(
    configuration: EngineConfiguration, endpointNames: [String], upstream: (any Upstream)?, clock: any Stopwatch,
    timer: any StreamTimer, main: EngineContext?, answerLog: AnswerLog? = nil,
    events: @escaping @Sendable (Event) -> Void
  ) {
    self.configuration = configuration
    names = Mutex(endpointNames)
    self.upstream = upstream
    self.clock = clock
    self.timer = timer
    let notes = configuration.keepsJournal ? SessionNotes() : nil
    self.notes = notes
    let report: @Sendable (Event) -> Void = { event in
      notes?.receive(event)
      events(event)
    }
    emit = report
    self.answerLog = main?.answerLog ?? answerLog
    recorder = Recorder(configuration) { report(.warning($0)) }
    lines = main?.lines ?? OrderedLines()
    log = main?.log ?? RunLog()
    useLog = main?.useLog ?? UseLog()
    meters = main?.meters ?? RequestMeters()
    journal = main?.journal ?? (configuration.keepsJournal ? Journal() : nil)
    openSessions = main?.openSessions ?? ListenerTable()
    hosts = main?.hosts ?? ForwardedHosts()
    generatedMisses = main?.generatedMisses ?? GeneratedMisses()
  }

  /// True if answers have the details of misses and inferred answers.
  var keepsNotes: Bool { journal != nil || answerLog?.keepsRecords == true }

  var endpointNames: [String] { names.withLock { $0 } }

  func add(endpoint name: String) { names.withLock { $0.append(name) } }

  /// Reports a warning once, although the disk is checked repeatedly.
  func warn(_ text: String) {
    if let text = warnings.withLock({ $0.note(text) }) { emit(.warning(text)) }
  }

  /// Notes the use of a recording, by its path below the recordings folder. `request` is the key of the request, if the
  /// recording is a session's.
  func noteUse(of path: String, request: ContentHash? = nil) {
    if let request { _ = log.noteUse(of: RunLog.place(of: request, in: path)) }
    if log.noteUse(of: path) { return }
    warn(
      "This run used more recordings than it can track (\(RunLog.usedByteLimit >> 20) MiB of paths). Its report lists no unused recordings, and its schema coverage counts every recording as used. Split the run to get both."
    )
  }

  /// Reports an answer that is sent now.
  func report(_ event: Event) { lines.write { [emit] in emit(event) } }

  /// Notes a refused request.
  func note(_ problem: String, _ request: ClientRequest, status: Int, isInJournal: Bool = false) {
    if !isInJournal { noteStray(problem, request, status: status) }
    let (endpoint, session) = subject(of: request)
    meters.meter(endpoint ?? "", AnswerLine.Source.refused.rawValue).add(nanoseconds: 0)
    var refusal = Refusal(requestLine: request.line, status: status, message: String(problem.prefix(500)))
    (refusal.endpoint, refusal.session, refusal.traceID) = (endpoint, session, traceID(of: request))
    if log.note(refusal) {
      report(.refusal(refusal))
    } else if let answerLog {
      AnswerLine(
        endpoint: endpoint, session: session ?? SessionName.standard, title: request.line, source: .refused,
        status: status, remark: refusal.message, log: answerLog
      ).report(traceID: refusal.traceID)
    }
  }

  /// The trace id of a request; nil if the log does not show it, or if there is none.
  func traceID(of request: ClientRequest) -> String? {
    answerLog?.showsTraces == true ? TraceParent.traceID(in: request.headers) : nil
  }

  // MARK: Sessions of requests

  /// The name of an open session inside the engine. Tests in a recording run are exclusive; others differ by listener.
  func place(of session: OpenSession) -> String {
    SessionName.place(session.name, listener: configuration.recordsSessions && !session.isScope ? 0 : session.listener)
  }

  /// The name inside the engine of a session, which may be open on the listener or not.
  package func place(of name: String, on listener: Int) -> String {
    if let session = openSessions.open(on: listener).last(where: { $0.name.hasSameScalars(as: name) }) {
      return place(of: session)
    }
    return placeOutside(of: name, on: listener)
  }

  private func placeOutside(of name: String, on listener: Int) -> String {
    SessionName.place(name, listener: configuration.recordsSessions ? 0 : listener)
  }

  /// The session that a request names, if it names one.
  func sessionName(of request: ClientRequest, path: String?) throws(SessionNameProblem) -> String? {
    try SessionName.named(
      by: request, path: path, header: configuration.sessionHeader, isByProxyUser: configuration.sessionsByProxyUser)
  }

  /// Decides which session a new request belongs to. Returns its name inside the engine.
  func admit(_ request: inout ClientRequest, path: String?) throws(SessionNameProblem) -> String {
    let name = try sessionName(of: request, path: path)
    request.admission = openSessions.admit(on: request.listener, naming: name)
    return session(of: request, named: name)
  }

  /// The session of a request, by its name inside the engine: the named, else the open, else the standard one.
  func session(of request: ClientRequest, named name: String?) -> String {
    if let session = request.openSession { return place(of: session) }
    return placeOutside(of: name ?? SessionName.standard, on: request.listener)
  }
}
