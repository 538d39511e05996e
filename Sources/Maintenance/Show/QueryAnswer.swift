package import Engine
package import OrderedJSON
import Recordings
import Replay
package import Requests
import Transports

/// The answer that a replay gives to a query now, and where it comes from: `understudy show --derived`.
package struct QueryAnswer: Sendable {
  /// The lines to print: the source, the recordings, and the answer or the miss.
  package let lines: [String]
  package let source: AnswerSource?

  /// Sends a query to an endpoint, without the network. `session` is a named session in its first state; nil for none.
  package init(
    to query: String, variables: JSONObject, of endpoint: Endpoint, session: String?
  ) async {
    let engine = Engine(configuration: EngineConfiguration(mode: .replay), endpoints: [endpoint], upstream: nil) { _ in
    }
    var headers: HeaderList = ["content-type": "application/json", "host": "127.0.0.1"]
    if let session { headers.append("X-Understudy-Session", session) }
    let body: JSON = ["query": .string(query), "variables": .object(variables)]
    let request = ClientRequest(method: "POST", target: "/\(endpoint.name)", headers: headers, body: body.serialize())
    let answer =
      switch engine.respond(to: request) {
      case .now(let answer): answer
      case .later(let operation): await operation()
      }
    source = answer.headers[first: AnswerSource.header].flatMap(AnswerSource.init)
    var lines = ["Source: \(source?.rawValue ?? "none")"]
    if let recording = engine.uses.first?.recording {
      lines.append("From:   " + recording.replacing(" + ", with: "\n        "))
    }
    switch (answer.body, source) {
    case (_, .miss): lines += [""] + engine.misses.prefix(1).map { MissText.message($0) }
    case (.bytes(let bytes), _):
      lines += ["", (try? JSON.parse(bytes))?.prettyText ?? String(decoding: bytes, as: UTF8.self)]
    default: break
    }
    self.lines = lines
  }
}
