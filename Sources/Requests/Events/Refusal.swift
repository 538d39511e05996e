package import Recordings

/// A request that got an error of Understudy's own: not parsed, not allowed, or not readable.
///
/// Like a miss, it got no answer of the API, which a run that tests a client must report.
package struct Refusal: BoundedElement {
  /// For example `POST /countries`.
  package var requestLine: String
  package var status: Int
  package var message: String
  /// The trace id of the request; nil unless the log shows it.
  package var traceID: String?

  package init(requestLine: String, status: Int, message: String) {
    self.requestLine = requestLine
    self.status = status
    self.message = message
  }

  package var heldBytes: Int { 100 + requestLine.utf8.count + message.utf8.count }

  package var contentHash: ContentHash { ContentHash(ofParts: [requestLine, String(status), message]) }
}
