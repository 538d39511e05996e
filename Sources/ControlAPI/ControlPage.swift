import Engine
import Recordings
import Requests
import Transports

/// One page of the control API: its path, methods and answer.
struct ControlPage: Sendable {
  /// The path below `/__understudy/`. A segment in angle brackets matches any segment, even an empty one.
  let path: String
  let methods: [String]
  /// The valid parameters of the URL; nil to ignore unknown ones, for pages that probes and browsers request.
  let parameters: [String]?
  let reach: Reach
  let answer: @Sendable (ControlCall) -> Response
  private let segments: [Substring]

  /// The replicas on which a page works, if several serve the sessions.
  enum Reach {
    case everywhere
    /// It needs ports or scopes, which replicas do not have.
    case oneProcess
    /// Its changes concern sessions that other replicas may serve, and these would not know of them.
    case oneReplica
  }

  private init(
    _ path: String, _ methods: String..., parameters: [String]? = [], reach: Reach = .everywhere,
    answer: @escaping @Sendable (ControlCall) -> Response
  ) {
    self.path = path
    self.methods = methods
    self.parameters = parameters
    self.reach = reach
    self.answer = answer
    segments = path.split(separator: "/")
  }

  /// All pages. The 404 of an unknown page lists them. The table in the guide ControlAPI.md has the same paths and methods.
  static let all: [ControlPage] = [
    ControlPage("status", "GET") { .now(StatusPages(engine: $0.engine).status()) },
    ControlPage("health", "GET", parameters: nil) { _ in .now(StatusPages.health) },
    ControlPage("ready", "GET", parameters: nil) { .now(StatusPages(engine: $0.engine).ready()) },
    ControlPage("metrics", "GET", parameters: nil) { call in
      .beside { MetricsPage(engine: call.engine.main, version: call.version).answer() }
    },
    ControlPage("misses", "GET", parameters: ["session", "token"]) { call in
      let parameters = call.request.target.parameters
      if let sharing = call.engine.sharing {
        if let token = parameters.only("token") { return .shared { await sharing.misses(token: token) } }
        if sharing.isShared, parameters.count(where: { $0.name == "session" }) > 1 {
          return .now(
            ErrorAnswer.make(
              status: 400, message: "Name one session: replicas share each session by itself.", code: .badRequest))
        }
        if sharing.isShared, let text = parameters.only("session"),
          let name = try? SessionName.canonical(text, isEncoded: false), SessionName.isNamed(name)
        {
          return .shared { await sharing.misses(session: name) }
        }
      }
      let page = MissesPage(engine: call.engine, listener: call.request.listener)
      return .beside { page.answer(parameters) }
    },
    ControlPage("sessions", "GET") { call in .beside { SessionPages(engine: call.engine).list() } },
    ControlPage("sessions/<name>", "GET") { SessionPages(engine: $0.engine).one($0.name) },
    ControlPage("sessions/<name>/reset", "POST") {
      SessionPages(engine: $0.engine).reset($0.name, listener: $0.request.listener)
    },
    ControlPage("begin", "POST", parameters: ["replace"]) { $0.beginAndEnd.begin() },
    ControlPage("pause", "POST", reach: .oneProcess) { $0.beginAndEnd.pause() },
    ControlPage("resume", "POST", reach: .oneProcess) { $0.beginAndEnd.resume() },
    ControlPage("enter", "POST", reach: .oneProcess) { $0.beginAndEnd.enter() },
    ControlPage("goes-on", "POST", reach: .oneProcess) { $0.beginAndEnd.goOn() },
    ControlPage("end", "POST") { $0.beginAndEnd.end() },
    ControlPage("requests", "GET", parameters: ["token"]) { call in
      let page = RequestsPage(engine: call.engine, listener: call.request.listener)
      return .beside { page.answer(call.request.target.parameters) }
    },
    ControlPage("recordings", "GET", parameters: ["session", "operation"]) { call in
      let page = RequestsPage(engine: call.engine, listener: call.request.listener)
      return .beside { page.recordings(call.request.target.parameters) }
    },
    ControlPage("recorded", "POST") { call in .beside { SessionPages(engine: call.engine).unrecorded(call.request) } },
    ControlPage("listeners", "GET", "POST", reach: .oneProcess) {
      $0.request.method == "POST" ? $0.listeners.open() : .now($0.listeners.list())
    },
    ControlPage("listeners/<number>", "DELETE", reach: .oneProcess) { $0.listeners.close($0.name.percentDecoded()) },
    ControlPage("faults", "GET", "POST", "DELETE", parameters: ["session"], reach: .oneReplica) {
      .now(FaultPages(engine: $0.engine).answer($0.request, number: nil))
    },
    ControlPage("faults/<number>", "GET", "DELETE", reach: .oneReplica) {
      .now(FaultPages(engine: $0.engine).answer($0.request, number: $0.name))
    },
    ControlPage("answers", "GET", "POST", "DELETE", parameters: ["session"], reach: .oneReplica) {
      .now(FaultPages(engine: $0.engine, isOverride: true).answer($0.request, number: nil))
    },
    ControlPage("answers/<number>", "GET", "DELETE", reach: .oneReplica) {
      .now(FaultPages(engine: $0.engine, isOverride: true).answer($0.request, number: $0.name))
    },
    ControlPage("images/<name>", "GET", parameters: nil) { call in
      .beside { PicturePage.answer(call.name.percentDecoded(), call.request.target.parameters) }
    },
    ControlPage("reload", "POST") { call in .beside { StatusPages(engine: call.engine).reload() } },
  ]

  /// Matches the segments of a path.
  ///
  /// - Returns: the segment for the angle brackets, still percent-encoded; empty for a path without them; nil if the
  ///   path does not match.
  func match(_ path: some Collection<Substring>) -> String? {
    guard path.count == segments.count else { return nil }
    var name = ""
    for (expected, given) in zip(segments, path) {
      if expected.hasPrefix("<") { name = String(given) } else if expected != given { return nil }
    }
    return name
  }

  func takes(_ method: String) -> Bool {
    methods.contains(method) || (method == "HEAD" && methods.contains("GET"))
  }

  /// The refusal of a parameter that the page does not have; nil if it has all of the URL's.
  func refusal(_ given: [(name: String, value: String)]) -> Answer? {
    guard let parameters, let odd = given.first(where: { !parameters.contains($0.name) }) else { return nil }
    return ErrorAnswer.make(
      status: 400,
      message:
        "/__understudy/\(path) has no parameter \(SessionName.shown(odd.name)). \(parameters.isEmpty ? "It has none: remove it" : "Valid: \(parameters.joined(separator: ", "))").",
      code: .badRequest)
  }
}

/// A request for a page, the engine of its port, the name or number in its path, and the program's version.
struct ControlCall {
  let engine: Engine
  let request: ClientRequest
  let name: String
  let version: String

  var beginAndEnd: BeginAndEnd { BeginAndEnd(engine: engine, request: request) }
  var listeners: ListenerPages { ListenerPages(engine: engine, request: request) }
}

extension [(name: String, value: String)] {
  /// The value of a parameter, if it is the only one.
  fileprivate func only(_ name: String) -> String? { count == 1 && self[0].name == name ? self[0].value : nil }
}
