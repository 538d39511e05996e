import OrderedJSON
import Recordings
import Requests
import Transports

/// One path of the dashboard's API, and its answer.
struct DashboardPage: Sendable {
  /// The path below `/__understudy/`. A segment in angle brackets matches any segment.
  let path: String
  let method: String
  private let segments: [Substring]
  private let body: Body

  private enum Body: Sendable {
    /// Computed off the event loop.
    case object(@Sendable (DashboardCall) throws -> JSONObject)
    case response(@Sendable (DashboardCall) throws -> Response)
  }

  init(_ method: String, _ path: String, _ object: @escaping @Sendable (DashboardCall) throws -> JSONObject) {
    self.init(method, path, .object(object))
  }

  private init(_ method: String, _ path: String, _ body: Body) {
    self.method = method
    self.path = path
    segments = path.split(separator: "/")
    self.body = body
  }

  /// A page with an answer that is no JSON object.
  static func custom(
    _ method: String, _ path: String, _ response: @escaping @Sendable (DashboardCall) throws -> Response
  ) -> DashboardPage {
    DashboardPage(method, path, .response(response))
  }

  /// True if it changes what this process alone knows: its sessions or its files.
  var changesOneReplica: Bool {
    method == "POST" && !["validate", "complete"].contains(path.split(separator: "/").last)
  }

  /// Returns the decoded segments for the angle brackets; nil if the path does not match.
  func match(_ path: [Substring]) -> [String]? {
    guard path.count == segments.count else { return nil }
    var names: [String] = []
    for (expected, given) in zip(segments, path) {
      if expected.hasPrefix("<") {
        names.append(String(given).percentDecoded())
      } else if expected != given {
        return nil
      }
    }
    return names
  }

  func answer(_ call: DashboardCall) -> Response {
    switch body {
    case .object(let object):
      return .beside { Self.caught { .dashboard(try object(call)) } }
    case .response(let response):
      do { return try response(call) } catch { return .now(Self.problem(error)) }
    }
  }

  static func caught(_ answer: () throws -> Answer) -> Answer {
    do { return try answer() } catch { return problem(error) }
  }

  static func problem(_ error: any Error) -> Answer { DashboardProblem(of: error).answer }
}
