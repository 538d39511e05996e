import Engine
import GraphQLLanguage
import OrderedJSON
import Replay

/// Events as lines for people.
enum EventText {
  static func lines(_ event: Event) -> String {
    switch event {
    case .exchange(let exchange): line(exchange)
    case .miss(let miss, .miss): MissText.message(miss)
    case .miss(let miss, let source): "not recorded, answered by \(source.rawValue): \(miss.request.title)"
    case .warning(let text): "warning: \(text)"
    }
  }

  /// `new      query CountryDetail {"code":"CA"}  200  12 ms`
  private static func line(_ exchange: Exchange) -> String {
    var subject = exchange.requestLine
    if let operation = exchange.operation {
      subject = operation.name.map { "\(operation.kind.rawValue) \($0)" } ?? "\(operation.kind.rawValue) (anonymous)"
      if !exchange.variables.isEmpty { subject += " " + JSON.object(exchange.variables).brief(limit: 60) }
    }
    let milliseconds = exchange.nanoseconds / 1_000_000
    let (word, remark) = describe(exchange.outcome)
    return "\(word.padded(to: 8)) \(subject)  \(exchange.status)  \(milliseconds) ms\(remark)"
  }

  private static func describe(_ outcome: Exchange.Outcome) -> (String, String) {
    switch outcome {
    case .new: ("new", "")
    case .known: ("known", "")
    case .changed(let file): ("changed", "  \(file)")
    case .notRecorded(let why): ("passed", "  not recorded: \(why)")
    case .failed(let why): ("FAILED", "  \(why)")
    }
  }

  static func summary(_ counts: Reporter.Counts, mode: EngineConfiguration.Mode) -> String {
    switch mode {
    case .record:
      "\(counts.exchanges) exchanges: \(counts.new) new, \(counts.known) known, \(counts.changed) changed, \(counts.notRecorded) not recorded"
        + (counts.failed > 0 ? ", \(counts.failed) FAILED" : "")
    case .replay: counts.misses == 0 ? "No misses." : "\(counts.misses) misses."
    case .fake: "Done."
    }
  }

  /// How many unused recordings are named before the rest is only counted.
  private static let unusedLimit = 20

  static func summary(ofCommand command: String, code: Int32, misses: [Miss], unused: [String]) -> String {
    var lines = ["understudy: \(command) ended with \(code); \(misses.count) \(misses.count == 1 ? "miss" : "misses")."]
    for miss in misses { lines += ["", MissText.message(miss)] }
    if !unused.isEmpty {
      lines += ["", "Never used: \(unused.count) \(unused.count == 1 ? "recording" : "recordings")."]
      lines += unused.prefix(unusedLimit).map { "  \($0)" }
      if unused.count > unusedLimit { lines.append("  and \(unused.count - unusedLimit) more") }
    }
    return lines.joined(separator: "\n")
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
