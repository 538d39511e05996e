import RecordingsTestSupport
import Testing

@testable import EndpointConfiguration
@testable import Recordings
@testable import Redaction

@Suite("Upstream URLs")
struct UpstreamURLTests {
  @Test(
    "A request's path and query are added to the upstream's",
    arguments: [
      ("https://a.example", "", nil, "https://a.example/"),
      ("https://a.example/", "/graphql", nil, "https://a.example/graphql"),
      ("https://a.example/graphql", "/graphql", nil, "https://a.example/graphql"),
      ("https://a.example/graphql/", "", nil, "https://a.example/graphql/"),
      ("https://a.example/graphql/", "/graphql", nil, "https://a.example/graphql/"),
      ("https://a.example/graphql/", "/health", nil, "https://a.example/graphql/health"),
      ("https://a.example/graphql", "", "query={a}", "https://a.example/graphql?query=%7Ba%7D"),
      ("https://a.example/simple/v1/x", "/schema.json", nil, "https://a.example/simple/v1/x/schema.json"),
      ("http://127.0.0.1:8080/graphql?key=1", "", "a=%20", "http://127.0.0.1:8080/graphql?key=1&a=%20"),
    ] as [(String, String, String?, String)])
  func appending(upstream: String, rest: String, query: String?, url: String) throws {
    #expect(try UpstreamURL(upstream).appending(path: rest, query: query) == url)
  }

  @Test(
    "The endpoint's name is the host's first label that says something",
    arguments: [
      ("https://countries.trevorblades.com", "countries"), ("https://api.github.com/graphql", "github"),
      ("http://localhost:8080", nil), ("http://127.0.0.1:8080", nil), ("https://www.example.com", "example"),
      ("https://api.com", nil), ("https://graphql.api.shop.example", "shop"), ("http://shop:8080", "shop"),
      ("https://Shop.EXAMPLE", "shop"), ("https://my_shop.example", nil),
      ("https://swapi-graphql.netlify.app/x", "swapi-graphql"), ("http://[::1]:1/", nil),
    ] as [(String, String?)])
  func name(url: String, name: String?) throws { #expect(try UpstreamURL(url).suggestedName == name) }

  @Test(
    "What cannot be used says why and what would be right",
    arguments: [
      ("localhost:8080/graphql", "has no scheme: expected a URL such as http://localhost:8080/graphql."),
      ("countries.example", "has no scheme: expected a URL such as https://countries.example."),
      ("ftp://a.example", "has the scheme \"ftp\": expected http or https."),
      ("https:///x", "has no host: expected a URL such as https://api.example.com/graphql."),
      ("https://a:99999", "has the port \"99999\": expected a number from 1 to 65535."),
    ])
  func wrong(url: String, problem: String) {
    let error = #expect(throws: UpstreamURLError.self) { try UpstreamURL(url) }
    #expect(error?.description == "The upstream URL \"\(url)\" \(problem)")
  }

  @Test("A password in a URL is refused and not repeated")
  func password() {
    let error = #expect(throws: UpstreamURLError.self) { try UpstreamURL("https://me:secret@a.example") }
    #expect(error?.description.contains("secret") == false)
    #expect(error?.description.contains("remove the part before the @") == true)
  }
}
