import OrderedJSON
import Requests
import Synchronization
import TestSupport

@testable import Engine
@testable import Transports

extension Engine {
  /// Asks a page of the control API.
  func control(
    _ method: String = "POST", _ path: String, _ body: JSON? = nil, on listener: Int = 0
  ) async throws -> (status: Int, body: JSON) {
    var request = ClientRequest(
      method: method, target: "/__understudy/\(path)", headers: ["Host": "localhost"], body: body?.serialize() ?? [])
    request.listener = listener
    let answer = await respond(to: request).get()
    return (answer.status, try JSON.parse(text: try await answer.text))
  }

  /// Begins a session, and returns its token.
  func begin(_ name: String, scope: Bool = false, on listener: Int = 0) async throws -> String {
    let answer = try await control("POST", "begin", ["session": .string(name), "scope": .bool(scope)], on: listener)
    return answer.body["token"]?.stringValue ?? "\(answer)"
  }

  /// Ends a session, and returns what it came to.
  func end(_ token: String, _ outcome: String = "passed", on listener: Int = 0) async throws -> JSON {
    try await control("POST", "end", ["token": .string(token), "outcome": .string(outcome)], on: listener).body
  }
}

extension JSON {
  /// The first error's message.
  var errorMessage: String { self["errors"]?[0]?["message"]?.stringValue ?? "" }

  /// The counts by source that are not 0.
  var counted: [String: Int] {
    var counts: [String: Int] = [:]
    for member in self["counts"]?.objectValue?.members ?? [] {
      if let count = member.value.intValue, count > 0 { counts[member.name] = count }
    }
    return counts
  }
}

/// Opens ports that are none, and notes who answers on them.
final class ScriptedPorts: PortOpener {
  private let state = Mutex<(responders: [any Responder], closed: [Int])>(([], []))

  func open(_ responder: any Responder) async throws -> OpenPort {
    let port = state.withLock { state in
      state.responders.append(responder)
      return 50_000 + state.responders.count
    }
    return OpenPort(port: port, url: "http://127.0.0.1:\(port)") { [self] _ in state.withLock { $0.closed.append(port) }
    }
  }

  var closed: [Int] { state.withLock { $0.closed } }

  /// Asks whoever answers on the n-th port that was opened.
  func ask(_ place: Int, _ query: String, _ variables: JSONObject = [:]) async throws -> Asked {
    let responder = state.withLock { $0.responders[place] }
    let answer = await responder.respond(to: Board.request(query, variables)).get()
    return Asked(answer: answer, body: try JSON.parse(text: try await answer.text))
  }
}
