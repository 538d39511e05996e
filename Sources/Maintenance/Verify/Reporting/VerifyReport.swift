package import OrderedJSON

/// An event of a running `understudy verify`.
package enum VerifyEvent: Sendable {
  /// An endpoint's verification begins, with the number of its requests.
  case began(endpoint: String, url: String, count: Int)
  /// The number of requests done, and the next one.
  case progress(done: Int, of: Int, next: String)
  /// The upstream limits the rate.
  case waiting(url: String, said: String, seconds: Int)
  case found(VerifyFinding)
  /// The path of a recording, and the value (such as an id) sent in place of the recorded one.
  case replaced(String, String)
  case updated(String)
  /// The path of a changed recording that was not updated, and the reason.
  case kept(String, why: String)
  /// The reason that an endpoint cannot be verified, and what to do.
  case failed(endpoint: String, String)
}

/// The results of a verification.
package struct VerifyReport: Sendable {
  package internal(set) var endpoints: [String] = []
  /// The numbers of compared answers, by their worst difference.
  package internal(set) var same = 0
  package internal(set) var withValues = 0
  package internal(set) var withWarnings = 0
  package internal(set) var withErrors = 0
  /// The number of those with warnings or errors that were requested after mutations of other histories.
  package internal(set) var disturbed = 0
  /// The number of requests without a comparable answer.
  package internal(set) var unanswered = 0
  package internal(set) var found: [Drift.Severity: Int] = [:]
  /// The files of updated recordings, and of those that could not be updated.
  package internal(set) var updated: Set<String> = []
  package internal(set) var kept: Set<String> = []
  /// The number of answers with errors whose recordings are unchanged.
  package internal(set) var open = 0
  package internal(set) var skipped = SkippedRequests()
  /// The numbers of requested and sent mutations.
  package internal(set) var mutations = (recorded: 0, sent: 0)
  /// The endpoints that could not be verified, or not completely.
  package internal(set) var failed: [String] = []
  /// The number of requests sent or skipped.
  var done = 0
  /// True if the user stopped the run.
  package internal(set) var isStopped = false

  /// The number of answers requested.
  package var asked: Int { same + withValues + withWarnings + withErrors + unanswered }

  /// The exit code: 130 if stopped; 2 if an endpoint could not be verified, everything was skipped, or `--mutations` sent
  /// no mutation (a job without its credential should not pass); 1 if errors are left; else 0.
  package var exitCode: Int32 {
    if isStopped { return 130 }
    if !failed.isEmpty || (asked == 0 && skipped.count > 0) { return 2 }
    if mutations.recorded > 0, mutations.sent == 0 { return 2 }
    return open > 0 ? 1 : 0
  }

  /// The last lines: skipped requests, and a summary:
  /// `12 answers of 1 endpoint: 9 as recorded, 2 with other values (…), 1 with errors.`
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
