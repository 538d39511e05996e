import ArgumentParser
import Engine
import OrderedJSON
import Output
import Requests
import Synchronization
import Transports

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The log of a server on standard error: one line for each request.
///
/// It never waits, so event loops may call it. Past the bound of `LineRate`, requests are counted and not listed.
final class RequestLog: Sendable {
  private let rate = LineRate()
  private let clock = MonotonicStopwatch()
  private let showsBodies: Bool
  /// Prints JSON lines instead; nil for text.
  private let json: JSONLog?
  /// True if a repeated line is counted in place.
  private let countsInPlace = Terminal.showsProgress
  private let state: Mutex<State>
  /// True if the number of skipped lines will be printed within a second.
  private let isCounting = Atomic<Bool>(false)

  private struct State {
    var layout: LogLayout
    /// The last line, the number of its repetitions, and the mark of the output after it.
    var last: (key: String, count: Int, mark: Int)?
  }

  /// The width of a line if standard error is not a terminal, in columns.
  private static let plainWidth = 120

  init(_ options: LogOptions, json: JSONLog?, namesEndpoints: Bool) {
    self.json = json
    showsBodies = options.verbose
    let width = Terminal.showsProgress ? Terminal.errorWidth - 1 : Self.plainWidth
    state = Mutex(
      State(layout: LogLayout(width: width, isColored: options.isColored, namesEndpoints: namesEndpoints)))
  }

  /// The log that an engine reports its answers to.
  var answers: AnswerLog {
    AnswerLog(showsBodies: showsBodies, showsTraces: json != nil) { [self] answer, nanoseconds, traceID in
      guard admits() else { return }
      var line = LogLine(answer, nanoseconds: nanoseconds, traceID: traceID)
      // As text, the first refusal of its kind has the explanation.
      if json != nil { line.remark = answer.remark }
      print(line)
    }
  }

  /// Prints an exchange with the upstream. Failures are always listed.
  func print(_ exchange: Exchange) {
    let hasFailed = if case .failed = exchange.outcome { true } else { false }
    if hasFailed || admits() { print(LogLine(exchange)) }
  }

  /// Prints a refused request.
  func print(_ refusal: Refusal) { print(LogLine(refusal)) }

  /// Prints the number of requests that were not listed, if any.
  func printSkipped() {
    let skipped = rate.takeSkipped()
    guard skipped > 0 else { return }
    let text = "\(skipped) more requests, not listed: the log lists \(rate.limit) requests a second."
    if let json { return json.print(.warning, "skipped", ["message": .string(text)]) }
    Terminal.write(.text("\(Self.timeOfDay)  \(text)"))
  }

  private func admits() -> Bool {
    if rate.admits(now: clock.now) { return true }
    if !isCounting.load(ordering: .relaxed), !isCounting.exchange(true, ordering: .relaxed) {
      Task { [self] in
        try? await Task.sleep(for: .seconds(1))
        isCounting.store(false, ordering: .relaxed)
        printSkipped()
      }
    }
    return false
  }

  private func print(_ line: LogLine) {
    if let json { return json.print(line) }
    let time = Self.timeOfDay
    state.withLock { state in
      if countsInPlace { state.layout.width = Terminal.errorWidth - 1 }
      let key = countsInPlace && line.remark == nil && !showsBodies ? state.layout.key(line) : ""
      let last = state.last
      var count = 1
      let mark = Terminal.log(since: last?.mark) { isLast in
        if isLast, !key.isEmpty, let last, last.key == key { count = last.count + 1 }
        // The line above is cleared and written again.
        let start = count > 1 ? "\u{1B}[1A\r\u{1B}[2K" : ""
        return start + state.layout.text(line, time: time, count: count) + "\n" + Self.details(line, state.layout)
      }
      state.last = key.isEmpty ? nil : (key: key, count: count, mark: mark)
    }
  }

  /// Returns the lines below that of a request.
  private static func details(_ line: LogLine, _ layout: LogLayout) -> String {
    var text = line.remark.map { "          \(Terminal.harmless($0))\n" } ?? ""
    for (sign, body) in [(">", line.bodies?.request), ("<", line.bodies?.response)] {
      for part in (body ?? "").split(separator: "\n") {
        text += layout.colored("  \(sign) \(Terminal.harmless(String(part)))", "2") + "\n"
      }
    }
    return text
  }

  /// The time of day, e.g. `09:41:07`.
  private static var timeOfDay: String {
    var now = time(nil)
    var parts = tm()
    localtime_r(&now, &parts)
    return [parts.tm_hour, parts.tm_min, parts.tm_sec].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
  }
}

/// The options for the log of a server.
struct LogOptions: ParsableArguments {
  /// The use of colors in the log.
  enum Color: String, CaseIterable, ExpressibleByArgument {
    case auto, always, never
  }

  @Flag(name: .shortAndLong, help: "Print requests and answers too.")
  var verbose = false

  /// The form of the log.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case text, json
  }

  @Option(
    name: .customLong("log-format"), help: .more("Print the log as text, or as JSON lines with trace ids.", "format"))
  var format = Format.text

  @Option(help: .more("Color the log. auto: at a terminal, unless NO_COLOR is set.", "when"))
  var color = Color.auto

  var isColored: Bool {
    switch color {
    case .auto: Terminal.isErrorColored
    case .always: true
    case .never: false
    }
  }
}
