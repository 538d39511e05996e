import Engine
import OrderedJSON
import Requests
import Synchronization
import TestSupport
import Testing
import Transports

/// The program is told to stop while the real endpoint lets requests wait.
@Suite("Stopping while the endpoint is silent")
struct StoppingTests {
  /// An endpoint that never answers, or only begins to; it hears when nobody waits any more.
  private final class SilentUpstream: Upstream {
    let begins: Bool
    let asked = Mutex(0)

    init(begins: Bool) { self.begins = begins }

    func send(_ request: UpstreamRequest) async throws(UpstreamError) -> UpstreamResponse {
      asked.withLock { $0 += 1 }
      if begins {
        return UpstreamResponse(status: 200, headers: ["content-type": "application/json"], body: Silence())
      }
      do { try await Task.sleep(for: .seconds(600)) } catch { throw UpstreamError(.broken, "cancelled") }
      throw UpstreamError(.timeout, "nobody called it off")
    }

    func openSocket(
      _ request: UpstreamRequest, subprotocols: [String]
    ) async throws(UpstreamError) -> any UpstreamSocket {
      asked.withLock { $0 += 1 }
      try? await Task.sleep(for: .seconds(600))
      throw UpstreamError(.timeout, "nobody called it off")
    }

    func decode(_ body: [UInt8], coding: String, limit: Int) throws(UpstreamError) -> [UInt8] { body }

    private struct Silence: AsyncSequence, AsyncIteratorProtocol, Sendable {
      var hasBegun = false

      func makeAsyncIterator() -> Silence { self }

      mutating func next() async throws -> [UInt8]? {
        if hasBegun { try await Task.sleep(for: .seconds(600)) }
        hasBegun = true
        return Array(#"{"data":"#.utf8)
      }
    }
  }

  private let folder: TestFolder
  private let log = EventLog()

  init() throws { folder = try TestFolder() }

  private func engine(_ upstream: any Upstream) throws -> Engine {
    try folder.recorder(upstream, name: "countries", log: log)
  }

  private func request(_ body: String) -> ClientRequest {
    var headers: HeaderList = ["Host": "127.0.0.1:4000", "Content-Type": "application/json"]
    if body.hasPrefix("{"), body.contains("subscription") { headers.append("Accept", "text/event-stream") }
    return ClientRequest(method: "POST", target: "/countries", headers: headers, body: Array(body.utf8))
  }

  @Test(
    "Who waits is told that the program stops, and nothing is recorded",
    arguments: [
      (#"{"query":"{ n }"}"#, false), (#"{"query":"{ n }"}"#, true), (#"{"query":"mutation { n }"}"#, false),
      (#"{"query":"subscription { n }"}"#, false), (#"[{"query":"{ n }"},{"query":"{ m }"}]"#, false),
      (#"[{"query":"{ n }"},{"query":"{ m }"}]"#, true), ("no GraphQL", false),
    ])
  func called(body: String, begins: Bool) async throws {
    let upstream = SilentUpstream(begins: begins)
    let engine = try engine(upstream)
    let answering = Task { await engine.respond(to: request(body)).get() }
    while upstream.asked.withLock({ $0 }) == 0 { try await Task.sleep(for: .milliseconds(1)) }
    engine.callOffExchanges()
    let answer = await answering.value
    #expect(answer.status == 503)
    let json = try JSON.parse(Array(try await answer.text.utf8))
    let error = json["errors"]?.arrayValue?.first
    #expect(error?["extensions"]?["code"] == .string("UNDERSTUDY_STOPPING"))
    #expect(
      error?["message"]
        == .string(
          "Understudy stopped before the upstream http://127.0.0.1:1/graphql answered. Nothing was recorded. Send the request again when it runs."
        ))
    await engine.finish()
    #expect(!log.outcomes.isEmpty)
    for outcome in log.outcomes {
      #expect(
        outcome
          == .notRecorded(
            "http://127.0.0.1:1/graphql: Understudy stopped before the API answered"))
    }
    #expect(!folder.contents().keys.contains { $0.hasSuffix(".yaml") && !$0.hasSuffix("endpoint.yaml") })
  }

  @Test("A subscription that waits for the endpoint's WebSocket to open is told so as well")
  func opening() async throws {
    try folder.write("subscriptions: { protocol: graphql-transport-ws }\n", to: "countries/endpoint.yaml")
    let upstream = SilentUpstream(begins: false)
    let engine = try engine(upstream)
    let answering = Task { await engine.respond(to: request(#"{"query":"subscription { n }"}"#)).get() }
    while upstream.asked.withLock({ $0 }) == 0 { try await Task.sleep(for: .milliseconds(1)) }
    engine.callOffExchanges()
    #expect(await answering.value.status == 503)
  }

  @Test("A request that comes after that is told so at once")
  func late() async throws {
    let engine = try engine(SilentUpstream(begins: false))
    engine.callOffExchanges()
    #expect(await engine.respond(to: request(#"{"query":"{ n }"}"#)).get().status == 503)
  }

  @Test("A client that leaves ends its own exchange alone, and is told nothing of stopping")
  func left() async throws {
    let upstream = SilentUpstream(begins: false)
    let engine = try engine(upstream)
    let leaving = Task { await engine.respond(to: request(#"{"query":"{ n }"}"#)).get() }
    let staying = Task { await engine.respond(to: request(#"{"query":"{ m }"}"#)).get() }
    while upstream.asked.withLock({ $0 }) < 2 { try await Task.sleep(for: .milliseconds(1)) }
    leaving.cancel()
    #expect(await leaving.value.status == 502)
    #expect(log.outcomes == [.notRecorded("http://127.0.0.1:1/graphql: cancelled")])
    engine.callOffExchanges()
    #expect(await staying.value.status == 503)
  }

  @Test("An upload that the endpoint does not read is told so as well", arguments: [false, true])
  func unread(isBatch: Bool) async throws {
    let upstream = SilentUpstream(begins: false)
    let engine = try engine(upstream)
    let text = Multipart.single.text.replacing("{\"query\"", with: isBatch ? "[{\"query\"" : "{\"query\"")
      .replacing("null}}", with: isBatch ? "null}}]" : "null}}")
      .replacing("variables.file", with: isBatch ? "0.variables.file" : "variables.file")
    let answering = Task {
      await engine.respond(to: .upload(text, path: "/countries")).get()
    }
    while upstream.asked.withLock({ $0 }) == 0 { try await Task.sleep(for: .milliseconds(1)) }
    engine.callOffExchanges()
    let answer = await answering.value
    #expect(answer.status == 503)
    #expect(try await answer.json["errors"]?[0]?["extensions"]?["code"] == .string("UNDERSTUDY_STOPPING"))
    await engine.finish()
    #expect(
      log.outcomes == [
        .notRecorded("http://127.0.0.1:1/graphql: Understudy stopped before the API answered")
      ])
  }

  @Test(
    "Who waits for what a fault lets wait is told so as well",
    arguments: ["latency=600s", "latency=600s, error=hello", "latency=600s, status=500"])
  func faulty(fault: String) async throws {
    let engine = try FaultyEndpoint().engine
    let request = ClientRequest(
      method: "POST", target: "/rockets",
      headers: ["Host": "localhost", "Content-Type": "application/json", "Understudy-Fault": fault],
      body: Array(#"{"query":"{ hello }"}"#.utf8))
    let answering = Task { await engine.respond(to: request).get() }
    engine.callOffExchanges()
    try await expectStopping(await answering.value)
  }

  @Test("Who waits for a fake that takes its time is told so as well")
  func slowFake() async throws {
    let folder = try TestFolder()
    try folder.write("type Query { hello: String }", to: "rockets.graphqls")
    var configuration = EngineConfiguration(mode: .fake)
    configuration.delayFakes(milliseconds: 600_000...601_000, seed: 1)
    let engine = Engine(
      serving: configuration,
      endpoints: try Endpoints.forFaking(name: nil, schemas: folder.path, recordings: folder.path, seed: 1),
      upstream: nil, events: { _ in })
    let request = ClientRequest(
      method: "POST", target: "/rockets", headers: ["Host": "localhost", "Content-Type": "application/json"],
      body: Array(#"{"query":"{ hello }"}"#.utf8))
    let answering = Task { await engine.respond(to: request).get() }
    engine.callOffExchanges()
    try await expectStopping(await answering.value)
  }

  private func expectStopping(_ answer: Answer) async throws {
    #expect(answer.status == 503)
    let error = try await answer.json["errors"]?[0]
    #expect(error?["extensions"]?["code"] == .string("UNDERSTUDY_STOPPING"))
    let text = error?["message"]?.stringValue ?? ""
    #expect(text.hasPrefix("Understudy stopped before the delay of this answer (600"), "\(text)")
    #expect(text.hasSuffix(" ms) was over. Send the request again when it runs."))
  }

  @Test("What was answered before is kept, and answers no more than it did")
  func answeredBefore() async throws {
    let upstream = ScriptedUpstream([.answer(chunks: [#"{"data":{"n":1}}"#])])
    let engine = try engine(upstream)
    let answer = await engine.respond(to: request(#"{"query":"{ n }"}"#)).get()
    engine.callOffExchanges()
    await engine.finish()
    #expect(try await answer.text == #"{"data":{"n":1}}"#)
    guard case .new? = log.outcomes.first else { throw Failure("not new: \(log.outcomes)") }
  }
}
