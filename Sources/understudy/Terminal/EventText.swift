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
    case .refusal(let refusal): "refused  \(refusal.requestLine)  \(refusal.status)  \(refusal.message)"
    case .warning(let text): "warning: \(text)"
    }
  }

  /// `new      query CountryDetail {"code":"CA"}  200  12 ms`
  private static func line(_ exchange: Exchange) -> String {
    var subject = exchange.requestLine
    if let operation = exchange.operation {
      subject =
        operation.name.map { "\(operation.kind.rawValue) \($0.prefix(80))" } ?? "\(operation.kind.rawValue) (anonymous)"
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
      "\(count(counts.exchanges, "exchange")): \(counts.new) new, \(counts.known) known, \(counts.changed) changed, \(counts.notRecorded) not recorded"
        + (counts.failed > 0 ? ", \(counts.failed) FAILED" : "")
    case .replay:
      (counts.misses == 0 ? "No misses" : count(counts.misses, "miss", "misses"))
        + (counts.refusals == 0 ? "." : ", \(count(counts.refusals, "refusal")).")
    case .fake: "Done."
    }
  }

  /// How many unused recordings are named before the rest is only counted.
  private static let unusedLimit = 20

  static func summary(_ outcome: ExecOutcome) -> String {
    let misses = count(outcome.misses.count, "miss", "misses")
    let refused = outcome.refusals.isEmpty ? "" : ", \(count(outcome.refusals.count, "refusal"))"
    var lines = ["understudy: \(outcome.command) ended with \(outcome.code); \(misses)\(refused)."]
    for miss in outcome.misses { lines += ["", MissText.message(miss)] }
    if !outcome.refusals.isEmpty { lines.append("") }
    lines += outcome.refusals.map { "Refused: \($0.requestLine)  \($0.status)  \($0.message)" }
    if !outcome.inferred.isEmpty { lines += [""] + InferredText.lines(outcome.inferred) }
    if !outcome.unused.isEmpty {
      lines += ["", "Never used: \(count(outcome.unused.count, "recording"))."]
      lines += outcome.unused.prefix(unusedLimit).map { "  \($0)" }
      if outcome.unused.count > unusedLimit { lines.append("  and \(outcome.unused.count - unusedLimit) more") }
    }
    return lines.joined(separator: "\n")
  }

  /// `1 miss`, `2 misses`.
  private static func count(_ number: Int, _ one: String, _ many: String? = nil) -> String {
    "\(number) \(number == 1 ? one : many ?? one + "s")"
  }
}

/// What a test command's run came to.
struct ExecOutcome {
  var command: String
  var code: Int32
  var misses: [Miss]
  var refusals: [Refusal]
  /// The answers that were inferred.
  var inferred: [InferredAnswer]
  /// The recordings that nothing asked for.
  var unused: [String]

  /// The exit code: the command's own, or 1 where it passed though not everything was answered.
  var exitCode: Int32 { code != 0 || (misses.isEmpty && refusals.isEmpty) ? code : 1 }
}

extension String {
  fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
