import Engine
import Maintenance
import OrderedJSON
import Recordings
import Requests
import TestSupport
import Testing
import Transports

@Suite("Asking the endpoint again, and who asks")
struct VerificationCallerTests {
  private let bench: VerificationBench

  init() throws { bench = try VerificationBench() }

  private let query = #"{"query":"query Country { country { name } }"}"#
  private let canada = #"{"data":{"country":{"name":"Canada"}}}"#

  @Test("A credential is asked for, sent where it was recorded with one, and a token of now stands for a recorded one")
  func credentials() async throws {
    try await bench.record([(query, canada)], headers: ["authorization": "Bearer abc-def-ghi-jkl"])
    let without = try await bench.verify([])
    #expect(
      without.report.lines(tellsValues: false) == [
        "Skipped 1 request recorded with a credential, which is not saved. Pass it: --header 'Authorization: …'.",
        "No request was sent.",
      ])
    let with = try await bench.verify([.answer(chunks: [canada])]) { $0.headers = ["Authorization": "Bearer new"] }
    #expect(with.requests.first?.headers[all: "authorization"] == ["Bearer new"])
    #expect(with.report.lines(tellsValues: true) == ["1 answer of 1 endpoint: 1 as recorded."])
  }

  @Test("What nobody asked is asked without the given credential")
  func anonymous() async throws {
    try await bench.record([(query, canada)])
    let outcome = try await bench.verify([.answer(chunks: [canada])]) {
      $0.headers = ["Authorization": "Bearer new", "X-Tenant": "a"]
    }
    #expect(outcome.requests.first?.headers[first: "authorization"] == nil)
    #expect(outcome.requests.first?.headers[first: "x-tenant"] == "a")
  }

  private func answer(_ token: String) -> String { #"{"data":{"login":{"token":"\#(token)"}}}"# }

  /// Records a log-in, and a query with its token. Both have further headers.
  private func recordLogin(_ headers: HeaderList = [:]) async throws {
    let login = #"{"query":"mutation Login { login(name: \"ann\") { token } }"}"#
    let upstream = ScriptedUpstream([answer("first-token-0001"), canada].map { .answer(chunks: [$0]) })
    let engine = try bench.folder.recorder(upstream, name: "countries")
    let asked: [(String, HeaderList)] = [(login, [:]), (query, ["authorization": "Bearer first-token-0001"])]
    for (body, own) in asked {
      var all = headers
      all.append("content-type", "application/json")
      for field in own.fields { all.append(field.name, field.value) }
      _ = try await engine.respond(
        to: ClientRequest(method: "POST", target: "/countries", headers: all, body: Array(body.utf8))
      ).get().text
    }
    await engine.finish()
  }

  @Test("A log-in's token of now is sent where the recorded one was, and appears nowhere")
  func tokens() async throws {
    try await recordLogin()
    let outcome = try await bench.verify([answer("second-token-0002"), canada].map { .answer(chunks: [$0]) }) {
      $0.executesMutations = true
      $0.updates = true
    }
    #expect(outcome.requests.last?.headers[all: "authorization"] == ["Bearer second-token-0002"])
    #expect(outcome.report.lines(tellsValues: true) == ["2 answers of 1 endpoint: 2 as recorded."])
    let echo = #"{"data":{"country":{"name":"It is third-token-0003"}}}"#
    let updated = try await bench.verify([answer("third-token-0003"), echo].map { .answer(chunks: [$0]) }) {
      $0.executesMutations = true
      $0.updates = true
    }
    // What was recorded after a mutation is of a world that nobody can make again just so.
    #expect(updated.report.updated.isEmpty && updated.report.kept.count == 1)
    #expect(updated.lines.last?.hasPrefix("kept: it was recorded after mutations") == true)
    #expect(!updated.lines.joined().contains("third-token"))
    let written = bench.folder.contents().values.map { String(decoding: $0, as: UTF8.self) }.joined()
    #expect(!written.contains("It is ") && !written.contains("-token-000"))
  }

  @Test("A log-in's token is sent beside the key of an app")
  func keyOfAnApp() async throws {
    try bench.folder.write("identity: { header: [x-api-key, authorization] }\n", to: "countries/endpoint.yaml")
    let key: HeaderList = ["X-API-Key": "key-4711-of-the-app"]
    try await recordLogin(key)
    let outcome = try await bench.verify([answer("second-token-0002"), canada].map { .answer(chunks: [$0]) }) {
      $0.executesMutations = true
      $0.headers = key
    }
    #expect(outcome.report.exitCode == 0, "\(outcome.lines)")
    #expect(outcome.requests.last?.headers[all: "authorization"] == ["Bearer second-token-0002"])
    #expect(outcome.requests.last?.headers[all: "x-api-key"] == ["key-4711-of-the-app"])
  }

  @Test("What was a secret is not kept, and so not asked")
  func secrets() async throws {
    let body =
      #"{"query":"query Who($password: String!) { country(password: $password) { name } }","variables":{"password":"hunter2-hunter2"}}"#
    try await bench.record([(body, canada)])
    let outcome = try await bench.verify([])
    #expect(
      outcome.report.lines(tellsValues: false) == [
        "Skipped 1 request whose variable password is redacted. If it belongs to a test account, add this to endpoint.yaml, and record again: redaction: { keep: [variables.password] }. For a login, pass the token with --header.",
        "No request was sent.",
      ])
    #expect(outcome.report.exitCode == 2, "a job that can ask nothing should not pass")
  }

  @Test("A log-in whose password is not kept counts as done where its token is given")
  func givenToken() async throws {
    let login =
      #"{"query":"mutation Login($password: String!) { login(password: $password) { token } }","variables":{"password":"hunter2-hunter2"}}"#
    try await bench.record([(login, #"{"data":{"login":{"token":"first-token-0001"}}}"#), (query, canada)])
    let without = try await bench.verify([]) { $0.executesMutations = true }
    #expect(without.report.exitCode == 2 && without.requests.isEmpty)
    let with = try await bench.verify([.answer(chunks: [canada])]) {
      $0.executesMutations = true
      $0.headers = ["Authorization": "Bearer mine"]
    }
    #expect(with.requests.count == 1)
    #expect(
      with.report.lines(tellsValues: false).last == "1 answer of 1 endpoint: 1 as recorded. 0 of 1 mutation sent.")
  }

  @Test("What was recorded of nobody is asked as nobody, and a refusal says why")
  func refusedAsNobody() async throws {
    try await bench.record([(query, canada)])
    let refusal = #"{"errors":[{"message":"Log in first"}]}"#
    func lines(_ headers: HeaderList) async throws -> [String] {
      try await bench.verify([.answer(status: 401, chunks: [refusal])]) { $0.headers = headers }.lines
    }
    #expect(try await lines([:]).first?.hasSuffix("Log in first (status 401; pass credentials with --header)") == true)
    let given = try await lines(["Authorization": "Bearer new", "X-Team": "a"])
    #expect(
      given.first?.hasSuffix(
        "Log in first (status 401; it was recorded without a credential, so none was sent; record it again with one)"
      ) == true)
  }
}
