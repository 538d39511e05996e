import Recordings
import Testing

@testable import EndpointConfiguration

/// `http` in `endpoint.yaml`.
@Suite struct PathRuleTests {
  @Test func `hosts and paths`() throws {
    let read = try EndpointConfiguration(
      yaml: Array(
        "http: { hosts: [Auth.example.com], paths: { POST /search: { changes: nothing, headers: [Accept-Language] }, /f/*: { store: true, body: hash } } }"
          .utf8), path: "e.yaml")
    #expect(read.exchanges.hosts == ["auth.example.com"])
    #expect(read.exchanges.paths.map(\.pattern) == ["/search", "/f/*"])
    #expect(read.exchanges.rule(for: "POST", "/search")?.changesNothing == true)
    #expect(read.exchanges.rule(for: "GET", "/search") == nil)
    #expect(read.exchanges.rule(for: "PUT", "/f/x")?.storesAnswer == true)
    #expect(read.exchanges.rule(for: "PUT", "/f/x")?.hashesBody == true)
    #expect(read.rules.countedHeaders(of: "HTTP_POST_search") == ["accept-language"])
    #expect(read.rules.countedHeaders(of: "HTTP_GET_f").isEmpty)
  }

  @Test(arguments: [
    ("http: [a]", #"e.yaml:1:7: "http" is a list: expected keys and values such as `hosts: [auth.example.com]`."#),
    ("http: { host: a }", #"e.yaml:1:9: unknown key "host": expected "hosts" or "paths". Did you mean "hosts"?"#),
    (
      "http: { hosts: [http://a] }",
      #"e.yaml:1:17: "http://a" is not a host: expected one such as auth.example.com, without a port."#
    ),
    (
      "http: { paths: { search: {} } }",
      #"e.yaml:1:18: "search" is not a path: expected one such as /files/*, or with a method: POST /search."#
    ),
    (
      "http: { paths: { /a: { store: 1 } } }", #"e.yaml:1:31: "store" is "1": expected true or false."#
    ),
    (
      "http: { paths: { /a: { body: full } } }",
      #"e.yaml:1:30: "body" is "full": expected the word hash. Otherwise remove it."#
    ),
    (
      "http: { paths: { /a: { changes: all } } }",
      #"e.yaml:1:33: "changes" is "all": expected the word nothing. Otherwise remove it."#
    ),
    (
      "http: { paths: { /a: { stor: true } } }",
      #"e.yaml:1:24: unknown key "stor": expected "independentOf", "headers", "nullIsAbsent", "idempotent", "changes", "derive", "variables", "volatile", "stable", "store" or "body". Did you mean "store"?"#
    ),
    (
      "http: { paths: { /a-b: {}, /a_b: {} } }",
      #"e.yaml:1:28: "/a_b" and an earlier path have the same letters and digits. Write one path for both."#
    ),
  ]) func `errors with their place`(_ yaml: String, _ message: String) {
    #expect {
      _ = try EndpointConfiguration(yaml: Array(yaml.utf8), path: "e.yaml")
    } throws: { error in
      "\(error)" == message
    }
  }
}
