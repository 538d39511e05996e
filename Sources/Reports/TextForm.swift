import Engine
import GraphQLLanguage
import OrderedJSON
import Recordings
import Replay
import Requests

/// A report for terminals and CI logs.
package enum TextForm {
  /// The most entries of a list that are printed; the rest is counted.
  private static let limit = 20
  private static let slowestLimit = 3
  /// The shortest time that is listed, in nanoseconds: 10 ms.
  private static let slow: UInt64 = 10_000_000

  /// Returns the lines of a report: all of them for a file (`isWhole`), else only as many as fit into a CI log.
  package static func lines(_ report: RunReport, isWhole: Bool = false) -> [String] {
    let limit = isWhole ? Int.max : Self.limit
    let remarks = report.boundRemarks
    var lines = [head(report), answered(report)] + (remarks.failures + remarks.others).map { "\($0)." }
    if let noRequest = report.noRequest { lines += ["", noRequest] }
    if let slowest = slowest(report) { lines.append(slowest) }
    for miss in report.misses { lines += ["", report.text(of: miss)] }
    if let advice = report.sessionAdvice { lines += ["", advice] }
    if !report.unanswered.isEmpty { lines.append("") }
    lines += report.unanswered.map { "No answer: \($0.text)" }
    if !report.refusals.isEmpty { lines.append("") }
    lines += report.refusals.map { "Refused: \($0.requestLine) (status \($0.status)): \($0.message)" }
    if !report.escapes.isEmpty { lines.append("") }
    lines += report.escapes.map { "escaped: \($0.text)\n  \($0.advice)" }
    let (failures, notRecorded) = (report.failures, report.notRecorded)
    if !failures.isEmpty || !notRecorded.isEmpty { lines.append("") }
    lines += (isWhole ? failures : Array(failures.prefix(limit))).map { "NOT RECORDED: \($0.text)" }
    if !isWhole, failures.count > limit { lines.append("  and \(failures.count - limit) more") }
    if !notRecorded.isEmpty {
      let count = notRecorded.reduce(0) { $0 + $1.count }
      lines.append("Not recorded: \(counted(count, "request")). Replay will miss \(count == 1 ? "it" : "them").")
      lines += listed(notRecorded.map(\.text), limit)
    }
    let written = report.written
    if !written.isEmpty {
      lines += [
        "", "Recorded: \(counted(written.count, "file")). Review and commit \(written.count == 1 ? "it" : "them").",
      ]
      lines += listed(written.map { "\($0.isNew ? "new    " : "changed")  \(report.recordings)/\($0.file)" }, limit)
    }
    if !report.sessions.isEmpty {
      lines += [""] + SessionText.lines(report.sessions)
      lines += report.changedSetups.filter { $0.others > 0 }.map(SessionText.line)
      lines += SessionText.leftovers(in: report.sessions)
    }
    if !report.inferred.isEmpty { lines += [""] + InferredText.lines(report.inferred, of: report.inferredTally) }
    let derived = DerivedText.lines(report.usages.map(\.use))
    if !derived.isEmpty { lines += [""] + derived }
    if let never = report.neverUsed {
      lines += ["", "Unused: \(never.count) of \(counted(never.recordingCount, "recording"))."]
      lines += never.idle.map { "  \($0.endpoint): all \($0.count) (no requests to this endpoint)" }
      lines += listed(never.files, limit)
    }
    if isWhole {
      lines += asked(report)
      if !report.warnings.isEmpty { lines += [""] + report.warnings.map { "warning: \($0)" } }
    }
    let coverage = isWhole ? report.coverage : report.coverageOfAsked
    if !coverage.isEmpty { lines.append("") }
    let ofRun = report.looksAtRecordings
    lines += coverage.flatMap {
      isWhole ? CoverageText.lines($0, ofRun: ofRun) : [CoverageText.summary($0, ofRun: ofRun)]
    }
    return lines.map(\.withoutControls)
  }

  private static func head(_ report: RunReport) -> String {
    var counts: [String] = []
    // A recorder has no misses.
    if report.mode != "record" || report.missed > 0 {
      counts.append(
        counted(report.missed, "miss", "misses") + distinct(report.differentMisses, of: report.missed))
    }
    if report.refused > 0 {
      counts.append(
        counted(report.refused, "refusal") + distinct(report.differentRefusals, of: report.refused))
    }
    if !report.escapes.isEmpty {
      counts.append("\(report.escapes.reduce(0) { $0 + $1.count }) escaped")
    }
    if report.unansweredCount > 0 {
      counts.append("\(counted(report.unansweredCount, "request")) without an answer")
    }
    let failures = report.failures.reduce(0) { $0 + $1.count }
    if failures > 0 { counts.append("\(failures) NOT RECORDED") }
    let exit = report.command.map { "\($0.name) exited with \($0.code)" }
    let all = counts.isEmpty ? (exit == nil ? "no failures" : nil) : counts.joined(separator: ", ")
    return "understudy: \([exit, all].compactMap(\.self).joined(separator: "; "))."
  }

  /// Returns ` (3 distinct)`; empty if each came once.
  static func distinct(_ distinct: Int, of all: Int) -> String {
    distinct == all || distinct == 0 ? "" : " (\(distinct) distinct)"
  }

  /// Returns `Answered: 12 requests (10 exact, 2 inferred). Missed: 1 request.`
  private static func answered(_ report: RunReport) -> String {
    let words: [(Use.Source, String)] = [
      (.exact, "exact"), (.inferred, "inferred"), (.derived, "derived"), (.introspection, "introspection"),
      (.fake, "generated"), (.override, "overridden"),
      (.upstream, "from the real API"),
    ]
    let parts = words.compactMap { source, word in
      let count = report.count(source)
      return count > 0 ? "\(count) \(word)" : nil
    }
    let missed = report.missed
    let answered = "Answered: \(counted(report.answered, "request"))"
    return answered + (parts.isEmpty ? "." : " (\(parts.joined(separator: ", "))).")
      + (missed > 0 ? " Missed: \(counted(missed, "request"))." : "")
  }

  private static func slowest(_ report: RunReport) -> String? {
    let slow = report.slowest.prefix(slowestLimit).filter { $0.nanoseconds >= Self.slow }
    guard !slow.isEmpty else { return nil }
    return "Slowest: " + slow.map { "\($0.title) \($0.nanoseconds / 1_000_000) ms" }.joined(separator: ", ") + "."
  }

  private static func asked(_ report: RunReport) -> [String] {
    var sessions: [String] = []
    for usage in report.usages where !sessions.contains(usage.use.session) { sessions.append(usage.use.session) }
    return sessions.flatMap { session in
      ["", "Requests \(session.isEmpty ? "without a session" : "of session \(session)"):"]
        + report.usages.filter { $0.use.session == session }.map { usage in
          let recording = usage.use.recording.map { "  \($0)" } ?? ""
          return
            "  \(counted(usage.count, "time"))  \(usage.use.source.rawValue)  \(usage.use.endpoint) \(usage.use.title(limit: 100))\(recording)"
        }
    }
  }

  private static func listed(_ items: [String], _ limit: Int) -> [String] {
    var lines = items.prefix(limit).map { "  \($0)" }
    if items.count > limit { lines.append("  and \(items.count - limit) more") }
    return lines
  }

  /// Returns `1 miss`, `2 misses`.
  static func counted(_ number: Int, _ one: String, _ many: String? = nil) -> String {
    "\(number) \(number == 1 ? one : many ?? one + "s")"
  }
}

extension String {
  /// The text with control characters escaped, except newline and tab.
  fileprivate var withoutControls: String {
    guard unicodeScalars.contains(where: \.isControl) else { return self }
    return unicodeScalars.reduce(into: "") { text, scalar in
      if scalar.isControl {
        text += "\\u{\(String(scalar.value, radix: 16))}"
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
  }
}

extension Unicode.Scalar {
  fileprivate var isControl: Bool {
    (value < 0x20 && value != 0x0A && value != 0x09) || (0x7F...0x9F).contains(value)
  }
}

extension RunReport {
  /// The slowest operations, each once, the slowest first; of equal ones, the first to come.
  package var slowest: [(title: String, nanoseconds: UInt64)] {
    var longest: [(title: String, nanoseconds: UInt64)] = []
    var places: [String: Int] = [:]
    func note(_ title: String, _ nanoseconds: UInt64) {
      if let place = places[title] {
        longest[place].nanoseconds = max(longest[place].nanoseconds, nanoseconds)
      } else {
        places[title] = longest.count
        longest.append((title, nanoseconds))
      }
    }
    for usage in usages where usage.slowest > 0 { note("\(usage.use.endpoint) \(usage.use.title)", usage.slowest) }
    for exchange in exchanges {
      guard let operation = exchange.operation else { continue }
      let title = OperationTitle.text(
        operation.kind, operation.name ?? exchange.sketch, variables: exchange.variables)
      note("\(exchange.endpoint) \(title)", exchange.nanoseconds)
    }
    return longest.enumerated().sorted {
      ($1.element.nanoseconds, $0.offset) < ($0.element.nanoseconds, $1.offset)
    }.map(\.element)
  }
}

/// The outcomes of recorded sessions as lines: a count of the saved ones, and each of the others.
enum SessionText {
  static func lines(_ sessions: [SavedSession]) -> [String] {
    let saved = sessions.count { $0.outcome == .saved }
    let lines = saved > 0 ? ["Saved: \(saved) \(saved == 1 ? "session" : "sessions")."] : []
    return lines + sessions.filter { $0.outcome != .saved }.map(\.description)
  }

  /// Says that values of recorded sessions may contain ids that are recorded as others.
  static func leftovers(in sessions: [SavedSession]) -> [String] {
    let found = sessions.compactMap { saved in saved.leftover.map { (saved, $0) } }
    guard let (first, value) = found.first else { return [] }
    let count = found.count == 1 ? "1 session" : "\(found.count) sessions"
    return [
      "Setups issued other ids than in an earlier run or at another worker, and the recorded ones are written instead. Other values may not fit them, in \(count), such as \(first.session) of \(first.endpoint): \(value). If a test relies on such a value, it may get a wrong answer or none in replay. Then record all tests again with --replace, in one run with one worker."
    ]
  }

  /// Says that sessions which this run did not record may contradict a setup.
  static func line(_ setup: RunReport.ChangedSetup) -> String {
    let sessions = setup.others == 1 ? "1 session was" : "\(setup.others) sessions were"
    return
      "The setup \(setup.name) was recorded again, with other answers. Tests that use it and were not recorded in this run still have the old answers, and may fail in replay. (\(sessions) not recorded in this run, of these and other tests.) Record all tests again with --replace, in one run with one worker."
  }
}
