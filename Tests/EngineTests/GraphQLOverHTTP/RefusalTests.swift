import Recordings
import Requests
import TestSupport
import Testing
import Transports

@testable import Engine

@Suite("Answers to requests that are refused")
struct RefusalTests {
  private let request = ClientRequest(method: "POST", target: "/")

  @Test("A method other than GET and POST gets 405 with Allow")
  func methods() {
    let answer = RequestProblem.methodNotAllowed("PUT").answer(to: ClientRequest(method: "PUT", target: "/"))
    #expect(answer.status == 405)
    #expect(answer.headers[first: "Allow"] == "GET, POST")
  }

  @Test("An unknown hash is answered with exactly what Apollo's clients wait for")
  func persistedQueryNotFound() async throws {
    let hash = ContentHash(of: Array("query Q { a }".utf8)).hex
    let answer = RequestProblem.persistedQueryNotFound(hash).answer(to: request)
    #expect(answer.status == 200)
    #expect(answer.headers[first: "cache-control"] == "private, no-cache, must-revalidate")
    #expect(
      try await answer.text
        == #"{"errors":[{"message":"PersistedQueryNotFound","extensions":{"code":"PERSISTED_QUERY_NOT_FOUND"}}]}"#)
    #expect(answer.problem == nil)
    #expect(!answer.isRepeatable)
  }

  @Test("The refusal of a client that accepts no stream names what would be accepted")
  func stream() async throws {
    let plain = StreamAccept(ClientRequest(method: "POST", target: "/", headers: ["accept": "*/*"])).refusal
    #expect(plain?.status == 406)
    let text = try await plain?.text ?? ""
    for part in ["UNDERSTUDY_NOT_ACCEPTABLE", "text/event-stream", "subscriptionSpec=1.0", "graphql-transport-ws"] {
      #expect(text.contains(part))
    }
    let events = ClientRequest(method: "POST", target: "/", headers: ["accept": "text/event-stream"])
    #expect(StreamAccept(events).refusal == nil)
  }
}
