import OrderedJSON
import Requests
import TestSupport
import Testing

@testable import Engine
@testable import Transports

/// Which requests for a WebSocket are let in, and what an operation on one is answered with.
@Suite("Opening WebSockets")
struct OpenSocketTests {
  let board: Board

  init() async throws { board = try await .recorded() }

  private func request(_ path: String = "/board", _ headers: HeaderList = [:]) -> ClientRequest {
    var all: HeaderList = ["Host": "localhost", "Sec-WebSocket-Protocol": "graphql-transport-ws"]
    for field in headers.fields { all.set(field.name, field.value) }
    return ClientRequest(method: "GET", target: path, headers: all)
  }

  static let refused: [(path: String, headers: HeaderList, status: Int, code: String)] = [
    ("/__understudy/status", [:], 404, "UNDERSTUDY_UNKNOWN_ENDPOINT"),
    ("/board", ["Host": "evil.example"], 403, "UNDERSTUDY_FORBIDDEN_HOST"),
    ("/board", ["Origin": "https://evil.example"], 403, "UNDERSTUDY_FORBIDDEN_ORIGIN"),
    ("/board/~%FF", [:], 400, "UNDERSTUDY_BAD_SESSION"),
    ("/board/~a", ["X-Understudy-Session": "b"], 400, "UNDERSTUDY_BAD_SESSION"),
  ]

  @Test("What is not let in over HTTP is not over a WebSocket, nor a page of another origin", arguments: refused)
  func refusal(path: String, headers: HeaderList, status: Int, code: String) async throws {
    let player = try board.player()
    guard case .refused(let answer) = player.openSocket(request(path, headers)) else {
      Issue.record("was let in")
      return
    }
    #expect(answer.status == status)
    #expect(try await answer.text.contains(code))
    #expect(player.refusals.count == 1)
  }

  static let offers: [(offered: String?, chosen: String?)] = [
    ("graphql-transport-ws", "graphql-transport-ws"), ("graphql-ws", "graphql-ws"),
    ("soap, graphql-ws ,graphql-transport-ws", "graphql-ws"), ("soap", nil), ("Graphql-WS", nil), (nil, nil),
  ]

  @Test("The first subprotocol that is known is chosen; without one the client is told and closed", arguments: offers)
  func offer(offered: String?, chosen: String?) throws {
    var request = request("/board", ["Origin": "http://localhost:3000"])
    request.headers.remove("sec-websocket-protocol")
    if let offered { request.headers.append("Sec-WebSocket-Protocol", offered) }
    guard case .accepted(let conversation) = try board.player().openSocket(request) else {
      Issue.record("was refused")
      return
    }
    #expect(conversation.subprotocol == chosen)
    let told = conversation.take(10).map(\.shown)
    #expect(told == (chosen == nil ? ["close 4406 Subprotocol not acceptable"] : []))
    #expect(conversation.take(10).isEmpty)
  }

  private func ask(
    _ engine: Engine, _ path: String, _ headers: HeaderList, _ messages: [String]
  ) async throws -> [String] {
    guard case .accepted(let conversation) = engine.openSocket(request(path, headers)) else { return ["refused"] }
    conversation.start {}
    var heard: [String] = []
    for message in messages { heard += try await conversation.say(message) }
    return heard
  }

  private func subscribe(_ query: String, _ variables: String = "{}") -> String {
    #"{"id":"1","type":"subscribe","payload":{"query":"\#(query)","variables":\#(variables)}}"#
  }

  @Test("A mutation over a socket changes its session, by path, header or the words of the client, and no other")
  func sessions() async throws {
    let add = subscribe(Board.add, #"{"text":"a"}"#)
    let ways: [(path: String, headers: HeaderList, payload: String)] = [
      ("/board/~one", [:], ""), ("/board/socket", ["X-Understudy-Session": "one"], ""),
      ("/board", [:], #","payload":{"headers":{"x-understudy-session":"one"}}"#),
    ]
    for way in ways {
      let player = try board.player()
      let heard = try await ask(player, way.path, way.headers, [#"{"type":"connection_init"\#(way.payload)}"#, add])
      #expect(heard.count == 3 && heard[1].contains(#""type":"next","payload":{"data":{"addNote""#), "\(heard)")
      #expect(try await player.ask(Board.list, session: "one").texts == ["a"])
      #expect(try await player.ask(Board.list).texts == [])
    }
  }

  @Test("A miss is an error of the operation, and counted as over HTTP")
  func miss() async throws {
    let player = try board.player()
    let heard = try await ask(player, "/board", [:], [#"{"type":"connection_init"}"#, subscribe("{ other }")])
    #expect(heard.last?.hasPrefix(#"{"id":"1","type":"error","payload":[{"message":"#) == true)
    #expect(heard.last?.contains("UNDERSTUDY_NO_RECORDING") == true)
    #expect(player.misses.count == 1)
  }

  @Test("A session that two names give is refused when the client says the second")
  func twoSessions() async throws {
    let player = try board.player()
    let initialise = #"{"type":"connection_init","payload":{"X-Understudy-Session":"two"}}"#
    let heard = try await ask(player, "/board/~one", [:], [initialise, subscribe(Board.list)])
    #expect(heard.last?.contains("UNDERSTUDY_BAD_SESSION") == true)
    #expect(player.refusals.count == 1)
  }
}
