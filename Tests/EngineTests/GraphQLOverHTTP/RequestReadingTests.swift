import GraphQLLanguage
import Recordings
import Requests
import Synchronization
import Testing
import Transports

@testable import Engine

@Suite("The operation of a request is read once")
struct RequestReadingTests {
  /// Reads a request by a function that counts its calls and fails with the count.
  private final class Reader: Sendable {
    let calls = Mutex(0)

    func read(_ request: ClientRequest) throws(ResolutionProblem) -> ParsedRequest {
      try request.reading.once { () throws(ResolutionProblem) in
        let count = calls.withLock { calls in
          calls += 1
          return calls
        }
        throw .request(.methodNotAllowed("call \(count)"))
      }
    }

    func problem(_ request: ClientRequest) -> String {
      do {
        _ = try read(request)
        return "none"
      } catch {
        return "\(error)"
      }
    }
  }

  private let request = ClientRequest(method: "POST", target: "/", body: Array("{}".utf8))

  @Test("Copies share the first result, a problem too")
  func shared() {
    let reader = Reader()
    let copy = request
    let first = reader.problem(request)
    #expect(reader.problem(copy) == first && reader.problem(request) == first)
    #expect(reader.calls.withLock { $0 } == 1)
  }

  @Test("A copy whose body, target or header fields change is read again, and the original is not")
  func changed() {
    let reader = Reader()
    let first = reader.problem(request)
    for change: @Sendable (inout ClientRequest) -> Void in [
      { $0.body = Array("[]".utf8) }, { $0.headers = ["a": "b"] }, { $0.target = RequestTarget("/other") },
      { $0.method = "GET" },
    ] {
      var copy = request
      change(&copy)
      #expect(reader.problem(copy) != first)
    }
    #expect(reader.problem(request) == first)
    #expect(reader.calls.withLock { $0 } == 5)
  }

  @Test("Equality and hash leave out whether a request was read")
  func equality() {
    let unread = ClientRequest(method: "POST", target: "/", body: Array("{}".utf8))
    _ = Reader().problem(request)
    #expect(request == unread && Set([request, unread]).count == 1)
  }
}
