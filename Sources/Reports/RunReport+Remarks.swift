import Engine
import GraphQLLanguage
import OrderedJSON
import Recordings
package import Replay
import Requests

extension RunReport {
  /// Returns the text of a miss with advice, for one of its sessions, or for the first one whose test can be run again.
  package func text(of miss: Miss, session: String? = nil) -> String {
    let sessions = session.map { [$0] } ?? sessionsOfMisses[miss] ?? []
    return MissText.message(
      miss, rerun: sessions.lazy.compactMap { reruns[$0] }.first ?? defaultRerun,
      following: followingOfMisses[miss] ?? 0)
  }

  /// Advice for a run whose requests named no session, if it recorded mutations, or missed the recordings of named sessions;
  /// else nil.
  package var sessionAdvice: String? {
    guard sessionNames?.isEmpty == true else { return nil }
    if let command, written.contains(where: { $0.file.contains("/mutation") }) {
      let isPytest = command.words.contains { $0.split(separator: "/").last == "pytest" }
      let way =
        isPytest
        ? "record again with --each-test pytest"
        : "run understudy init, add the lines that it prints, and record again; without a helper for your framework, begin and end the sessions yourself (guide Sessions)"
      return
        "No request named a session, so the mutations of one test affect the recorded answers of the others. For a session for each test, \(way)."
    }
    guard missed > 0, recordedSessionCount > 0 else { return nil }
    let recorded = recordedSessionCount == 1 ? "1 recording is" : "\(recordedSessionCount) recordings are"
    return
      "No request named a session, and \(recorded) of named sessions. Run the tests as they were recorded: with --each-test pytest, or with the helper that understudy init wrote."
  }

  /// Equal requests to the real API that failed or were not recorded.
  package struct Remark: Sendable {
    package let endpoint: String
    /// The request: `query Detail {"code":"CA"}`, or the request line if it is not an operation.
    package let title: String
    /// Nil if the request belongs to no session.
    package let session: String?
    package let reason: String
    package fileprivate(set) var count = 1

    /// `countries query Detail {"code":"CA"}, session LoginTests, 3 times: REASON`.
    package var text: String {
      let session = session.map { $0 == "default" ? "" : ", session \($0)" } ?? ""
      let times = count > 1 ? ", \(count) times" : ""
      return "\(endpoint) \(title)\(session)\(times): \(reason)"
    }
  }

  /// Requests that got an error of Understudy's own, since the real API could not be reached or did not answer.
  package var unanswered: [Remark] { remarks(\.unanswered) }

  package var unansweredCount: Int {
    max(count(.unanswered), unanswered.reduce(0) { $0 + $1.count })
  }

  /// Answers that could not be written, or that differ from the recorded ones.
  package var failures: [Remark] {
    remarks { if case .failed(let why) = $0.outcome { why } else { nil } }
  }

  /// Answers that are not in the recordings: replay will miss them.
  package var notRecorded: [Remark] {
    remarks { exchange in
      guard case .notRecorded(let why) = exchange.outcome, !exchange.isPassedOnly, exchange.unanswered == nil else {
        return nil
      }
      return why
    }
  }

  /// Returns the exchanges with a reason, equal ones once, in the order in which they came first.
  private func remarks(_ reason: (Exchange) -> String?) -> [Remark] {
    struct Key: Hashable {
      let endpoint, title, reason: String
      let session: String?
    }
    var remarks: [Remark] = []
    var places: [Key: Int] = [:]
    for exchange in exchanges {
      guard let reason = reason(exchange) else { continue }
      let key = Key(
        endpoint: exchange.endpoint, title: exchange.title, reason: reason, session: exchange.session)
      if let place = places[key] {
        remarks[place].count += 1
      } else {
        places[key] = remarks.count
        remarks.append(
          Remark(endpoint: key.endpoint, title: key.title, session: key.session, reason: reason))
      }
    }
    return remarks
  }
}

extension Exchange {
  /// `query Detail {"code":"CA"}`, or the request line if it is not an operation.
  fileprivate var title: String {
    guard let operation else { return requestLine }
    return OperationTitle.text(operation.kind, operation.name ?? sketch, variables: variables, limit: 100)
  }
}
