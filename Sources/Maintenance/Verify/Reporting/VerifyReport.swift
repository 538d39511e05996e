package import OrderedJSON

/// What `understudy verify` tells while it runs.
package enum VerifyEvent: Sendable {
  /// An endpoint is asked so many requests.
  case began(endpoint: String, url: String, count: Int)
  /// So many of all were asked; what is asked next.
  case progress(done: Int, of: Int, next: String)
  /// The endpoint wants to be left alone for a while.
  case waiting(url: String, said: String, seconds: Int)
  case found(VerifyFinding)
  /// Something else was sent than was recorded, an id or the like: the path of the recording, and what.
  case replaced(String, String)
  /// A recording was written anew: its path.
  case updated(String)
  /// A recording has changed and was not written anew: its path, and why.
  case kept(String, why: String)
  /// An endpoint cannot be asked: why, and what to do.
  case failed(endpoint: String, String)
}

/// What a verification came to.
package struct VerifyReport: Sendable {
  /// The endpoints, by name, in order.
  package internal(set) var endpoints: [String] = []
  /// Answers that were compared, and what was worst in each.
  package internal(set) var same = 0
  package internal(set) var withValues = 0
  package internal(set) var withWarnings = 0
  package internal(set) var withErrors = 0
  /// How many of those with warnings or errors were asked when mutations of other histories had been executed.
  package internal(set) var disturbed = 0
  /// Requests that got no answer to compare.
  package internal(set) var unanswered = 0
  /// How many lines of each severity were found.
  package internal(set) var found: [Drift.Severity: Int] = [:]
  /// The files of recordings that were written anew, and of such that would have had to be and were not.
  package internal(set) var updated: Set<String> = []
  package internal(set) var kept: Set<String> = []
  /// Answers with errors whose recordings are as they were.
  package internal(set) var open = 0
  package internal(set) var skipped = SkippedRequests()
  /// How many mutations there are, where they were asked for, and how many of them were sent.
  package internal(set) var mutations = (recorded: 0, sent: 0)
  /// The endpoints that could not be asked, or not to the end.
  package internal(set) var failed: [String] = []
  /// How many requests are behind: asked, or left.
  var done = 0
  /// Whether somebody ended it before its end.
  package internal(set) var isStopped = false

  /// How many answers were asked for.
  package var asked: Int { same + withValues + withWarnings + withErrors + unanswered }

  /// 2 where an endpoint could not be asked, or nothing of what there is was, nor any of the mutations that were asked for
  /// (a job whose credential is missing should not pass), 130 where it was stopped, 1 where errors are left, else 0.
  package var exitCode: Int32 {
    if isStopped { return 130 }
    if !failed.isEmpty || (asked == 0 && skipped.count > 0) { return 2 }
    if mutations.recorded > 0, mutations.sent == 0 { return 2 }
    return open > 0 ? 1 : 0
  }

  /// The last lines: what was not asked, and `12 answers of 1 endpoint: 9 as recorded, 2 with other values (…), 1 with errors.`
  ///
  /// - Parameter tellsValues: whether other values were told.
  /// - Returns: at least the summary.
  package func lines(tellsValues: Bool) -> [String] {
    var parts: [String] = []
    func add(_ count: Int, _ words: String) { if count > 0 { parts.append("\(count) \(words)") } }
    add(same, "as recorded")
    add(withValues, "with other values\(tellsValues ? "" : " (--values lists them)")")
    add(withWarnings, "with warnings")
    add(withErrors, "with errors")
    add(unanswered, "not answered")
    let answers = "\(Self.counted(asked, "answer")) of \(Self.counted(endpoints.count, "endpoint"))"
    var summary =
      asked == 0
      ? (failed.isEmpty ? "No request was sent." : "No answer was compared.")
      : "\(answers): \(parts.joined(separator: ", "))."
    if mutations.sent < mutations.recorded {
      summary += " \(mutations.sent) of \(Self.counted(mutations.recorded, "mutation")) sent."
    }
    if !updated.isEmpty { summary += " \(Self.counted(updated.count, "recording")) updated." }
    if !kept.isEmpty { summary += " \(Self.counted(kept.count, "recording")) not updated." }
    if isStopped { summary = "Stopped. \(summary)" }
    var lines = skipped.lines
    if disturbed > 0 {
      lines.append(
        "\(Self.counted(disturbed, "answer")) with warnings or errors came after mutations of other recorded histories, which may be the cause. To find out, run --mutations with the operations of one history alone."
      )
    }
    return lines + [summary]
  }

  /// The same as the last line of `--json`.
  package var json: JSON {
    .object([
      "event": "summary", "endpoints": .array(endpoints.map { .string($0) }), "asked": .int(asked),
      "same": .int(same), "values": .int(withValues), "warnings": .int(withWarnings), "errors": .int(withErrors),
      "unanswered": .int(unanswered), "afterOtherMutations": .int(disturbed), "updated": .int(updated.count),
      "notUpdated": .int(kept.count),
      "notAsked": .int(skipped.count), "mutations": .int(mutations.recorded), "mutationsSent": .int(mutations.sent),
      "failed": .array(failed.map { .string($0) }), "stopped": .bool(isStopped),
    ])
  }

  static func counted(_ count: Int, _ thing: String) -> String { count == 1 ? "1 \(thing)" : "\(count) \(thing)s" }
}
