package import Engine
package import OrderedJSON
package import Requests
import Transports

/// Requests to the board of `StatefulUpstream`, recorded and replayed.
package struct Board {
  package let folder: TestFolder

  package init(folder: TestFolder) { self.folder = folder }

  /// A board in a folder of its own, with recordings of its list before and after a note was added.
  package static func recorded() async throws -> Board {
    let board = Board(folder: try TestFolder())
    let recorder = try board.recorder(StatefulUpstream())
    _ = try await recorder.ask(list)
    _ = try await recorder.ask(add, ["text": "a"])
    _ = try await recorder.ask(list)
    await recorder.finish()
    return board
  }

  /// A recorder of the board; `namedSessions` says whether named sessions are recorded as sessions of their own.
  package func recorder(
    _ upstream: StatefulUpstream, log: EventLog = EventLog(), namedSessions: Bool = false
  ) throws -> Engine {
    try folder.recorder(upstream, name: "board", log: log) { configuration in
      configuration = .recordingStates
      configuration.recordsNamedSessions = namedSessions
    }
  }

  package func player(
    log: EventLog = EventLog(), _ change: (inout EngineConfiguration) -> Void = { _ in }
  ) throws -> Engine {
    try folder.player(log: log, change)
  }

  package static let list = "query Notes { notes { id text } }"
  package static let add = "mutation AddNote($text: String!) { addNote(text: $text) { id text } }"
  package static let edit = "mutation EditNote($id: ID!, $text: String!) { editNote(id: $id, text: $text) { id text } }"
  package static let tick = "mutation Tick { tick }"

  package static func request(
    _ query: String, _ variables: JSONObject = [:], session: String? = nil, start: String? = nil,
    path: String = "/board"
  ) -> ClientRequest {
    var headers: HeaderList = ["Host": "localhost", "Content-Type": "application/json"]
    if let session { headers.append("X-Understudy-Session", session) }
    if let start { headers.append("X-Understudy-Start", start) }
    let body = JSON.object(["query": .string(query), "variables": .object(variables)])
    return ClientRequest(method: "POST", target: path, headers: headers, body: body.serialize())
  }
}

extension EngineConfiguration {
  /// Records named sessions into the states that unnamed requests share (format 1), as imports do.
  package static var recordingStates: EngineConfiguration {
    var configuration = EngineConfiguration(mode: .record)
    configuration.recordsNamedSessions = false
    return configuration
  }
}

extension Engine {
  /// The answer's data and how it was found.
  package func ask(
    _ query: String, _ variables: JSONObject = [:], session: String? = nil, start: String? = nil,
    path: String = "/board"
  ) async throws -> Asked {
    let request = Board.request(query, variables, session: session, start: start, path: path)
    let answer = await respond(to: request).get()
    return Asked(answer: answer, body: try JSON.parse(text: try await answer.text))
  }
}

package struct Asked {
  package let answer: Answer
  package let body: JSON

  package init(answer: Answer, body: JSON) {
    self.answer = answer
    self.body = body
  }

  package var state: String? { answer.headers[first: "Understudy-State"] }
  package var isMiss: Bool { answer.headers[first: "Understudy-Source"] == "miss" }
  package var texts: [String]? { body["data"]?["notes"]?.arrayValue?.compactMap { $0["text"]?.stringValue } }
  package var id: String { (body["data"]?["addNote"] ?? body["data"]?["editNote"])?["id"]?.stringValue ?? "" }
  package var message: String { body["errors"]?.arrayValue?.first?["message"]?.stringValue ?? "" }
  package var code: String { body["errors"]?.arrayValue?.first?["extensions"]?["code"]?.stringValue ?? "" }
}
