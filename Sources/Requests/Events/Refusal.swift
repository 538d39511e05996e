package import Recordings

/// A request that got an error of Understudy's own: not parsed, not allowed, or not readable.
///
/// Like a miss, it got no answer of the API, which a run that tests a client must report.
package struct Refusal: BoundedElement {
  /// For example `POST /countries`.
  package var requestLine: String
  package var status: Int
  package var message: String
  /// The endpoint and the session that the request names; nil for those that it does not name. Refusals that differ only in
  /// them count as the same.
  package var endpoint: String?
  package var session: String?
  /// The trace id of the request; nil unless the log shows it.
  package var traceID: String?

  package init(requestLine: String, status: Int, message: String) {
    self.requestLine = requestLine
    self.status = status
    self.message = message
  }

  package var heldBytes: Int {
    150 + [requestLine, message, endpoint ?? "", session ?? ""].reduce(0) { $0 + $1.utf8.count }
  }

  package var contentHash: ContentHash { ContentHash(ofParts: [requestLine, String(status), message]) }
}
