import OrderedJSON
import Recordings
import Transports

/// Lets web pages in a browser read answers (CORS; the Fetch standard, section 3.3).
///
/// A page from another origin than this program's, and a development server on another port is one, may only read what
/// an answer allows it to. Pages of this machine are allowed, and those of `--allow-origin`; what the real endpoint
/// allows is for its own pages and counts for nothing here.
package struct CrossOrigin: Sendable {
  private let gatekeeper: RequestGuard

  package init(_ gatekeeper: RequestGuard) { self.gatekeeper = gatekeeper }

  /// The headers of ours that a page may read besides the few that it always may.
  static let exposed = [AnswerSource.header, AnswerState.header]

  /// For how many seconds a browser need not ask again.
  static let maximumAge = 600

  /// Whether a browser asks what a page may send.
  package static func isPreflight(_ request: ClientRequest) -> Bool {
    request.method == "OPTIONS" && request.headers[first: "access-control-request-method"] != nil
      && request.headers[first: "origin"] != nil
  }

  /// The answer to a preflight, by which a browser asks what a page may send; nil for any other request.
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
    // Whatever it wants to send: a client's own headers, `Apollo-Require-Preflight` among them, are none of our business.
    let wanted = request.headers[all: "access-control-request-headers"].filter { !$0.isEmpty }
    if !wanted.isEmpty { headers.append("access-control-allow-headers", wanted.joined(separator: ", ")) }
    headers.append("access-control-max-age", String(Self.maximumAge))
    // A page of a public address asks for leave to reach this machine.
    if request.headers[first: "access-control-request-private-network"] == "true" {
      headers.append("access-control-allow-private-network", "true")
    }
    headers.append("vary", "Origin, Access-Control-Request-Method, Access-Control-Request-Headers")
    headers.append(AnswerSource.header, AnswerSource.understudy.rawValue)
    return Answer(status: 204, headers: headers, body: .bytes([]))
  }

  private static let methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]

  /// An answer as the page may read it that asked; what the real endpoint said of that is taken out.
  package func allowing(_ answer: Answer, to origin: String) -> Answer {
    var answer = answer
    answer.headers.fields.removeAll { $0.name.lowercased().hasPrefix("access-control-") }
    // It is another answer for every origin: its encoding is not to be shared.
    answer.number = nil
    let vary = answer.headers[all: "vary"]
    if !vary.contains(where: { $0.namesOrigin }) {
      answer.headers.set("vary", (vary + ["Origin"]).joined(separator: ", "))
    }
    guard gatekeeper.allows(origin: origin) else { return answer }
    answer.headers.append("access-control-allow-origin", origin)
    answer.headers.append("access-control-allow-credentials", "true")
    answer.headers.append("access-control-expose-headers", Self.exposed.joined(separator: ", "))
    return answer
  }

  /// The same for an answer that may still come.
  func allowing(_ response: Response, to origin: String) -> Response {
    switch response {
    case .now(let answer): .now(allowing(answer, to: origin))
    case .later(let operation): .later { allowing(await operation(), to: origin) }
    }
  }
}

extension String {
  /// Whether a `Vary` header has caches tell origins apart.
  fileprivate var namesOrigin: Bool {
    split(separator: ",").contains { name in
      let name = name.trimmingSpaces()
      return name == "*" || name.equalsIgnoringASCIICase("origin")
    }
  }
}
