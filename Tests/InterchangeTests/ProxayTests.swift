import Testing

@testable import Interchange

@Suite("Import of Proxay tapes")
struct ProxayTests {
  @Test("A tape: bodies as text and in Base64; what is no GraphQL is only counted")
  func tape() async throws {
    let folder = try TestFolder()
    let (plan, log) = try await importing(
      [fixture("proxay.yml")], into: folder, change: { $0.endpoint = "countries" })
    #expect(
      log.outcomes == [#"new query CountryDetail {"code":"CA"}"#, #"new query CountryDetail {"code":"FR"}"#])
    #expect(plan.others == 1)
    // The tape does not know where the endpoint is, and nothing is made up.
    #expect(folder.contents(below: "recordings/countries")["endpoint.yaml"] == nil)
  }

  @Test("The upstream can be said, and names the endpoint")
  func upstream() async throws {
    let folder = try TestFolder()
    let (plan, _) = try await importing(
      [fixture("proxay.yml")], into: folder, change: { $0.upstream = "https://countries.trevorblades.com/graphql" })
    #expect(plan.targets.map(\.name) == ["countries"])
    let said = folder.contents(below: "recordings/countries")["endpoint.yaml"]
    #expect(said?.contains("upstream: https://countries.trevorblades.com/graphql") == true)
  }

  @Test("Each file is a session of its own: what one changes, the other has not seen")
  func sessions() async throws {
    let folder = try TestFolder()
    let tape = { (mutation: String, trips: String) in
      """
      http_interactions:
      \(mutation)
        - request: { method: POST, path: /graphql, headers: { content-type: application/json }, body: { encoding: utf8, data: '{"query": "query Trips { trips }"}' } }
          response: { status: { code: 200 }, headers: { content-type: application/json }, body: { encoding: utf8, data: '{"data": {"trips": \(trips)}}' } }

      """
    }
    let book = """
        - request: { method: POST, path: /graphql, headers: {}, body: { encoding: utf8, data: '{"query": "mutation Book { book }"}' } }
          response: { status: { code: 200 }, headers: { content-type: application/json }, body: { encoding: utf8, data: '{"data": {"book": true}}' } }
      """
    try folder.write(tape(book, "1"), to: "booked.yml")
    try folder.write(tape("", "0"), to: "fresh.yml")
    let (_, log) = try await importing(
      [folder.path + "/booked.yml", folder.path + "/fresh.yml"], into: folder, change: { $0.endpoint = "launches" })
    #expect(log.outcomes.filter { $0.hasPrefix("failed") }.isEmpty, "\(log.outcomes)")
    let trips = try #require(
      folder.contents(below: "recordings/launches").first {
        $0.key.contains("query.Trips") && $0.key.hasSuffix(".json")
      })
    #expect(trips.value.contains(#""start": ["#) && trips.value.contains(#""trips": 0"#))
    #expect(trips.value.contains(#""trips": 1"#))
  }
}
