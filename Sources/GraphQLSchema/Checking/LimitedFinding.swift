/// What a check found; of very many only the first are kept, since each is put in words with its place in the text.
protocol LimitedFinding {
  var isWarning: Bool { get }
}

extension LimitedFinding {
  /// The first thousand errors and the first thousand warnings, in their order, and for each kind of which there are
  /// more a last finding that says so, made from a sentence and whether it is a warning.
  static func limited(_ findings: [Self], _ last: (String, Bool) -> Self) -> [Self] {
    let most = 1_000
    guard findings.count > most else { return findings }
    var errors = 0
    var warnings = 0
    var kept = findings.filter { finding in
      if finding.isWarning { warnings += 1 } else { errors += 1 }
      return (finding.isWarning ? warnings : errors) <= most
    }
    if errors > most { kept.append(last("There are \(errors - most) more errors, which are not listed.", false)) }
    if warnings > most { kept.append(last("There are \(warnings - most) more warnings, which are not listed.", true)) }
    return kept
  }
}
