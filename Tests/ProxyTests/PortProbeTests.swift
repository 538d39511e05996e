import Testing

@testable import Proxy

/// On macOS a server may listen on 127.0.0.1 though another one has the port on all addresses.
@Suite struct PortProbeTests {
  @Test(arguments: ["127.0.0.1", "0.0.0.0", "localhost"])
  func `a server that listens is found by every address that reaches it`(_ host: String) async throws {
    let server = try await ProxyServer.start(host: "127.0.0.1", port: 0, responder: EchoResponder())
    #expect(await PortProbe.isAnswered(host: host, port: server.port))
    await server.shutdown(grace: .seconds(10))
    #expect(await !PortProbe.isAnswered(host: host, port: server.port))
  }

  @Test func `a server on all addresses is found`() async throws {
    let server = try await ProxyServer.start(host: "0.0.0.0", port: 0, responder: EchoResponder())
    #expect(await PortProbe.isAnswered(host: "127.0.0.1", port: server.port))
    await server.shutdown(grace: .seconds(10))
  }

  @Test func `other machines are not asked, and neither is a port that the system chooses`() async {
    #expect(await !PortProbe.isAnswered(host: "192.0.2.1", port: 4000))
    #expect(await !PortProbe.isAnswered(host: "127.0.0.1", port: 0))
  }
}
