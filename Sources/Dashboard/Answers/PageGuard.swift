import Requests
import Transports

/// Refuses pages of other origins, and changes without the token.
struct PageGuard: Sendable {
  /// The header that has the token.
  static let header = "Understudy-Token"

  private let token: String

  init(token: String) { self.token = token }

  /// The refusal of a request below `/__understudy/`; nil if it is allowed. `isOfPage` is true for the page's own API.
  ///
  /// A page of another origin may neither read the page nor its API, even one of this machine: it could read the token.
  func refusal(of request: ClientRequest, isOfPage: Bool) -> DashboardProblem? {
    if isOfPage, Self.isOfAnotherPage(request) {
      return DashboardProblem(
        403, "A page of another origin sent this request. Only the page at / of this server may use this API.",
        .forbiddenOrigin)
    }
    let changes = request.method != "GET" && request.method != "HEAD"
    guard changes, isOfPage || Self.isOfBrowser(request), request.headers[first: Self.header] != token else {
      return nil
    }
    return DashboardProblem(
      403,
      request.headers[first: Self.header] == nil
        ? "This request changes something, so it needs the header \(Self.header). GET /__understudy/v1/info has its value."
        : "The value of the header \(Self.header) is not this run's. Reload the page, or GET /__understudy/v1/info again.",
      .forbiddenOrigin)
  }

  /// True if a browser sends the request for a page, which is the only sender that a person may not know of.
  private static func isOfBrowser(_ request: ClientRequest) -> Bool {
    request.headers[first: "origin"] != nil || request.headers[first: "sec-fetch-site"].map { $0 != "none" } ?? false
  }

  private static func isOfAnotherPage(_ request: ClientRequest) -> Bool {
    if let origin = request.headers[first: "origin"] {
      guard let host = request.headers[first: "host"] else { return true }
      return origin.lowercased() != "http://\(host.lowercased())"
        && origin.lowercased() != "https://\(host.lowercased())"
    }
    guard let site = request.headers[first: "sec-fetch-site"]?.lowercased() else { return false }
    // A link may lead to the page.
    return site != "same-origin" && site != "none" && request.headers[first: "sec-fetch-mode"] != "navigate"
  }
}
