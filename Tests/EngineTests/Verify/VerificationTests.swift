import Engine
import OrderedJSON
import Recordings
import Synchronization
import Testing

/// Records with one scripted endpoint, asks another one again.
@Suite("Asking the endpoint again")
struct VerificationTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private let query = #"{"query":"query Country { country { name } }"}"#
  private let mutation = #"{"query":"mutation Rename { rename(to: \"K\") { name } }"}"#
  private let canada = #"{"data":{"country":{"name":"Canada"}}}"#
  private let renamed = #"{"data":{"rename":{"name":"K"}}}"#
  private let kanada = #"{"data":{"country":{"name":"K"}}}"#

  /// Records requests with their answers, in one session.
  private func record(_ exchanges: [(body: String, answer: String)], headers: HeaderList = [:]) async throws {
    let upstream = ScriptedUpstream(exchanges.map { .answer(chunks: [$0.answer]) })
    let endpoints = try Endpoints.forRecording(
      upstream: "http://127.0.0.1:1/graphql", name: "countries", recordings: folder.path, schemas: folder.path,
      salt: .random())
    let engine = Engine(
      configuration: EngineConfiguration(mode: .record), endpoints: endpoints, upstream: upstream, events: { _ in })
    for (body, _) in exchanges {
      var all = headers
      all.append("content-type", "application/json")
      let request = ClientRequest(method: "POST", target: "/countries", headers: all, body: Array(body.utf8))
      _ = try await engine.respond(to: request).get().text
    }
    await engine.finish()
  }

  /// What a verification said, waited and asked.
  private struct Outcome {
    var report: VerifyReport
    var lines: [String]
    var pauses: [UInt64]
    var requests: [UpstreamRequest]
  }

  private func verify(
    _ steps: [ScriptedUpstream.Step], _ change: (inout VerifyOptions) -> Void = { _ in }
  ) async throws -> Outcome {
    var options = VerifyOptions()
    options.rate = 10
    change(&options)
    let upstream = ScriptedUpstream(steps)
    let clock = NotedClock()
    let lines = Mutex<[String]>([])
    let verification = try Verification(
      recordings: folder.path, schemas: folder.path, url: "http://127.0.0.1:1/graphql", options: options,
      upstream: upstream, clock: clock
    ) { event in
      if let line = Self.line(event, below: folder.path) { lines.withLock { $0.append(line) } }
    }
    let report = await verification.run()
    return Outcome(
      report: report, lines: lines.withLock { $0 }, pauses: clock.pauses, requests: upstream.requests)
  }

  private static func line(_ event: VerifyEvent, below path: String) -> String? {
    switch event {
    case .began, .progress: nil
    case .waiting(_, let said, let seconds): "waiting \(seconds): \(said)"
    case .found(let finding): "\(finding.severity.rawValue): \(finding.message)"
    case .updated: "updated"
    case .kept(_, let why): "kept: \(why)"
    case .failed(_, let why): "failed: \(why)"
    }
  }

  // MARK: Mutations

  @Test("Mutations are not sent, and what was recorded after them is not asked, unless it is wanted")
  func mutations() async throws {
    try await record([(query, canada), (mutation, renamed), (query, kanada)])
    let without = try await verify([.answer(chunks: [canada])])
    #expect(without.requests.count == 1)
    #expect(without.report.exitCode == 0)
    #expect(
      without.report.lines(tellsValues: false) == [
        "not asked: 1 mutation; --mutations asks it, and executes it on the endpoint.",
        "not asked: 1 query recorded after mutations; --mutations asks it, and executes the mutations on the endpoint.",
        "1 answer of 1 endpoint: 1 as recorded.",
      ])
    let with = try await verify([canada, renamed, kanada].map { .answer(chunks: [$0]) }) {
      $0.executesMutations = true
    }
    let sent = with.requests.compactMap { (try? JSON.parse($0.body))?["query"]?.stringValue?.prefix(8) }
    #expect(sent == ["query Co", "mutation", "query Co"])
    #expect(with.report.lines(tellsValues: false) == ["3 answers of 1 endpoint: 3 as recorded."])
  }

  @Test("What was recorded after a mutation that is refused now is not asked")
  func refusedMutation() async throws {
    try await record([(query, canada), (mutation, renamed), (query, kanada)])
    let refusal = #"{"errors":[{"message":"Not today"}]}"#
    let outcome = try await verify([.answer(chunks: [canada]), .answer(chunks: [refusal])]) {
      $0.executesMutations = true
    }
    #expect(outcome.lines == ["error: the endpoint refuses mutation Rename now: Not today"])
    #expect(
      outcome.report.lines(tellsValues: false) == [
        "not asked: 1 request recorded after mutation Rename, which was not carried out.",
        "2 answers of 1 endpoint: 1 as recorded, 1 with errors.",
      ])
    #expect(outcome.report.exitCode == 1)
  }

  @Test("Ids that the endpoint makes now stand for the recorded ones, and are no difference")
  func ids() async throws {
    let make = #"{"query":"mutation Make { make { id } }"}"#
    let read = #"{"query":"query Read($id: ID!) { thing(id: $id) { id name } }","variables":{"id":"ID"}}"#
    func made(_ id: String) -> String { #"{"data":{"make":{"id":"\#(id)"}}}"# }
    func thing(_ id: String) -> String { #"{"data":{"thing":{"id":"\#(id)","name":"T"}}}"# }
    let (old, new) = ("thing-of-the-first-run-0001", "thing-of-the-second-run-0002")
    try await record([(make, made(old)), (read.replacing("\"ID\"", with: "\"\(old)\""), thing(old))])
    let outcome = try await verify([.answer(chunks: [made(new)]), .answer(chunks: [thing(new)])]) {
      $0.executesMutations = true
    }
    #expect((try JSON.parse(outcome.requests[1].body))["variables"] == ["id": .string(new)])
    #expect(outcome.report.lines(tellsValues: true) == ["2 answers of 1 endpoint: 2 as recorded."])
  }

  @Test(
    "A mutation that names an id which is another's now is not sent, nor what follows",
    arguments: [
      (#"{"query":"mutation Close($id: Int!) { close(id: $id) { ok } }","variables":{"id":978}}"#, "978", "979"),
      (#"{"query":"mutation Close { close(id: 978) { ok } }"}"#, "978", "979"),
      (#"{"query":"mutation Close { close(id: \"t128\") { ok } }"}"#, #""t128""#, #""t129""#),
    ])
  func staleIDs(close: String, old: String, new: String) async throws {
    let make = #"{"query":"mutation Make { make { id } }"}"#
    func made(_ id: String) -> String { #"{"data":{"make":{"id":\#(id)}}}"# }
    let closed = #"{"data":{"close":{"ok":true}}}"#
    try await record([(make, made(old)), (close, closed), (query, canada)])
    let outcome = try await verify([.answer(chunks: [made(new)]), .answer(chunks: [closed])]) {
      $0.executesMutations = true
    }
    #expect(outcome.requests.count == 1, "the endpoint would close another one")
    #expect(
      outcome.report.lines(tellsValues: false).dropLast() == [
        "not asked: 1 request with an id of a recorded mutation's answer, as a number or in the text; the endpoint has made another now, and it would be somebody else's.",
        "not asked: 1 request recorded after mutation Close, which was not carried out.",
      ])
    // Where the endpoint hands out the same again, all is asked.
    let same = try await verify([made(old), closed, canada].map { .answer(chunks: [$0]) }) {
      $0.executesMutations = true
    }
    #expect(same.report.lines(tellsValues: false) == ["3 answers of 1 endpoint: 3 as recorded."])
  }

  @Test("What was asked after mutations is never written anew")
  func updatesBehindMutations() async throws {
    try await record([(query, canada), (mutation, renamed), (query, kanada)])
    let new = #"{"data":{"country":{"name":"New"}}}"#
    let outcome = try await verify([new, renamed, new].map { .answer(chunks: [$0]) }) {
      $0.executesMutations = true
      $0.updates = true
    }
    #expect(outcome.report.updated.count == 1 && outcome.report.kept.count == 1)
    let written = folder.contents().values.map { String(decoding: $0, as: UTF8.self) }.joined()
    #expect(written.contains("New") && written.contains(#""name": "K""#), "the answer of the start alone is another")
  }

  // MARK: Who asks

  @Test("A credential is asked for, sent where it was recorded with one, and a token of now stands for a recorded one")
  func credentials() async throws {
    try await record([(query, canada)], headers: ["authorization": "Bearer abc-def-ghi-jkl"])
    let without = try await verify([])
    #expect(
      without.report.lines(tellsValues: false) == [
        "not asked: 1 request asked with a credential, which is not kept; give it: --header 'Authorization: …'.",
        "Nothing was asked.",
      ])
    let with = try await verify([.answer(chunks: [canada])]) { $0.headers = ["Authorization": "Bearer new"] }
    #expect(with.requests.first?.headers[all: "authorization"] == ["Bearer new"])
    #expect(with.report.lines(tellsValues: true) == ["1 answer of 1 endpoint: 1 as recorded."])
  }

  @Test("What nobody asked is asked without the given credential")
  func anonymous() async throws {
    try await record([(query, canada)])
    let outcome = try await verify([.answer(chunks: [canada])]) {
      $0.headers = ["Authorization": "Bearer new", "X-Tenant": "a"]
    }
    #expect(outcome.requests.first?.headers[first: "authorization"] == nil)
    #expect(outcome.requests.first?.headers[first: "x-tenant"] == "a")
  }

  @Test("A log-in's token of now is sent where the recorded one was, and appears nowhere")
  func tokens() async throws {
    let login = #"{"query":"mutation Login { login(name: \"ann\") { token } }"}"#
    func answer(_ token: String) -> String { #"{"data":{"login":{"token":"\#(token)"}}}"# }
    let upstream = ScriptedUpstream([answer("first-token-0001"), canada].map { .answer(chunks: [$0]) })
    let endpoints = try Endpoints.forRecording(
      upstream: "http://127.0.0.1:1/graphql", name: "countries", recordings: folder.path, schemas: folder.path)
    let engine = Engine(
      configuration: EngineConfiguration(mode: .record), endpoints: endpoints, upstream: upstream, events: { _ in })
    let asked: [(String, HeaderList)] = [(login, [:]), (query, ["authorization": "Bearer first-token-0001"])]
    for (body, headers) in asked {
      var all = headers
      all.append("content-type", "application/json")
      _ = try await engine.respond(
        to: ClientRequest(method: "POST", target: "/countries", headers: all, body: Array(body.utf8))
      ).get().text
    }
    await engine.finish()
    let outcome = try await verify([answer("second-token-0002"), canada].map { .answer(chunks: [$0]) }) {
      $0.executesMutations = true
      $0.updates = true
    }
    #expect(outcome.requests.last?.headers[all: "authorization"] == ["Bearer second-token-0002"])
    #expect(outcome.report.lines(tellsValues: true) == ["2 answers of 1 endpoint: 2 as recorded."])
    let echo = #"{"data":{"country":{"name":"It is third-token-0003"}}}"#
    let updated = try await verify([answer("third-token-0003"), echo].map { .answer(chunks: [$0]) }) {
      $0.executesMutations = true
      $0.updates = true
    }
    // What was recorded after a mutation is of a world that nobody can make again just so.
    #expect(updated.report.updated.isEmpty && updated.report.kept.count == 1)
    #expect(updated.lines.last?.hasPrefix("kept: it belongs to a history of mutations") == true)
    #expect(!updated.lines.joined().contains("third-token"))
    let written = folder.contents().values.map { String(decoding: $0, as: UTF8.self) }.joined()
    #expect(!written.contains("It is ") && !written.contains("-token-000"))
  }

  @Test("What was a secret is not kept, and so not asked")
  func secrets() async throws {
    let body =
      #"{"query":"query Who($password: String!) { country(password: $password) { name } }","variables":{"password":"hunter2-hunter2"}}"#
    try await record([(body, canada)])
    let outcome = try await verify([])
    #expect(
      outcome.report.lines(tellsValues: false) == [
        "not asked: 1 request whose variable password is a secret, which is not kept.", "Nothing was asked.",
      ])
    #expect(outcome.report.exitCode == 2, "a job that can ask nothing should not pass")
  }

  @Test("What was recorded of nobody is asked as nobody, and a refusal says why")
  func refusedAsNobody() async throws {
    try await record([(query, canada)])
    let refusal = #"{"errors":[{"message":"Log in first"}]}"#
    func lines(_ headers: HeaderList) async throws -> [String] {
      try await verify([.answer(status: 401, chunks: [refusal])]) { $0.headers = headers }.lines
    }
    #expect(try await lines([:]).first?.hasSuffix("Log in first (status 401; credentials go with --header)") == true)
    let given = try await lines(["Authorization": "Bearer new", "X-Team": "a"])
    #expect(
      given.first?.hasSuffix(
        "Log in first (status 401; it was recorded without a credential, so the given one was not sent: record it anew with one)"
      ) == true)
  }

  @Test("Several answers in one state are asked one after the other, and never written anew")
  func sequence() async throws {
    try await record([(query, canada), (query, kanada)])
    let new = #"{"data":{"country":{"name":"New"}}}"#
    let outcome = try await verify([.answer(chunks: [canada]), .answer(chunks: [new])]) { $0.updates = true }
    #expect(
      outcome.lines == [
        #"value: data.country.name is "New": recorded is "K"."#,
        "kept: several answers were recorded one after the other; record it again",
      ])
    #expect(outcome.report.exitCode == 0)
  }

  // MARK: Bad days

  @Test("A rate limit is waited for as long as it says, so many times")
  func rateLimit() async throws {
    try await record([(query, canada)])
    let limit = ScriptedUpstream.Step.answer(status: 429, headers: ["retry-after": "7"], chunks: ["slow down"])
    let patient = try await verify([limit, limit, .answer(chunks: [canada])])
    #expect(patient.lines == ["waiting 7: status 429, Retry-After: 7", "waiting 7: status 429, Retry-After: 7"])
    #expect(patient.pauses.filter { $0 == 7_000_000_000 }.count == 2)
    #expect(patient.report.exitCode == 0)
    let endless = try await verify([limit, limit, limit, limit])
    #expect(
      endless.lines.last
        == "failed: http://127.0.0.1:1/graphql limits the rate and did not stop to (status 429, Retry-After: 7). Ask later, or slower than 10 a second: --rate 5"
    )
    #expect(endless.report.exitCode == 2)
    for time in ["3600", "99999999999999999999"] {
      let long = try await verify([.answer(status: 503, headers: ["retry-after": time], chunks: [])])
      #expect(long.pauses.isEmpty)
      #expect(long.report.exitCode == 2)
    }
  }

  @Test("Requests keep the pace")
  func pace() async throws {
    let bodies = (1...4).map { #"{"query":"query Q\#($0) { country { name } }"}"# }
    try await record(bodies.map { ($0, canada) })
    let outcome = try await verify(bodies.map { _ in .answer(chunks: [canada]) })
    #expect(outcome.pauses == [100_000_000, 100_000_000, 100_000_000])
  }

  @Test("An endpoint that is down, and one that answers a page, are one error and not one for each recording")
  func down() async throws {
    try await record([(query, canada), (#"{"query":"query Other { country { name } }"}"#, canada)])
    let down = try await verify([.failure(UpstreamError(.unreachable, "the connection was refused"))])
    #expect(
      down.lines == [
        "failed: http://127.0.0.1:1/graphql cannot be reached: the connection was refused. Start it, check the URL and the network, or name another with --upstream."
      ])
    #expect(
      down.report.lines(tellsValues: false).first == "not asked: 2 requests of countries, which could not be asked.")
    #expect(down.report.exitCode == 2)
    let page = try await verify([
      .answer(status: 200, headers: ["content-type": "text/html"], chunks: ["<html><body>Log in"])
    ])
    #expect(
      page.lines == [
        "failed: http://127.0.0.1:1/graphql: The upstream answered status 200 with text/html, which is not a GraphQL response. Is the upstream's URL the GraphQL endpoint? It begins: <html><body>Log in"
      ])
    #expect(page.report.exitCode == 2)
  }

  @Test("What a page repeats of a credential is not told")
  func echoedCredential() async throws {
    try await record([(query, canada)], headers: ["authorization": "Bearer abc-def-ghi-jkl"])
    let page = "<p>Not let in: Bearer tiger-lily-0815-4711"
    let outcome = try await verify([.answer(status: 403, headers: ["content-type": "text/html"], chunks: [page])]) {
      $0.headers = ["Authorization": "Bearer tiger-lily-0815-4711"]
    }
    #expect(outcome.lines.count == 1)
    #expect(outcome.lines.first?.contains("Not let in: Bearer understudy-redacted-") == true)
    #expect(outcome.lines.first?.contains("tiger") == false)
  }

  @Test("A page after an answer is an error of that recording")
  func laterPage() async throws {
    try await record([(query, canada), (#"{"query":"query Other { country { name } }"}"#, canada)])
    let outcome = try await verify([
      .answer(chunks: [canada]),
      .answer(status: 502, headers: ["content-type": "text/html"], chunks: ["<h1>Bad Gateway"]),
    ])
    #expect(
      outcome.lines == [
        "error: no answer of GraphQL came. The upstream answered status 502 with text/html, which is not a GraphQL response. Is the upstream's URL the GraphQL endpoint? It begins: <h1>Bad Gateway"
      ])
    #expect(outcome.report.lines(tellsValues: false) == ["2 answers of 1 endpoint: 1 as recorded, 1 not answered."])
    #expect(outcome.report.exitCode == 1)
  }

  // MARK: Updates

  @Test("An update writes what is answered otherwise, and no error")
  func updates() async throws {
    try await record([(query, canada), (#"{"query":"query Other { country { name } }"}"#, canada)])
    let before = folder.contents()
    let bad = #"{"data":{"country":null},"errors":[{"message":"No","path":["country"]}]}"#
    let outcome = try await verify([.answer(chunks: [kanada]), .answer(chunks: [bad])]) { $0.updates = true }
    #expect(
      outcome.lines == [
        #"value: data.country.name is "K": recorded is "Canada"."#, "updated", "error: new error at country: No",
        "kept: its answer has an error now",
      ])
    let changed = folder.contents().filter { before[$0.key] != $0.value }.map(\.key)
    #expect(changed.count == 1 && changed.first?.contains("Country") == true)
    #expect(
      outcome.report.lines(tellsValues: true) == [
        "2 answers of 1 endpoint: 1 with other values, 1 with errors. 1 recording updated. 1 recording not updated."
      ])
    let again = try await verify([.answer(chunks: [kanada]), .answer(chunks: [canada])]) { $0.updates = true }
    #expect(again.report.same == 2)
    #expect(again.report.updated.isEmpty)
  }

  @Test("Nothing is written without --update")
  func writesNothing() async throws {
    try await record([(query, canada)])
    let before = folder.contents()
    _ = try await verify([.answer(chunks: [kanada])])
    #expect(folder.contents() == before)
  }

  @Test("What stands in the place of a secret is written where it is no string any more")
  func secretGone() async throws {
    let asked = #"{"query":"query Me { me { token } }"}"#
    try await record([(asked, #"{"data":{"me":{"token":"tok_NEWSECRETSECRET_ann_99"}}}"#)])
    let now = #"{"data":{"me":{"token":["a"]}}}"#
    let outcome = try await verify([.answer(chunks: [now])]) { $0.updates = true }
    #expect(outcome.lines.last == "updated")
    #expect(outcome.lines.first?.hasPrefix(#"error: data.me.token is a list now, ["#) == true)
    #expect(outcome.report.exitCode == 0)
    let again = try await verify([.answer(chunks: [now])])
    #expect(again.report.lines(tellsValues: false) == ["1 answer of 1 endpoint: 1 as recorded."])
  }

  @Test("Only what is named is asked; a name that is not there is an error")
  func chosen() async throws {
    try await record([(query, canada), (#"{"query":"query Other { country { name } }"}"#, canada)])
    let outcome = try await verify([.answer(chunks: [canada])]) { $0.chosen = ["Other"] }
    #expect((try JSON.parse(outcome.requests[0].body))["operationName"] == "Other")
    #expect(outcome.report.asked == 1)
    await #expect(throws: ConfigurationError.self) { try await verify([]) { $0.chosen = ["Othr"] } }
  }
}

/// A clock that stands still but for the pauses that it is asked for.
private final class NotedClock: VerifyClock {
  private let state = Mutex<(now: UInt64, pauses: [UInt64])>((0, []))

  var pauses: [UInt64] { state.withLock { $0.pauses } }

  func now() -> UInt64 { state.withLock { $0.now } }

  func pause(nanoseconds: UInt64) async throws {
    state.withLock {
      $0.now += nanoseconds
      $0.pauses.append(nanoseconds)
    }
  }
}
