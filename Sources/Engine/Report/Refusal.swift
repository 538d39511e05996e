package import Recordings

/// A request that was answered with an error of Understudy's own: not understood, not allowed, or not readable.
///
/// It got no answer of the API, as a miss does not, and a run that tests a client has to know.
package struct Refusal: BoundedElement {
  /// E.g. `POST /countries`.
  package var requestLine: String
  package var status: Int
  /// The first error's message.
  package var message: String

  package init(requestLine: String, status: Int, message: String) {
    self.requestLine = requestLine
    self.status = status
    self.message = message
  }

  package var heldBytes: Int { 100 + requestLine.utf8.count + message.utf8.count }

  package var contentHash: ContentHash { ContentHash(ofParts: [requestLine, String(status), message]) }
}
