import OrderedJSON
import Requests
import SharedSessions
import Testing
import Transports

/// An entry of a session's log is read as it was written.
struct SessionEntryTests {
  private static func request(_ body: [UInt8] = Array("{}".utf8)) -> ClientRequest {
    ClientRequest(method: "POST", target: "/shop?a=b", headers: ["Host": "localhost", "X-A": "é"], body: body)
  }

  @Test func anEntryIsReadAsItWasWritten() throws {
    var overSocket = Self.request()
    overSocket.socket = SocketOrigin(
      subprotocol: "graphql-ws", handshake: Self.request(), initPayload: .object(["token": "t"]))
    var exchange = Self.request()
    exchange.exchange = ExchangePlace(path: "/users", host: "example.com", url: nil)
    let requests = [
      Self.request(), Self.request([0xFF, 0x00]), overSocket, exchange,
      Self.request().reading([0x7B, 0x7D], kept: nil),
    ]
    for request in requests {
      let entry = SessionEntry.request(
        SentRequest(
          endpoint: "shop", path: "graphql", request: request, document: ("{ a }", "abc"), result: "0123",
          miss: .object(["message": "m"])))
      let text = entry.json.serialize()
      let read = try #require(SessionEntry(try JSON.parse(text)))
      #expect(read.json == entry.json)
    }
    let begin = SessionEntry.begin(data: ["population": "Task=3"])
    #expect(SessionEntry(begin.json) == begin)
  }

  @Test func anEntryOfAnotherFormatIsRefused() {
    #expect(SessionEntry(.object(["format": "2", "data": .null])) == nil)
    #expect(SessionEntry(.object(["endpoint": "shop"])) == nil)
  }
}
