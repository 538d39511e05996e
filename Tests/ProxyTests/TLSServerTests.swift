import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import Requests
import SwiftASN1
import Synchronization
import Testing
import X509

@testable import Proxy
@testable import ProxyTLS
@testable import Transports

/// Answers as `EchoResponder` does, and with what TLS and HTTP/2 make different.
private final class WideResponder: Responder {
  let echo = EchoResponder()
  let generation = 0
  /// How many bytes of the endless body were asked for.
  let produced = Atomic<Int>(0)
  let hasEnded = Atomic<Bool>(false)
  let cookies = Mutex<[String]>([])

  func respond(to request: ClientRequest) -> Response {
    cookies.withLock { $0 = request.headers[all: "cookie"] }
    switch request.target.path {
    case "/hops":
      return .now(
        Answer(
          status: 200,
          headers: [
            "content-type": "text/plain", "Connection": "keep-alive", "Keep-Alive": "timeout=5", "Upgrade": "h2c",
            "X-Stays": "1",
          ], body: .bytes(Array("hops".utf8))))
    case "/long":
      return .later {
        try? await Task.sleep(for: .milliseconds(1500))
        return Answer(status: 200, headers: [:], body: .bytes([]))
      }
    case "/endless": return .later { Answer(status: 200, headers: [:], body: .stream(Endless(responder: self))) }
    default: return echo.respond(to: request)
    }
  }
}

/// Is gone when the body is not asked for any more.
private final class End: Sendable {
  let responder: WideResponder

  init(responder: WideResponder) { self.responder = responder }

  deinit { responder.hasEnded.store(true, ordering: .relaxed) }
}

/// A body without an end, in parts of 16 KiB.
private struct Endless: AsyncSequence, Sendable {
  let responder: WideResponder

  func makeAsyncIterator() -> Iterator { Iterator(responder: responder) }

  struct Iterator: AsyncIteratorProtocol {
    let responder: WideResponder
    let end: End

    init(responder: WideResponder) {
      self.responder = responder
      end = End(responder: responder)
    }

    mutating func next() async throws -> [UInt8]? {
      responder.produced.add(16 << 10, ordering: .relaxed)
      return [UInt8](repeating: 1, count: 16 << 10)
    }
  }
}

@Suite("TLS and HTTP/2, over real sockets")
struct TLSServerTests {
  private let responder = WideResponder()
  let authority: LocalAuthority

  init() throws { authority = try LocalAuthority.make(now: .now) }

  private func start(
    _ limits: ConnectionLimits = ConnectionLimits(), hosts: [String] = ["localhost", "127.0.0.1"]
  ) async throws -> ProxyServer {
    try await ProxyServer.start(
      port: 0, limits: limits, tls: ServerTLS(authority: authority, hosts: hosts),
      responder: responder)
  }

  private func serve<Result: Sendable>(
    _ limits: ConnectionLimits = ConnectionLimits(), http2: Bool = true,
    _ body: (ProxyServer, HTTPClient) async throws -> Result
  ) async throws -> Result {
    let server = try await start(limits)
    let client = try HTTPClient.trusting(authority, http2: http2)
    let outcome: Swift.Result<Result, any Error>
    do { outcome = .success(try await body(server, client)) } catch { outcome = .failure(error) }
    try await client.shutdown()
    await server.shutdown(grace: .milliseconds(200))
    return try outcome.get()
  }

  private func post(_ server: ProxyServer, _ path: String, _ body: String = "") -> HTTPClientRequest {
    var request = HTTPClientRequest(url: "\(server.origin)\(path)")
    request.method = .POST
    request.body = .bytes(ByteBuffer(string: body))
    return request
  }

  @Test("A client gets HTTP/2 if it speaks it, else HTTP/1.1", arguments: [true, false])
  func version(http2: Bool) async throws {
    try await serve(http2: http2) { server, client in
      #expect(server.origin == "https://127.0.0.1:\(server.port)")
      for _ in 0..<4 {
        let response = try await client.execute(post(server, "/same", "hello"), timeout: .seconds(60))
        #expect(response.version == (http2 ? .http2 : .http1_1))
        #expect(String(buffer: try await response.body.collect(upTo: 1000)) == "hello")
      }
      // Only HTTP/1.1 has bytes that can be kept.
      #expect(responder.echo.count == (http2 ? 4 : 2))
    }
  }

  @Test("Many requests on one connection are each answered with their own")
  func multiplexing() async throws {
    try await serve { server, client in
      try await withThrowingTaskGroup(of: Bool.self) { group in
        for number in 0..<140 {
          let request = post(server, number % 2 == 0 ? "/later" : "/", "body \(number)")
          group.addTask {
            let response = try await client.execute(request, timeout: .seconds(60))
            return String(buffer: try await response.body.collect(upTo: 1000)) == "body \(number)"
          }
        }
        for try await isRight in group { #expect(isRight) }
      }
    }
  }

  @Test("Header fields of an HTTP/1.1 connection stay out of HTTP/2")
  func hopByHop() async throws {
    try await serve { server, client in
      let response = try await client.execute(post(server, "/hops"), timeout: .seconds(60))
      let names = Set(response.headers.map { $0.name.lowercased() })
      #expect(names.isDisjoint(with: ["connection", "keep-alive", "upgrade"]))
      #expect(names.isSuperset(of: ["x-stays", "content-type", "content-length"]))
      let stream = try await client.execute(post(server, "/stream"), timeout: .seconds(60))
      #expect(String(buffer: try await stream.body.collect(upTo: 1000)) == "onetwo")
    }
  }

  @Test("Pairs of a cookie that come one by one are one header field behind the connection")
  func cookies() async throws {
    try await serve { server, client in
      var request = post(server, "/")
      request.headers.add(name: "cookie", value: "a=1")
      request.headers.add(name: "cookie", value: "b=2")
      _ = try await client.execute(request, timeout: .seconds(60))
      #expect(responder.cookies.withLock { $0 } == ["a=1; b=2"])
    }
  }

  @Test("A body that breaks off is no whole body, and the connection goes on", arguments: [true, false])
  func broken(http2: Bool) async throws {
    try await serve(http2: http2) { server, client in
      let response = try await client.execute(post(server, "/broken"), timeout: .seconds(60))
      await #expect(throws: (any Error).self) { try await response.body.collect(upTo: 1000) }
      let next = try await client.execute(post(server, "/", "next"), timeout: .seconds(60))
      #expect(String(buffer: try await next.body.collect(upTo: 1000)) == "next")
    }
  }

  @Test("Bodies larger than any window go both ways; one over the limit gets 413", arguments: [true, false])
  func largeBodies(http2: Bool) async throws {
    var limits = ConnectionLimits()
    limits.bodyBytes = 3 << 20
    try await serve(limits, http2: http2) { server, client in
      let text = String(repeating: "0123456789abcdef", count: 3 << 16)
      let response = try await client.execute(post(server, "/", text), timeout: .seconds(60))
      #expect(String(buffer: try await response.body.collect(upTo: 4 << 20)) == text)
      let refused = try await client.execute(post(server, "/", text + "x"), timeout: .seconds(60))
      #expect(refused.status == .payloadTooLarge)
      var unsized = post(server, "/")
      let (parts, continuation) = AsyncStream<ByteBuffer>.makeStream()
      for part in [text, "x"] { continuation.yield(ByteBuffer(string: part)) }
      continuation.finish()
      unsized.body = .stream(parts, length: .unknown)
      let refusedLater = try await client.execute(unsized, timeout: .seconds(60))
      #expect(refusedLater.status == .payloadTooLarge)
    }
  }

  @Test("Too many header bytes get 431 on the one stream that has them")
  func largeHeaders() async throws {
    var limits = ConnectionLimits()
    limits.headerBytes = 2000
    try await serve(limits) { server, client in
      var request = post(server, "/")
      request.headers.add(name: "x-large", value: String(repeating: "a", count: 2000))
      let refused = try await client.execute(request, timeout: .seconds(60)).status
      #expect(refused == .requestHeaderFieldsTooLarge)
      let next = try await client.execute(post(server, "/"), timeout: .seconds(60)).status
      #expect(next == .ok)
    }
  }

  @Test("A request that does not come to its end in time gets 408; a long answer may take longer")
  func slow() async throws {
    var limits = ConnectionLimits()
    limits.requestTime = .seconds(1)
    try await serve(limits) { server, client in
      var request = post(server, "/")
      let (parts, continuation) = AsyncStream<ByteBuffer>.makeStream()
      request.body = .stream(parts, length: .unknown)
      continuation.yield(ByteBuffer(string: "half"))
      let late = try await client.execute(request, timeout: .seconds(60)).status
      #expect(late == .requestTimeout)
      continuation.finish()
      let next = try await client.execute(post(server, "/long"), timeout: .seconds(60)).status
      #expect(next == .ok)
    }
  }

  @Test("A stream is made no faster than its client reads, and ends with it")
  func slowReader() async throws {
    try await serve { server, client in
      let response = try await client.execute(post(server, "/endless"), timeout: .seconds(60))
      var parts = response.body.makeAsyncIterator()
      #expect(try await parts.next() != nil)
      var before = -1
      while responder.produced.load(ordering: .relaxed) != before {
        before = responder.produced.load(ordering: .relaxed)
        try await Task.sleep(for: .milliseconds(100))
      }
      // The window of this client is 8 MiB.
      #expect(before < 10 << 20)
      let next = try await client.execute(post(server, "/", "beside it"), timeout: .seconds(60))
      #expect(String(buffer: try await next.body.collect(upTo: 1000)) == "beside it")
    }
    while !responder.hasEnded.load(ordering: .relaxed) { try await Task.sleep(for: .milliseconds(5)) }
  }

  @Test("At the end an answer in flight is finished, and idle connections do not hold it up", arguments: [true, false])
  func shutdown(http2: Bool) async throws {
    let server = try await start()
    let (idle, busy) = (
      try HTTPClient.trusting(authority, http2: http2), try HTTPClient.trusting(authority, http2: http2)
    )
    _ = try await idle.execute(post(server, "/"), timeout: .seconds(60))
    // Their handshakes have not begun, or not ended.
    let (silent, begun) = (try await RawClient(port: server.port), try await RawClient(port: server.port))
    try await begun.send("\u{16}\u{3}\u{1}")
    let request = post(server, "/later", "in flight")
    async let answer = busy.execute(request, timeout: .seconds(60)).body.collect(upTo: 1000)
    while responder.echo.count < 2 { try await Task.sleep(for: .milliseconds(2)) }
    // Nothing but the answer is waited for.
    await server.shutdown(grace: .seconds(3600))
    #expect(String(buffer: try await answer) == "in flight")
    for client in [silent, begun] { await client.close() }
    try await idle.shutdown()
    try await busy.shutdown()
  }

  @Test("Plain HTTP on a TLS port is told so", arguments: ["GET / HTTP/1.1\r\nHost: a\r\n\r\n", "\0hello"])
  func plain(bytes: String) async throws {
    try await serve { server, _ in
      let client = try await RawClient(port: server.port)
      try await client.send(bytes)
      let text = await client.readToEnd()
      #expect(text.hasPrefix("HTTP/1.1 400 "))
      #expect(text.contains("This port serves TLS, and the client did not use it. Use an https:// URL"))
    }
  }

  @Test(
    "A connection that says nothing, or begins a handshake and stops, is closed", arguments: ["", "\u{16}\u{3}\u{1}"])
  func silence(bytes: String) async throws {
    var limits = ConnectionLimits()
    limits.requestTime = .seconds(2)
    try await serve(limits) { server, _ in
      // Closed it may be before this side is ready: that is what is to happen.
      guard let client = try? await RawClient(port: server.port) else { return }
      if !bytes.isEmpty { try? await client.send(bytes) }
      #expect(await client.readToEnd() == "")
    }
  }

  @Test("One connection too many is closed before any handshake")
  func tooMany() async throws {
    var limits = ConnectionLimits()
    limits.connections = 1
    try await serve(limits) { server, client in
      _ = try await client.execute(post(server, "/"), timeout: .seconds(60))
      let second = try? await RawClient(port: server.port)
      #expect(await second?.readToEnd() ?? "" == "")
      let next = try await client.execute(post(server, "/", "goes on"), timeout: .seconds(60))
      #expect(String(buffer: try await next.body.collect(upTo: 1000)) == "goes on")
    }
  }

  @Test("The upstream's authority is trusted when it is named, and no other")
  func upstream() async throws {
    let folder = try TemporaryFolder()
    let right = try folder.write(try authority.certificate.serializeAsPEM().pemString, to: "right.pem")
    let wrong = try folder.write(
      try LocalAuthority.make(now: .now).certificate.serializeAsPEM().pemString, to: "wrong.pem")
    let server = try await start(hosts: ["localhost"])
    func ask(_ tls: UpstreamTLS, host: String = "localhost") async throws -> String {
      let upstream = HTTPUpstream(timeout: .seconds(60), tls: tls)
      let request = UpstreamRequest(
        method: "POST", url: "https://\(host):\(server.port)/", headers: [:], body: Array("hello".utf8))
      let outcome: String
      do {
        var text = ""
        for try await part in try await upstream.send(request).body { text += String(decoding: part, as: UTF8.self) }
        outcome = text
      } catch let error as UpstreamError {
        outcome = error.description
      }
      await upstream.shutdown()
      return outcome
    }
    func named(_ path: String) throws -> UpstreamTLS { try UpstreamTLS(authorities: path, certificate: nil, key: nil) }
    let untrusted = "unreachable: its certificate is not trusted; pass its CA with --upstream-ca"
    #expect(try await ask(named(right)) == "hello")
    #expect(try await ask(named(wrong)) == untrusted)
    #expect(try await ask(.usual) == untrusted)
    #expect(
      try await ask(named(right), host: "127.0.0.1")
        == "unreachable: its certificate is for a different host name")
    await server.shutdown(grace: .milliseconds(200))
  }
}
