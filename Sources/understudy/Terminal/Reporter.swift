import ArgumentParser
import Engine
import OrderedJSON
import Recordings
import Replay
import Reports
import Requests
import Synchronization

/// Prints events: for people on standard error, or as JSON lines on standard output.
///
/// Without `--json`, the only line on standard output is the URL, so that a script can read it.
final class Reporter: Sendable {
  let output: OutputOptions
  private let mode: EngineConfiguration.Mode
  private let printsRequests: Bool
  /// The log of requests; nil with `--quiet` and `--json`, and beside the command of `exec`.
  private let log: RequestLog?
  /// Prints JSON lines on standard error instead of text; nil for text.
  private let jsonLog: JSONLog?
  private let counts = Mutex(Counts())
  private let events = Mutex(ReportedEvents())

  /// - Parameters:
  ///   - output: the options for what is printed.
  ///   - mode: the run's mode.
  ///   - log: prints a line for each request; nil for none.
  ///   - jsonLog: prints JSON lines on standard error; nil for text.
  ///   - printsRequests: true to print exchanges with the upstream; failures are always printed.
  init(
    output: OutputOptions, mode: EngineConfiguration.Mode, log: RequestLog? = nil, jsonLog: JSONLog? = nil,
    printsRequests: Bool = true
  ) {
    self.output = output
    self.log = log
    self.jsonLog = jsonLog
    self.mode = mode
    self.printsRequests = printsRequests
  }

  /// The numbers for the summary.
  struct Counts {
    var exchanges = 0
    var new = 0
    var known = 0
    var changed = 0
    var notRecorded = 0
    var failed = 0
    /// The number of events about misses. `Engine.missTally` counts all misses.
    var misses = 0
    var refusals = 0
    /// The number of answers and sessions that were not written before the program ended.
    var unwritten = 0
    var sessions = SessionTally()
  }

  /// Prints the origin, each endpoint's URL, and examples for clients.
  ///
  /// - Parameters:
  ///   - origin: the server's origin.
  ///   - endpoints: the names of the endpoints.
  ///   - recordings: returns the number of an endpoint's recordings.
  ///   - authority: the path of the CA certificate that clients must trust; nil without TLS.
  ///   - interceptsTLS: true if there is a CA for intercepted hosts.
  func listening(
    origin: String, endpoints: [String], recordings: (String) -> Int, authority: String?, interceptsTLS: Bool
  ) {
    if output.json {
      let list = endpoints.map { name in
        JSON.object(["name": .string(name), "url": .string("\(origin)/\(name)")])
      }
      Terminal.out(
        JSON.object([
          "event": "listening", "url": .string(origin), "mode": .string(mode.rawValue), "endpoints": .array(list),
        ]))
      return
    }
    Terminal.out(origin)
    guard !output.quiet else { return }
    let verb =
      switch mode {
      case .record: "Recording"
      case .replay: "Replaying"
      case .fake: "Generating answers for"
      }
    if let jsonLog {
      let urls = endpoints.map { JSON.string("\(origin)/\($0)") }
      return jsonLog.print(
        .info, "listening", ["url": .string(origin), "mode": .string(mode.rawValue), "endpoints": .array(urls)])
    }
    let screen = FirstScreen(
      verb: verb, origin: origin, endpoints: endpoints.map { ($0, mode == .fake ? nil : recordings($0)) },
      authority: authority,
      proxy: (mode == .record
        ? "it records every GraphQL API that clients use." : "it answers for the hosts of these APIs.")
        + (interceptsTLS ? "" : " For https, run understudy ca."))
    Terminal.err(screen.lines.joined(separator: "\n"))
  }

  /// Prints what an endpoint's generated data learned from recordings.
  func learned(_ summary: String) {
    if output.json { return Terminal.out(JSON.object(["event": "learned", "message": .string(summary)])) }
    if !output.quiet { say(.info, "learned", summary) }
  }

  /// Prints that the server is stopping, before it waits for requests in flight.
  func stopping() {
    if output.json || output.quiet { return }
    say(.info, "stopping", "Finishing open requests. Press Ctrl-C again to stop now.")
  }

  /// Prints that the server goes on serving for a time, and then stops.
  func draining(for seconds: Double) {
    if output.json || output.quiet { return }
    say(
      .info, "draining",
      "Not ready any more. Serving requests for up to \(seconds) s (--drain). Press Ctrl-C to stop now.")
  }

  /// Prints that sessions which have not ended are lost.
  func lost(sessions count: Int) {
    if output.json { return }
    say(
      .warning, "lost",
      "\(count == 1 ? "1 session has" : "\(count) sessions have") not ended within --drain: begin them again on another replica."
    )
  }

  /// Prints a text on standard error.
  private func say(_ level: JSONLog.Level, _ event: String, _ text: String) {
    if let jsonLog { return jsonLog.print(level, event, ["message": .string(text)], isRequired: true) }
    Terminal.err(text)
  }

  /// The exchanges, warnings and sessions so far, for a report, and the number of exchanges.
  var kept: (events: [Event], exchanges: Tally) { events.withLock { ($0.events, $0.exchanges) } }

  func receive(_ event: Event) {
    counts.withLock { $0.count(event) }
    switch event {
    case .exchange, .warning, .session: events.withLock { $0.keep(event) }
    case .miss, .refusal, .notice: break
    }
    if output.json {
      if let line = EventJSON.line(event) { Terminal.write(.json(line)) }
    } else if let log {
      switch event {
      case .exchange(let exchange): log.print(exchange)
      case .refusal(let refusal): log.print(refusal)
      // The line of the request has the source of its answer.
      case .miss(_, let source, _, _, _) where source != .miss: break
      case .miss, .session, .warning, .notice: write(event)
      }
    } else if printsRequests ? !output.quiet || event.isUrgent : event.isWarning || event.isFailedExchange {
      write(event)
    }
  }

  private func write(_ event: Event) {
    if let jsonLog { return jsonLog.print(event) }
    Terminal.write(.text(EventText.lines(event)))
  }

  /// Reports what was not written before the program ended; nothing if all was.
  ///
  /// - Parameters:
  ///   - answers: the number of unwritten answers that clients got.
  ///   - sessions: the number of unsaved sessions.
  func unwritten(answers: Int, sessions: Int = 0) {
    if answers == 0, sessions == 0 { return }
    counts.withLock { $0.unwritten += answers + sessions }
    if output.json {
      Terminal.out(JSON.object(["event": "unwritten", "answers": .int(answers), "sessions": .int(sessions)]))
    } else {
      say(.error, "unwritten", EventText.unwritten(answers: answers, sessions: sessions))
    }
  }

  /// True if the program ended before everything was written.
  var hasUnwritten: Bool { counts.withLock { $0.unwritten > 0 } }

  /// True if something should have been recorded and was not.
  var hasUnsaved: Bool { counts.withLock { $0.failed > 0 || $0.sessions.unsaved > 0 || $0.unwritten > 0 } }

  /// Prints the summary of a server's run.
  ///
  /// - Parameter engine: the engine with the misses, refusals and inferred answers; nil if the run served no requests.
  func summary(_ engine: Engine?) {
    var findings = Findings(counts.withLock { $0 })
    if let engine { findings.add(engine) }
    if output.json { return Terminal.out(EventJSON.summary(findings, mode: mode)) }
    guard !output.quiet else { return }
    log?.printSkipped()
    var lines = [EventText.summary(findings, mode: mode)]
    if !findings.inferred.isEmpty { lines += InferredText.lines(findings.inferred, of: findings.inferredTally) }
    lines += DerivedText.lines(findings.uses)
    say(.info, "summary", lines.joined(separator: "\n"))
  }

  /// Prints the report of a test command's run.
  func summary(_ report: RunReport) {
    if output.json { return Terminal.out(JSONForm.object(report)) }
    guard !output.quiet || !report.isClean else { return }
    Terminal.err(TextForm.lines(report).joined(separator: "\n"))
  }
}

extension Event {
  /// True if a report must list the event: a session, a failed exchange or an unanswered request.
  var isFinding: Bool {
    if case .session = self { return true }
    guard case .exchange(let exchange) = self else { return false }
    if case .failed = exchange.outcome { return true }
    return exchange.unanswered != nil
  }

  fileprivate var isWarning: Bool { if case .warning = self { true } else { false } }

  fileprivate var isFailedExchange: Bool {
    if case .exchange(let exchange) = self, case .failed = exchange.outcome { true } else { false }
  }

  /// True if the event is printed even with `--quiet`, because something went wrong.
  fileprivate var isUrgent: Bool {
    switch self {
    case .exchange(let exchange): if case .failed = exchange.outcome { true } else { false }
    case .session(let saved): saved.outcome != .saved
    case .warning: true
    case .miss, .refusal, .notice: false
    }
  }
}

extension Reporter.Counts {
  mutating func count(_ event: Event) {
    switch event {
    case .miss: misses += 1
    case .refusal: refusals += 1
    case .warning, .notice: break
    case .session(let saved): sessions.note(saved)
    case .exchange(let exchange):
      exchanges += 1
      switch exchange.outcome {
      case .new: new += 1
      case .known: known += 1
      case .changed: changed += 1
      case .notRecorded: notRecorded += 1
      case .failed: failed += 1
      }
    }
  }
}

/// The options for what is printed.
struct OutputOptions: ParsableArguments {
  @Flag(help: "Print errors only, and a server's URL.")
  var quiet = false

  @Flag(help: "Print JSON lines on standard output.")
  var json = false
}
