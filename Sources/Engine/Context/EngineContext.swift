import OrderedJSON
import Output
import Recordings
import Synchronization
package import Transports

/// The configuration of an engine, its way to the real endpoint, its clock, and the logs of its run.
///
/// `Engine` makes it and hands it down. Modes and endpoints take it, so that they need no engine.
package final class EngineContext: Sendable {
  package let configuration: EngineConfiguration
  /// The names of the endpoints that the engine serves.
  let endpointNames: [String]
  package let upstream: (any Upstream)?
  let clock: any Stopwatch
  let timer: any StreamTimer
  /// Reports what happens, from any thread.
  let emit: @Sendable (Event) -> Void
  /// Reports each answer; nil if nobody wants to see them.
  let answerLog: AnswerLog?
  /// Reports on answers in the order in which they went out.
  let lines: OrderedLines
  package let log: RunLog
  let useLog: UseLog
  /// Every request in order; nil unless the configuration asks for it.
  let journal: Journal?
  /// The sessions that are open on the listeners of the run.
  package let openSessions: ListenerTable
  let recorder: Recorder
  let exchanges = OpenExchanges()
  /// The faults that were asked for while it runs.
  package let faults = FaultTable()
  /// The warnings that were reported.
  private let warnings = Mutex(Warnings())

  /// - Parameters:
  ///   - configuration: how the engine answers.
  ///   - endpointNames: the names of its endpoints.
  ///   - upstream: the way to the real endpoint; nil if the mode never takes it.
  ///   - clock: measures how long answers take.
  ///   - timer: calls back later.
  ///   - main: the context of the main port's engine, whose reports it shares; nil for that engine's own.
  ///   - answerLog: gets each answer that is made here, from any thread.
  ///   - events: gets what happens, from any thread.
  init(
    configuration: EngineConfiguration, endpointNames: [String], upstream: (any Upstream)?, clock: any Stopwatch,
    timer: any StreamTimer, main: EngineContext?, answerLog: AnswerLog? = nil,
    events: @escaping @Sendable (Event) -> Void
  ) {
    self.configuration = configuration
    self.endpointNames = endpointNames
    self.upstream = upstream
    self.clock = clock
    self.timer = timer
    emit = events
    self.answerLog = main?.answerLog ?? answerLog
    recorder = Recorder(configuration) { events(.warning($0)) }
    lines = main?.lines ?? OrderedLines()
    log = main?.log ?? RunLog()
    useLog = main?.useLog ?? UseLog()
    journal = main?.journal ?? (configuration.keepsJournal ? Journal() : nil)
    openSessions = main?.openSessions ?? ListenerTable()
  }

  /// Reports something once: the disk is looked at again and again.
  func warn(_ text: String) {
    if let text = warnings.withLock({ $0.note(text) }) { emit(.warning(text)) }
  }

  /// Notes that a recording was used.
  ///
  /// - Parameter path: its path below the recordings folder.
  func noteUse(of path: String) {
    if log.noteUse(of: path) { return }
    warn(
      "This run used more recordings than it can remember (\(RunLog.usedByteLimit >> 20) MiB of paths). Its report lists no unused recordings, and its schema coverage counts every recording as used."
    )
  }

  /// Reports on an answer that goes out now.
  func tell(_ event: Event) { lines.tell { [emit] in emit(event) } }

  /// Notes a request that was refused.
  func note(_ problem: String, _ request: ClientRequest, status: Int, isInJournal: Bool = false) {
    if !isInJournal { noteStray(problem, request, status: status) }
    let refusal = Refusal(requestLine: request.line, status: status, message: String(problem.prefix(500)))
    if log.note(refusal) {
      tell(.refusal(refusal))
    } else if let answerLog {
      let (endpoint, session) = subject(of: request)
      AnswerLine(
        endpoint: endpoint, session: session ?? SessionName.standard, title: request.line, source: .refused,
        status: status, log: answerLog
      ).report()
    }
  }

  // MARK: Which session a request belongs to

  /// The name of an open session inside of the engine: only the recording of a test is exclusive, so that elsewhere
  /// each listener has progress of its own.
  func place(of session: OpenSession) -> String {
    SessionName.place(session.name, listener: configuration.recordsSessions && !session.isScope ? 0 : session.listener)
  }

  /// The name inside of the engine of the session of a name, whether it is open on the listener or not.
  package func place(of name: String, on listener: Int) -> String {
    if let session = openSessions.open(on: listener).last(where: { $0.name.hasSameScalars(as: name) }) {
      return place(of: session)
    }
    return placeOutside(of: name, on: listener)
  }

  private func placeOutside(of name: String, on listener: Int) -> String {
    SessionName.place(name, listener: configuration.recordsSessions ? 0 : listener)
  }

  /// Decides where a request belongs that begins now. A request with a bad session name belongs to none.
  func admission(of request: ClientRequest, path: String?) -> Admission? {
    do {
      let name = try SessionName.named(by: request, path: path, header: configuration.sessionHeader)
      return openSessions.admit(on: request.listener, naming: name)
    } catch {
      return nil
    }
  }

  /// The session of a request, by its name inside of the engine: the one that it names, else the one that was open on
  /// its port when it began, else the standard one.
  func session(of request: ClientRequest, path: String?) throws(SessionNameProblem) -> String {
    let name = try SessionName.named(by: request, path: path, header: configuration.sessionHeader)
    if let session = request.openSession { return place(of: session) }
    return placeOutside(of: name ?? SessionName.standard, on: request.listener)
  }
}
