import Engine
import OrderedJSON
import Requests
import TestSupport
import Testing
import Transports

@Suite("What goes wrong on request")
struct FaultTests {
  @Test(
    "The header names what goes wrong with one request",
    arguments: [
      ("status=503", 503, "status=503"),
      ("status=429, retryAfter=5", 429, "status=429"),
      ("latency=1ms,status=500, body=\"Not now, please\"", 500, "latency=1ms, status=500"),
      ("latency=2-2ms", 200, "latency=2ms"),
      ("error=launches.0.site, code=GONE", 200, "error=launches.0.site"),
      ("truncate=10, slow=100", 200, "truncate=10, slow=100"),
    ])
  func header(text: String, status: Int, named: String) async throws {
    let endpoint = try FaultyEndpoint()
    let answer = await endpoint.ask("{ launches { site } }", fault: text)
    #expect(answer.status == status)
    #expect(answer.fault == named)
    #expect(!answer.isRepeatable && answer.number == nil)
    let usual = await endpoint.ask("{ launches { site } }")
    #expect(usual.status == 200 && usual.fault == nil && usual.delivery == nil && usual.isRepeatable)
  }

  @Test("A fault instead of the answer keeps the start that the request names")
  func start() async throws {
    let folder = try TestFolder()
    let recorder = try folder.recorder(
      ScriptedUpstream(["1", "2"].map { .answer(chunks: [#"{"data":{"day":\#($0)}}"#]) }), name: "board"
    ) { $0 = .recordingStates }
    let day = "query Day { day }"
    _ = try await recorder.ask(day)
    _ = try await recorder.ask(day, session: "b", start: "monday")
    await recorder.finish()
    let player = try folder.player()
    var request = Board.request(day, session: "a", start: "monday")
    request.headers.append("Understudy-Fault", "status=503")
    #expect(await player.respond(to: request).get().status == 503)
    #expect(try await player.ask(day, session: "a").body["data"]?["day"] == 2)
  }

  @Test("A status has the body and the time that were asked for, or says that it is a fault")
  func status() async throws {
    let endpoint = try FaultyEndpoint()
    let said = await endpoint.ask("{ hello }", fault: "status=503, body=\"Not now, please\", retryAfter=7")
    #expect(try await said.text == "Not now, please")
    #expect(said.headers[first: "retry-after"] == "7")
    #expect(said.headers.mediaType == "text/plain")
    let unsaid = try await endpoint.ask("{ hello }", fault: "status=503").json
    #expect(unsaid["errors"]?[0]?["message"] == "Injected fault (Understudy-Fault): status 503.")
    #expect(unsaid["errors"]?[0]?["extensions"]?["code"] == "UNDERSTUDY_FAULT")
  }

  @Test("A reset, a cut and a slow body are for the server to do")
  func deliveries() async throws {
    let endpoint = try FaultyEndpoint()
    let reset = await endpoint.ask("{ hello }", fault: "reset")
    #expect(reset.delivery?.resets == true)
    let wrong = await endpoint.ask("{ hello }", fault: "truncate=3, slow=50")
    #expect(wrong.delivery?.truncatesAfter == 3 && wrong.delivery?.bytesPerSecond == 50)
    #expect(wrong.delivery?.resets == false)
  }

  @Test("A mutation that gets a status or a reset has changed nothing")
  func changesNothing() async throws {
    let endpoint = try FaultyEndpoint()
    let book = "mutation { cancelTrip(launchId: \"1\") { success } }"
    _ = await endpoint.ask(book, fault: "status=503")
    _ = await endpoint.ask(book, fault: "reset")
    _ = await endpoint.ask(book, fault: "error=cancelTrip")
    let (_, before) = try await endpoint.call("GET", "/__understudy/sessions/default")
    #expect(before["endpoints"]?[0]?["mutations"] == 0)
    _ = await endpoint.ask(book, fault: "truncate=0")
    let (_, after) = try await endpoint.call("GET", "/__understudy/sessions/default")
    #expect(after["endpoints"]?[0]?["mutations"] == 1)
  }

  @Test("A rule with times is for the first requests of each session")
  func times() async throws {
    let endpoint = try FaultyEndpoint(yaml: "faults: [{ operation: Hello, times: 2, status: 503 }]")
    for session in ["a", "b"] {
      var statuses: [Int] = []
      for _ in 0..<3 { statuses.append(await endpoint.ask("query Hello { hello }", session: session).status) }
      #expect(statuses == [503, 503, 200], "session \(session)")
    }
    #expect(await endpoint.ask("query Other { hello }").status == 200)
    #expect(await endpoint.ask("{ hello }").status == 200)
    #expect(try await endpoint.call("POST", "/__understudy/sessions/a/reset").0 == 200)
    #expect(await endpoint.ask("query Hello { hello }", session: "a").status == 503)
  }

  @Test("A request that a rule is about is never answered from a table")
  func notRepeatable() async throws {
    let endpoint = try FaultyEndpoint(yaml: "faults: [{ operation: Hello, times: 1, latency: 1ms }]")
    #expect(!(await endpoint.ask("query Hello { hello }")).isRepeatable)
    #expect(!(await endpoint.ask("query Hello { hello }")).isRepeatable)
    #expect((await endpoint.ask("query Other { hello }")).isRepeatable)
  }

  @Test("Rates and ranges follow from the seed and the number of the request, in any session")
  func seeded() async throws {
    func run(_ seed: Int, session: String) async throws -> [String] {
      let endpoint = try FaultyEndpoint(
        yaml: "faults: [{ operation: \"*\", rate: 50%, seed: \(seed), latency: 0-9ms }]")
      var faults: [String] = []
      for _ in 0..<40 { faults.append(await endpoint.ask("{ hello }", session: session).fault ?? "-") }
      return faults
    }
    let first = try await run(1, session: "a")
    #expect(first == (try await run(1, session: "b")))
    #expect(first != (try await run(2, session: "a")))
    let made = first.filter { $0 != "-" }
    #expect((10...30).contains(made.count))
    #expect(Set(made).count > 3)
  }

  @Test(
    "Variables have to be those of the rule",
    arguments: [
      ("{ id: 7 }", #"{"id":"7"}"#, true), ("{ id: 7 }", #"{"id":7}"#, true), ("{ id: 7 }", #"{"id":"8"}"#, false),
      ("{ id: /^1/ }", #"{"id":"15"}"#, true), ("{ id: /^1/ }", #"{"id":"51"}"#, false),
      ("{ a.b: [1, x] }", #"{"a":{"b":[1,"x"],"c":2}}"#, true), ("{ a: { b: null } }", #"{"a":{"b":null}}"#, true),
      ("{ a: { b: null } }", #"{"a":{"b":1}}"#, false), ("{ a: null }", "{}", true),
      ("{ a: true }", #"{"a":true}"#, true),
    ])
  func variables(rule: String, sent: String, isMeant: Bool) async throws {
    let endpoint = try FaultyEndpoint(yaml: "faults: [{ variables: \(rule), status: 503 }]")
    let variables = try JSON.parse(Array(sent.utf8)).objectValue ?? JSONObject()
    #expect(await endpoint.ask("{ hello }", variables: variables).status == (isMeant ? 503 : 200))
  }

  @Test("Calls add faults for a session or all, one after the other, and take them away")
  func calls() async throws {
    let endpoint = try FaultyEndpoint()
    let generation = endpoint.engine.generation
    let (status, added) = try await endpoint.call(
      "POST", body: #"{"session":"a","operation":"Hello","times":1,"status":503}"#)
    #expect(status == 201 && added["number"] == 1)
    #expect(endpoint.engine.generation != generation)
    _ = try await endpoint.call("POST", body: #"{"operation":"Hello","times":1,"status":500}"#)
    #expect(await endpoint.ask("query Hello { hello }", session: "b").status == 500)
    var statuses: [Int] = []
    for _ in 0..<3 { statuses.append(await endpoint.ask("query Hello { hello }", session: "a").status) }
    #expect(statuses == [503, 500, 200])
    let (_, list) = try await endpoint.call("GET")
    #expect(list["faults"]?.arrayValue?.map { $0["injected"]?.intValue } == [1, 2])
    #expect(try await endpoint.call("DELETE", "/__understudy/faults/1").1 == ["deleted": 1])
    #expect(try await endpoint.call("DELETE", "/__understudy/faults/1").0 == 404)
    #expect(try await endpoint.call("DELETE").1 == ["deleted": 1])
    #expect(try await endpoint.call("GET").1 == ["faults": []])
  }
}

extension FaultyEndpoint {
  fileprivate func call(_ method: String, body: String) async throws -> (Int, JSON) {
    try await call(method, "/__understudy/faults", body)
  }
}
