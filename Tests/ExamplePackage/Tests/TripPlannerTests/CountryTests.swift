import Testing
import TripPlanner
import UnderstudyTesting

@Suite("Countries", .understudy("countries", expecting: .allRecordingsUsed(of: "CountryDetail")))
struct CountryTests {
  private let client: GraphQLClient

  init() throws { client = GraphQLClient(url: try Understudy.current.url) }

  @Test(arguments: [("CA", "Ottawa"), ("JP", "Tokyo")])
  func capital(code: String, capital: String) async throws {
    #expect(try await client.country(code)?.capital == capital)
  }

  @Test func unknownCountry() async throws { #expect(try await client.country("XX") == nil) }

  @Test func whatIsAsked() async throws {
    _ = try await client.country("CA")
    let request = try #require(try Understudy.current.requests(named: "CountryDetail").first)
    #expect(request.variables == ["code": "CA"])
    #expect(request.source == .exact)
    #expect(request.header("Authorization") == nil)
  }
}

/// What the backend does not have yet is made up from the schema.
@Test(.understudy("countries", mode: .fake, seed: 7)) func fakedCountry() async throws {
  let client = GraphQLClient(url: try Understudy.current.url)
  #expect(try await client.country("CA")?.code == "CA")
}
