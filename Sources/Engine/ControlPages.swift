/// The pages under `/__understudy/`, which the target `ControlAPI` has.
package protocol ControlPages: Sendable {
  /// Answers a request for a page.
  ///
  /// - Parameters:
  ///   - path: the page's path below `/__understudy`.
  ///   - request: the request.
  ///   - engine: the engine of the port that it came to.
  /// - Returns: the answer; 404 for an unknown page.
  func answer(_ path: String, to request: ClientRequest, at engine: Engine) -> Response
}
