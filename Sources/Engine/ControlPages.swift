package import Requests

/// The pages under `/__understudy/`, implemented by the target `ControlAPI`.
package protocol ControlPages: Sendable {
  /// Answers a request for a path below `/__understudy` on the port of `engine`; 404 for an unknown page.
  func answer(_ path: String, to request: ClientRequest, at engine: Engine) -> Response
}
