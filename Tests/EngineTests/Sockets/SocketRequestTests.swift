import OrderedJSON
import Requests
import Testing

@testable import Engine
@testable import Transports

@Suite("Operations over a WebSocket as requests")
struct SocketRequestTests {
  @Test(
    "Who asks is said in connection_init, under many names",
    arguments: [
      (#"{"Authorization":"Bearer a"}"#, "Bearer a"),
      (#"{"headers":{"authorization":"b"}}"#, "b"),
      (#"{"authToken":"c"}"#, "c"),
      (#"{"token":"d"}"#, "d"),
      (#"{"accessToken":"e","unit":"metric"}"#, "e"),
      (#"{"headers":{"access_token":"f"}}"#, "f"),
      // What is called by its name counts before what is only called a token.
      (#"{"token":"g","Authorization":"h"}"#, "h"),
    ])
  func credentials(payload: String, expected: String) throws {
    #expect(try request(payload).headers[all: "authorization"] == [expected])
  }

  @Test(
    "Nothing else is taken for a credential",
    arguments: [
      "{}", #"{"token":""}"#, #"{"token":7}"#, #"{"unit":"metric"}"#, #"{"token":"a\r\nHost: b"}"#,
    ])
  func none(payload: String) throws {
    #expect(try request(payload).headers[all: "authorization"] == [])
  }

  @Test("The handshake's credential stays, whatever is called a token later")
  func handshake() throws {
    let request = try request(#"{"token":"late"}"#, headers: ["Authorization": "early"])
    #expect(request.headers[all: "authorization"] == ["early"])
  }

  private func request(_ payload: String, headers: HeaderList = [:]) throws -> ClientRequest {
    let origin = SocketOrigin(
      subprotocol: "graphql-ws", handshake: ClientRequest(method: "GET", target: "/a", headers: headers),
      initPayload: try JSON.parse(text: payload))
    return ClientRequest(operation: ["query": "{ a }"], over: origin)
  }
}
