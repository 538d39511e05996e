/// The pages under `/__understudy/` (`ControlAPI`).
package protocol OwnPages: Sendable {
  /// Answers a request for a page.
  ///
  /// - Parameters:
  ///   - path: of the page, behind `/__understudy`.
  ///   - request: the request.
  ///   - engine: of the port that it came to.
  /// - Returns: the answer, also for a page that there is not.
  func answer(_ path: String, to request: ClientRequest, at engine: Engine) -> Response
}
