package import OrderedJSON
import Synchronization

/// The receiver of a run's log: one line for each answer that is made here.
///
/// Answers of the upstream are reported as `Exchange`, after it is known whether they are recorded.
package struct AnswerLog: Sendable {
  /// True if lines have the texts of requests and answers.
  package let showsBodies: Bool
  /// True if lines have the request and the answer, for a page.
  package let keepsRecords: Bool
  /// True if the trace id of each request is received.
  package let showsTraces: Bool
  /// Receives an answer, its duration, and the request's trace id, if it is shown and there is one. Called on event
  /// loops, so it must not wait.
  package let receive: @Sendable (AnswerLine, _ nanoseconds: UInt64, _ traceID: String?) -> Void

  package init(
    showsBodies: Bool, keepsRecords: Bool = false, showsTraces: Bool = false,
    receive: @escaping @Sendable (AnswerLine, _ nanoseconds: UInt64, _ traceID: String?) -> Void
  ) {
    self.showsBodies = showsBodies
    self.keepsRecords = keepsRecords
    self.showsTraces = showsTraces
    self.receive = receive
  }
}

/// An answer as the log shows it, without secrets. A server that gives the same answer again reports it again.
package final class AnswerLine: Sendable {
  /// The endpoint's name; nil if the request names none.
  package let endpoint: String?
  package let session: String
  /// `query CountryDetail`, or `POST /countries` for a request that is no operation.
  package let title: String
  package let variables: JSONObject
  package let source: Source
  package let status: Int
  /// True if the answer has GraphQL errors.
  package let hasErrors: Bool
  /// Nil unless the log shows bodies.
  package let bodies: Bodies?
  /// An explanation; nil for most answers.
  package let remark: String?
  /// Counts the answer; nil if something else does.
  private let meter: RequestMeter?
  private let record: Mutex<AnswerRecord?>
  private let log: AnswerLog

  /// The source of an answer.
  package enum Source: String, Sendable {
    case exact, inferred, derived, introspection, generated, override, miss, fault, refused
  }

  /// The texts of a request and its answer, shortened.
  package struct Bodies: Sendable {
    package let request: String
    package let response: String

    /// The most bytes of each that are shown.
    static let limit = 4_000

    package init(request: String, response: String) {
      self.request = Self.beginning(request)
      self.response = Self.beginning(response)
    }

    private static func beginning(_ text: String) -> String {
      let count = text.utf8.count
      guard count > limit else { return text }
      return String(decoding: text.utf8.prefix(limit), as: UTF8.self) + "… (\(count) bytes)"
    }
  }

  package init(
    endpoint: String?, session: String, title: String, variables: JSONObject = JSONObject(), source: Source,
    status: Int, hasErrors: Bool = false, bodies: Bodies? = nil, remark: String? = nil, record: AnswerRecord? = nil,
    meter: RequestMeter? = nil, log: AnswerLog
  ) {
    self.endpoint = endpoint
    self.session = session
    self.title = title
    self.variables = variables
    self.source = source
    self.status = status
    self.hasErrors = hasErrors
    self.bodies = bodies
    self.remark = remark
    self.meter = meter
    self.record = Mutex(record)
    self.log = log
  }

  /// Removes and returns the request and the answer, so that a server that repeats the answer does not hold them.
  package func takeRecord() -> AnswerRecord? {
    record.withLock { record in
      defer { record = nil }
      return record
    }
  }

  /// The approximate size in bytes.
  package var heldBytes: Int {
    300 + session.utf8.count + title.utf8.count + JSON.object(variables).heldBytes
      + (bodies.map { $0.request.utf8.count + $0.response.utf8.count } ?? 0)
  }

  /// True if `report` needs the request's trace id.
  package var showsTrace: Bool { log.showsTraces }

  /// Counts the answer, and reports that it was sent.
  package func report(nanoseconds: UInt64 = 0, traceID: String? = nil) {
    meter?.add(nanoseconds: nanoseconds)
    log.receive(self, nanoseconds, traceID)
  }
}
