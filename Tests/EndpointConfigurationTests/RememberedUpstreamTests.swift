import RecordingsTestSupport
import Testing

@testable import EndpointConfiguration
@testable import Recordings
@testable import Redaction

/// The upstream in `endpoint.yaml`.
@Suite struct RememberedUpstreamTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var endpoint: EndpointFolder { EndpointFolder(name: "shop", below: folder.path) }

  @Test("A new file names it, and another one is not written later")
  func once() throws {
    #expect(try endpoint.remember(UpstreamURL("http://127.0.0.1:4001/graphql")) == .written(.init()))
    #expect(try folder.read("shop/endpoint.yaml") == "upstream: http://127.0.0.1:4001/graphql\n")
    #expect(try endpoint.remember(UpstreamURL("https://other.example.com")) == .known)
    #expect(try folder.read("shop/endpoint.yaml") == "upstream: http://127.0.0.1:4001/graphql\n")
    #expect(folder.files() == ["shop/endpoint.yaml"])
  }

  @Test(
    "The rest of a file stays as it is",
    arguments: [
      ("", "upstream: https://a.b/c\n"), ("# mine", "# mine\nupstream: https://a.b/c\n"),
      ("headers: [x-a]\n\n", "headers: [x-a]\n\nupstream: https://a.b/c\n"),
      ("volatile:\n  - A.b\n", "volatile:\n  - A.b\nupstream: https://a.b/c\n"),
      ("headers: [x-a]\r\n", "headers: [x-a]\r\nupstream: https://a.b/c\r\n"),
    ])
  func added(before: String, after: String) throws {
    try folder.write(before, to: "shop/endpoint.yaml")
    #expect(try endpoint.remember(UpstreamURL("https://a.b/c")) == .written(.init()))
    #expect(try folder.read("shop/endpoint.yaml") == after)
  }

  @Test("A file that cannot be edited with certainty is left alone", arguments: ["{ headers: [x-a] }\n", "{}\n"])
  func byHand(before: String) throws {
    try folder.write(before, to: "shop/endpoint.yaml")
    #expect(try endpoint.remember(UpstreamURL("https://a.b/c")) == .byHand(line: "upstream: https://a.b/c"))
    #expect(try folder.read("shop/endpoint.yaml") == before)
  }

  @Test(
    "A URL of any characters is written so that it is read back",
    arguments: ["https://example.com/a:", "http://[::1]:4000/", "https://example.com/{a}'c\"&d=%20,*!"])
  func characters(url: String) throws {
    _ = try endpoint.remember(UpstreamURL(url))
    #expect(try endpoint.configuration().upstream == UpstreamURL(url))
  }

  @Test("What is left out is said in the file")
  func comment() throws {
    let url = try UpstreamURL("https://a.b/v3/9aa3d95b3bc440fa88ea12eaa4456161?apikey=SECRET")
    #expect(try endpoint.remember(url) == .written(.init(query: true, segment: true)))
    #expect(
      try folder.read("shop/endpoint.yaml") == """
        # Without its query and a part of its path, which may hold a key. Pass the whole URL with --upstream.
        upstream: https://a.b/v3

        """)
  }

  @Test(
    "Segments that look like a key are left out",
    arguments: [
      "9aa3d95b3bc440fa88ea12eaa4456161", "0123456789012345", "cjmm4wetdl5r70116ntgyi88q",
      "f47ac10b-58cc-4372-a567-0e02b2c3d479", "ghp_16C7e42F292c6912E7710c838347Ae178B4a", "aB-3xK_9fQw-Zr71Lm_p0T",
      "key=9aa3d95b3bc440fa88ea12eaa4456161", "%39aa3d95b3bc440fa88ea12eaa4456161",
    ])
  func keys(segment: String) throws {
    let (url, leftOut) = try UpstreamURL("https://a.b/v1/\(segment)/graphql").remembered
    #expect(url.description == "https://a.b/v1/graphql")
    #expect(leftOut == .init(segment: true))
  }

  @Test("The value behind a name that makes a secret is left out")
  func named() throws {
    #expect(
      try UpstreamURL("https://a.b/token/abc12345/graphql").remembered.url.description == "https://a.b/token/graphql")
    #expect(try UpstreamURL("https://a.b/oauth/graphql").remembered.leftOut.isEmpty)
  }

  @Test(
    "Ordinary paths stay whole",
    arguments: [
      "", "/", "/graphql", "/graphql/", "/api/2024-10/graphql.json", "/my-long-service-name-v2/graphql",
      "/services/orders-2024-01-15/graphql", "/~user/graphql.php", "/countries-api-staging-eu-west-1/v1",
    ])
  func ordinary(path: String) throws {
    let given = try UpstreamURL("https://a.b\(path)")
    #expect(given.remembered.url == given)
    #expect(given.remembered.leftOut.isEmpty)
  }
}
