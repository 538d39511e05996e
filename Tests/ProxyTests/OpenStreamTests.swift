import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import Requests
import Synchronization
import Testing
import Transports

@testable import Proxy
@testable import ProxyTLS

/// Answers with a body that begins, and goes on for as long as its client wants; or with one that only takes long.
private final class OpenResponder: Responder {
  let generation = 0
  private let open = Atomic<Int>(0)

  /// How many bodies are being asked for.
  var count: Int { open.load(ordering: .relaxed) }

  func respond(to request: ClientRequest) -> Response {
    .later {
      var answer = Answer(status: 200, headers: [:], body: .stream(Waiting(responder: self)))
      answer.isEndless = true
      return answer
    }
  }

  private struct Waiting: AsyncSequence, AsyncIteratorProtocol, Sendable {
    let responder: OpenResponder
    var hasBegun = false

    func makeAsyncIterator() -> Waiting { self }

    mutating func next() async throws -> [UInt8]? {
      guard hasBegun else {
        hasBegun = true
        return Array("begun".utf8)
      }
      responder.open.add(1, ordering: .relaxed)
      defer { responder.open.subtract(1, ordering: .relaxed) }
      try await Task.sleep(for: .seconds(3600))
      return nil
    }
  }
}

/// Streams that end only when their client wants do not hold up the end of the server.
@Suite("Open streams at the end of the server")
struct OpenStreamTests {
  private let responder = OpenResponder()

  @Test("They are broken off, over each HTTP", arguments: [nil, false, true])
  func ended(http2: Bool?) async throws {
    let authority = try LocalAuthority.make(now: .now)
    let tls = try http2.map { _ in try ServerTLS(authority: authority, hosts: ["localhost", "127.0.0.1"]) }
    let server = try await ProxyServer.start(port: 0, tls: tls, responder: responder)
    let client = try HTTPClient.trusting(authority, http2: http2 ?? false)
    var bodies: [HTTPClientResponse.Body.AsyncIterator] = []
    for _ in 0..<3 {
      var request = HTTPClientRequest(url: "\(server.origin)/")
      request.method = .POST
      let response = try await client.execute(request, timeout: .seconds(3600))
      #expect(response.version == (http2 == true ? .http2 : .http1_1))
      var body = response.body.makeAsyncIterator()
      #expect(try await body.next().map { String(buffer: $0) } == "begun")
      bodies.append(body)
    }
    while responder.count < 3 { try await Task.sleep(for: .milliseconds(2)) }
    await server.shutdown(grace: .seconds(3600))
    #expect(responder.count == 0)
    for body in bodies {
      var body = body
      // None looks like one that has come to its end.
      await #expect(throws: (any Error).self) { while try await body.next() != nil {} }
    }
    try await client.shutdown()
  }
}
