import Engine
import OrderedJSON
import Recordings
import Replay
import Requests

/// `GET v1/sessions`: the sessions with their histories and the sources of their answers.
struct SessionsPage {
  let engine: Engine

  /// The most sessions that are listed.
  private static let limit = 2_000

  func json() -> JSONObject {
    let open = engine.openSessions
    let counts = counts()
    var names = engine.sessionNames
    for session in open where !names.contains(session.name) { names.append(session.name) }
    for name in counts.keys.sorted(by: { $0.precedesByScalars($1) }) where !names.contains(name) { names.append(name) }
    let listed = names.prefix(Self.limit).map { name in
      let session = open.last { $0.name.hasSameScalars(as: name) }
      return JSON.object([
        "name": .string(name), "isOpen": .bool(session != nil), "isScope": .bool(session?.isScope ?? false),
        "listener": .int(session?.listener ?? 0), "token": session.map { .string($0.token) } ?? .null,
        "endpoints": .array(engine.endpoints.compactMap { endpoint(name, $0) }),
        "counts": .object(
          JSONObject((counts[name] ?? [:]).sorted { $0.key < $1.key }.map { .init($0.key, .int($0.value)) })),
        "hasGenerated": .array(
          engine.context.generatedMisses.operations(ofSession: name).map { .string($0) }),
      ])
    }
    let rest = names.count - listed.count
    return [
      "sessions": .array(listed),
      "remark": rest > 0 ? .string("\(names.count) sessions; the first \(Self.limit) are listed.") : .null,
    ]
  }

  private func endpoint(_ session: String, _ endpoint: Endpoint) -> JSON? {
    guard case .object(var object)? = endpoint.report(ofSession: session)?.json(endpoint: endpoint.name) else {
      return nil
    }
    object["history"] = object["last"] ?? []
    object["last"] = nil
    return .object(object)
  }

  /// The number of answers of each session by source.
  private func counts() -> [String: [String: Int]] {
    var counts: [String: [String: Int]] = [:]
    for use in engine.uses { counts[use.session, default: [:]][use.source.shown, default: 0] += use.count }
    return counts
  }
}

extension Use.Source {
  /// The same word as in the list of requests.
  fileprivate var shown: String {
    switch self {
    case .fake: "generated"
    case .upstream: "passed"
    case .unanswered: "failed"
    case .exact, .inferred, .derived, .introspection, .override, .miss: rawValue
    }
  }
}

extension Engine {
  /// The open sessions of all ports.
  var openSessions: [OpenSession] {
    ([0] + listeners.opened.map(\.number)).flatMap { context.openSessions.open(on: $0) }
  }
}
