import OrderedJSON
import Recordings
package import Requests
import Transports

/// Lets web pages read answers (CORS; the Fetch standard, section 3.3).
///
/// A page from another origin, which includes a development server on another port, may read only what an answer
/// allows. Pages of this machine and of `--allow-origin` are allowed. The upstream's own rules are for its own pages,
/// and are ignored here.
package struct CrossOrigin: Sendable {
  private let gatekeeper: RequestGuard

  package init(_ gatekeeper: RequestGuard) { self.gatekeeper = gatekeeper }

  /// The response headers of this program that a page may read, as it may read all others of an answer.
  static let exposed = [AnswerSource.header, AnswerState.header]

  /// The time in seconds that a browser may cache a preflight.
  static let maximumAge = 600

  /// True for a CORS preflight request.
  package static func isPreflight(_ request: ClientRequest) -> Bool {
    request.method == "OPTIONS" && request.headers[first: "access-control-request-method"] != nil
      && request.headers[first: "origin"] != nil
  }

  /// The answer to a preflight request; nil for any other request.
  package func preflight(_ request: ClientRequest) -> Answer? {
    guard request.method == "OPTIONS", let origin = request.headers[first: "origin"],
      let method = request.headers[first: "access-control-request-method"]
    else { return nil }
    guard gatekeeper.allows(origin: origin) else { return RequestGuard.foreignPage(origin) }
    var headers: HeaderList = [
      "access-control-allow-origin": origin,
      "access-control-allow-credentials": "true",
      "access-control-allow-methods": Self.methods.contains(method) ? Self.methods.joined(separator: ", ") : method,
    ]
    // Allows all headers that the client wants to send, such as `Apollo-Require-Preflight`.
    let wanted = request.headers[all: "access-control-request-headers"].filter { !$0.isEmpty }
    if !wanted.isEmpty { headers.append("access-control-allow-headers", wanted.joined(separator: ", ")) }
    headers.append("access-control-max-age", String(Self.maximumAge))
    // A page of a public address requests access to this machine.
    if request.headers[first: "access-control-request-private-network"] == "true" {
      headers.append("access-control-allow-private-network", "true")
    }
    headers.append("vary", "Origin, Access-Control-Request-Method, Access-Control-Request-Headers")
    headers.append(AnswerSource.header, AnswerSource.understudy.rawValue)
    return Answer(status: 204, headers: headers, body: .bytes([]))
  }

  private static let methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]

  /// Adds the headers with which the requesting page may read an answer, and removes the upstream's.
  package func allowing(_ answer: Answer, to origin: String) -> Answer {
    var answer = answer
    answer.headers.fields.removeAll { $0.name.lowercased().hasPrefix("access-control-") }
    // The answer differs by origin, so its encoding cannot be shared.
    answer.number = nil
    let vary = answer.headers[all: "vary"]
    if !vary.contains(where: { $0.namesOrigin }) {
      answer.headers.set("vary", (vary + ["Origin"]).joined(separator: ", "))
    }
    guard gatekeeper.allows(origin: origin) else { return answer }
    // The upstream's own list is not recorded.
    var exposed = Self.exposed
    for field in answer.headers.fields where !exposed.contains(where: field.name.equalsIgnoringASCIICase) {
      exposed.append(field.name)
    }
    answer.headers.append("access-control-allow-origin", origin)
    answer.headers.append("access-control-allow-credentials", "true")
    answer.headers.append("access-control-expose-headers", exposed.joined(separator: ", "))
    return answer
  }

  func allowing(_ response: Response, to origin: String) -> Response {
    response.mapped { $0 = allowing($0, to: origin) }
  }
}

extension String {
  /// True if a `Vary` header makes caches distinguish origins.
  fileprivate var namesOrigin: Bool {
    split(separator: ",").contains { name in
      let name = name.trimmingSpaces()
      return name == "*" || name.equalsIgnoringASCIICase("origin")
    }
  }
}
