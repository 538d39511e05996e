/// The outcome of recording a named session at one endpoint.
package struct SavedSession: Hashable, Sendable {
  package let endpoint: String
  package let session: String
  /// The path of its file below the recordings folder; nil if there is none.
  package let file: String?
  /// The number of requests in the recording.
  package let requests: Int
  package let outcome: Outcome
  /// Indicates whether it is a setup that tests share, whose recorded answers changed: sessions that this run did not
  /// record have the earlier ones.
  package var changesSetup = false
  /// The first value that may not fit ids which are recorded as others, those that its setup issued before:
  /// `url is "…/books/8"`; nil if there is none.
  package var leftover: String?

  package init(
    endpoint: String, session: String, file: String?, requests: Int, outcome: Outcome, changesSetup: Bool = false
  ) {
    self.endpoint = endpoint
    self.session = session
    self.file = file
    self.requests = requests
    self.outcome = outcome
    self.changesSetup = changesSetup
  }

  package enum Outcome: Hashable, Sendable {
    /// The file has the whole session.
    case saved
    /// There was no earlier recording, so the requests so far are saved, marked incomplete. The reason.
    case incomplete(String)
    /// The earlier recording stays, if there is one. The reason.
    case notSaved(String)
  }
}

extension SavedSession: CustomStringConvertible {
  /// For example `saved    shop tests/test_cart.py::test_add  12 requests  shop/sessions/…-3f9a1c2e.json`.
  package var description: String {
    let subject = "\(endpoint) \(session)"
    let count = "\(requests) \(requests == 1 ? "request" : "requests")"
    let file = file.map { "  \($0)" } ?? ""
    return switch outcome {
    case .saved:
      "saved    \(subject)  \(count)\(file)"
        + (changesSetup ? "  its answers changed: record all tests that use it again" : "")
        + (leftover.map { "  a setup issued other ids, and \($0) may not fit them: see --replace" } ?? "")
    case .incomplete(let reason): "INCOMPLETE: \(subject)  \(count)\(file): \(reason)"
    case .notSaved(let reason): "NOT SAVED: \(subject): \(reason)"
    }
  }
}

/// The reason why a session is not saved as complete.
package struct SaveProblem: Sendable {
  package static let again = "Record the session again"
  package static let replace = "Record all tests again with --replace, because those of this run have its new ids"

  private let reason: String
  private let fix: String?

  /// - Parameters:
  ///   - reason: the cause, without a period.
  ///   - fix: the sentence that says what to do, without a period; nil if it is the usual one.
  package init(_ reason: String, fix: String? = nil) {
    self.reason = reason
    self.fix = fix
  }

  package var text: String { fix.map { "\(reason). \($0)" } ?? reason }

  /// Returns the text for a session whose earlier recording stays.
  package func keeping(fix other: String? = nil) -> String {
    ["\(reason). The existing recording is kept", fix ?? other].compactMap(\.self).joined(separator: ". ")
  }
}

/// The outcome of a session.
package enum SessionOutcome: String, Hashable, Sendable, CaseIterable {
  case passed
  case failed
  case skipped
}
