/// The pages under `/__understudy/`, implemented by the target `ControlAPI`.
package protocol ControlPages: Sendable {
  /// Answers a request for the page at a path below `/__understudy`; 404 for an unknown page. `engine` is that of the
  /// port where the request arrived.
  func answer(_ path: String, to request: ClientRequest, at engine: Engine) -> Response
}
