import Maintenance
import OrderedJSON
import Recordings
import SchemaSources
import TestSupport
import Testing
import Transports

@Suite("Asking the endpoint again")
struct VerificationTests {
  private let bench: VerificationBench

  init() throws { bench = try VerificationBench() }

  private let query = #"{"query":"query Country { country { name } }"}"#
  private let canada = #"{"data":{"country":{"name":"Canada"}}}"#
  private let kanada = #"{"data":{"country":{"name":"K"}}}"#

  @Test("Several answers in one state are asked one after the other, and never written anew")
  func sequence() async throws {
    try await bench.record([(query, canada), (query, kanada)])
    let new = #"{"data":{"country":{"name":"New"}}}"#
    let outcome = try await bench.verify([.answer(chunks: [canada]), .answer(chunks: [new])]) { $0.updates = true }
    #expect(
      outcome.lines == [
        #"value: data.country.name is "New", recorded "K"."#,
        "kept: it has several recorded answers in sequence; record it again",
      ])
    #expect(outcome.report.exitCode == 0)
  }

  // MARK: Bad days

  @Test("A rate limit is waited for as long as it says, so many times")
  func rateLimit() async throws {
    try await bench.record([(query, canada)])
    let limit = ScriptedUpstream.Step.answer(status: 429, headers: ["retry-after": "7"], chunks: ["slow down"])
    let patient = try await bench.verify([limit, limit, .answer(chunks: [canada])])
    #expect(patient.lines == ["waiting 7: status 429, Retry-After: 7", "waiting 7: status 429, Retry-After: 7"])
    #expect(patient.pauses.filter { $0 == 7_000_000_000 }.count == 2)
    #expect(patient.report.exitCode == 0)
    let endless = try await bench.verify([limit, limit, limit, limit])
    #expect(
      endless.lines.last
        == "failed: http://127.0.0.1:1/graphql keeps limiting the rate (status 429, Retry-After: 7). Try later, or send fewer than 10 requests a second: --rate 5"
    )
    #expect(endless.report.exitCode == 2)
    for time in ["3600", "99999999999999999999"] {
      let long = try await bench.verify([.answer(status: 503, headers: ["retry-after": time], chunks: [])])
      #expect(long.pauses.isEmpty)
      #expect(long.report.exitCode == 2)
    }
  }

  @Test(
    "A date until which to wait counts from the date of the answer, and where that has none a second, then two",
    arguments: [
      ("Sun, 01 Mar 2026 00:00:05 GMT", "Sat, 28 Feb 2026 23:59:45 GMT", [20, 20]),
      ("Sunday, 01-Mar-26 00:00:05 GMT", "Sat, 28 Feb 2026 23:59:45 GMT", [20, 20]),
      // It is over already.
      ("Sat, 28 Feb 2026 23:59:44 GMT", "Sat, 28 Feb 2026 23:59:45 GMT", [0, 0]),
      ("Sun, 01 Mar 2026 00:00:05 GMT", nil, [1, 2]),
      ("Sun, 01 Mar 2026 00:00:05 GMT", "now", [1, 2]),
      ("a while", "Sat, 28 Feb 2026 23:59:45 GMT", [1, 2]),
    ])
  func rateLimitUntil(date: String, now: String?, seconds: [Int]) async throws {
    try await bench.record([(query, canada)])
    var headers: HeaderList = ["retry-after": date]
    if let now { headers.append("date", now) }
    let limit = ScriptedUpstream.Step.answer(status: 503, headers: headers, chunks: [])
    let outcome = try await bench.verify([limit, limit, .answer(chunks: [canada])])
    #expect(outcome.lines == seconds.map { "waiting \($0): status 503, Retry-After: \(date)" })
    #expect(outcome.report.exitCode == 0)
  }

  @Test("A date that is too far away is not waited for")
  func rateLimitUntilLater() async throws {
    try await bench.record([(query, canada)])
    let headers: HeaderList = [
      "retry-after": "Sat, 28 Feb 2026 00:01:01 GMT", "date": "Sat, 28 Feb 2026 00:00:00 GMT",
    ]
    let outcome = try await bench.verify([.answer(status: 429, headers: headers, chunks: [])])
    #expect(outcome.pauses.isEmpty)
    #expect(
      outcome.lines == [
        "failed: http://127.0.0.1:1/graphql keeps limiting the rate (status 429, Retry-After: Sat, 28 Feb 2026 00:01:01 GMT). Try later, or send fewer than 10 requests a second: --rate 5"
      ])
  }

  @Test("Requests keep the pace")
  func pace() async throws {
    let bodies = (1...4).map { #"{"query":"query Q\#($0) { country { name } }"}"# }
    try await bench.record(bodies.map { ($0, canada) })
    let outcome = try await bench.verify(bodies.map { _ in .answer(chunks: [canada]) })
    #expect(outcome.pauses == [100_000_000, 100_000_000, 100_000_000])
  }

  @Test("An endpoint that is down, and one that answers a page, are one error and not one for each recording")
  func down() async throws {
    try await bench.record([(query, canada), (#"{"query":"query Other { country { name } }"}"#, canada)])
    let down = try await bench.verify([.failure(UpstreamError(.unreachable, "the connection was refused"))])
    #expect(
      down.lines == [
        "failed: http://127.0.0.1:1/graphql cannot be reached: the connection was refused. Start it, check the URL and the network, or choose another URL with --upstream."
      ])
    #expect(
      down.report.lines(tellsValues: false).first == "Skipped 2 requests of countries, which could not be reached.")
    #expect(down.report.exitCode == 2)
    let page = try await bench.verify([
      .answer(status: 200, headers: ["content-type": "text/html"], chunks: ["<html><body>Log in"])
    ])
    #expect(
      page.lines == [
        "failed: http://127.0.0.1:1/graphql: The upstream answered status 200 with text/html, which is not a GraphQL response. Check that the upstream URL is the GraphQL endpoint. It begins: <html><body>Log in"
      ])
    #expect(page.report.exitCode == 2)
  }

  @Test("What a page repeats of a credential is not told")
  func echoedCredential() async throws {
    try await bench.record([(query, canada)], headers: ["authorization": "Bearer abc-def-ghi-jkl"])
    let page = "<p>Not let in: Bearer tiger-lily-0815-4711"
    let outcome = try await bench.verify([.answer(status: 403, headers: ["content-type": "text/html"], chunks: [page])])
    {
      $0.headers = ["Authorization": "Bearer tiger-lily-0815-4711"]
    }
    #expect(outcome.lines.count == 1)
    #expect(outcome.lines.first?.contains("Not let in: Bearer understudy-redacted-") == true)
    #expect(outcome.lines.first?.contains("tiger") == false)
  }

  @Test("A field that is refused is told once, with data that is null, too; an error of the execution is none")
  func refusedField() async throws {
    let error = #"{"message":"Cannot query field \"name\".","locations":[{"line":1,"column":20}]}"#
    for body in [
      #"{"errors":[\#(error)]}"#, #"{"errors":[\#(error)],"data":null}"#, #"{"data":null,"errors":[\#(error)]}"#,
    ] {
      let bench = try VerificationBench()
      try await bench.record([(query, canada)])
      let outcome = try await bench.verify([.answer(chunks: [body])])
      #expect(
        outcome.lines == [#"error: the API now refuses query Country: Cannot query field "name"."#], "\(body)")
    }
    try await bench.record([(query, canada)])
    let failed = #"{"data":null,"errors":[{"message":"No","path":["country"]}]}"#
    let outcome = try await bench.verify([.answer(chunks: [failed])])
    #expect(outcome.lines.contains("error: new error at country: No"))
    #expect(!outcome.lines.contains { $0.contains("refuses") })
  }

  @Test("A page after an answer is an error of that recording")
  func laterPage() async throws {
    try await bench.record([(query, canada), (#"{"query":"query Other { country { name } }"}"#, canada)])
    let outcome = try await bench.verify([
      .answer(chunks: [canada]),
      .answer(status: 502, headers: ["content-type": "text/html"], chunks: ["<h1>Bad Gateway"]),
    ])
    #expect(
      outcome.lines == [
        "error: there was no GraphQL response. The upstream answered status 502 with text/html, which is not a GraphQL response. Check that the upstream URL is the GraphQL endpoint. It begins: <h1>Bad Gateway"
      ])
    #expect(outcome.report.lines(tellsValues: false) == ["2 answers of 1 endpoint: 1 as recorded, 1 not answered."])
    #expect(outcome.report.exitCode == 1)
  }

  // MARK: Updates

  @Test("An update writes what is answered otherwise, and no error")
  func updates() async throws {
    try await bench.record([(query, canada), (#"{"query":"query Other { country { name } }"}"#, canada)])
    let before = bench.folder.contents()
    let bad = #"{"data":{"country":null},"errors":[{"message":"No","path":["country"]}]}"#
    let outcome = try await bench.verify([.answer(chunks: [kanada]), .answer(chunks: [bad])]) { $0.updates = true }
    #expect(
      outcome.lines == [
        #"value: data.country.name is "K", recorded "Canada"."#, "updated", "error: new error at country: No",
        "kept: its answer now has an error",
      ])
    let changed = bench.folder.contents().filter { before[$0.key] != $0.value }.map(\.key)
    #expect(changed.count == 1 && changed.first?.contains("Country") == true)
    #expect(
      outcome.report.lines(tellsValues: true) == [
        "2 answers of 1 endpoint: 1 with other values, 1 with errors. 1 recording updated. 1 recording not updated."
      ])
    let again = try await bench.verify([.answer(chunks: [kanada]), .answer(chunks: [canada])]) { $0.updates = true }
    #expect(again.report.same == 2)
    #expect(again.report.updated.isEmpty)
  }

  @Test("Nothing is written without --update")
  func writesNothing() async throws {
    try await bench.record([(query, canada)])
    let before = bench.folder.contents()
    _ = try await bench.verify([.answer(chunks: [kanada])])
    #expect(bench.folder.contents() == before)
  }

  @Test("What stands in the place of a secret is written where it is no string any more")
  func secretGone() async throws {
    let asked = #"{"query":"query Me { me { token } }"}"#
    try await bench.record([(asked, #"{"data":{"me":{"token":"tok_NEWSECRETSECRET_ann_99"}}}"#)])
    let now = #"{"data":{"me":{"token":["a"]}}}"#
    let outcome = try await bench.verify([.answer(chunks: [now])]) { $0.updates = true }
    #expect(outcome.lines.last == "updated")
    #expect(outcome.lines.first?.hasPrefix(#"error: data.me.token is now a list, ["#) == true)
    #expect(outcome.report.exitCode == 0)
    let again = try await bench.verify([.answer(chunks: [now])])
    #expect(again.report.lines(tellsValues: false) == ["1 answer of 1 endpoint: 1 as recorded."])
  }

  @Test("Only what is named is asked; a name that is not there is an error")
  func chosen() async throws {
    try await bench.record([(query, canada), (#"{"query":"query Other { country { name } }"}"#, canada)])
    let outcome = try await bench.verify([.answer(chunks: [canada])]) { $0.chosen = ["Other"] }
    #expect((try JSON.parse(outcome.requests[0].body))["operationName"] == "Other")
    #expect(outcome.report.asked == 1)
    await #expect(throws: ConfigurationError.self) { try await bench.verify([]) { $0.chosen = ["Othr"] } }
  }
}
