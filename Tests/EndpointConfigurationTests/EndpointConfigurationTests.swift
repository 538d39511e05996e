import RecordingsTestSupport
import Testing

@testable import EndpointConfiguration
@testable import Recordings
@testable import Redaction

@Suite struct EndpointConfigurationTests {
  @Test(arguments: ["", "\n", "# nothing but a comment\n", "---\n", "---\n...\n"])
  func `an empty file is fine`(_ text: String) throws {
    #expect(try EndpointConfiguration(yaml: Array(text.utf8), path: "endpoint.yaml") == EndpointConfiguration())
  }

  @Test func `a file that is not there is fine`() throws {
    let folder = try TemporaryFolder()
    #expect(try EndpointConfiguration(path: "\(folder.path)/endpoint.yaml") == EndpointConfiguration())
    #expect(try EndpointConfiguration(path: "\(folder.path)/no/endpoint.yaml") == EndpointConfiguration())
  }

  @Test func `all keys`() throws {
    let text = """
      # The public API
      upstream: https://countries.trevorblades.com/
      headers:
        - X-Request-Cost
        - x-request-cost
        - "etag"
      """
    let read = try EndpointConfiguration(yaml: Array(text.utf8), path: "endpoint.yaml")
    let upstream = try UpstreamURL("https://countries.trevorblades.com/")
    #expect(
      read
        == EndpointConfiguration(upstream: upstream, headers: ["x-request-cost", "etag"]))
    #expect(read.responseHeaders.keeps("ETag") && read.responseHeaders.keeps("content-type"))
    #expect(!read.responseHeaders.keeps("set-cookie") && !read.responseHeaders.keeps("x-other"))
  }

  static let errors: [(text: String, error: String)] = [
    (
      "upstraem: https://example.com",
      #"e.yaml:1:1: unknown key "upstraem": expected "upstream", "headers", "identity", "redaction", "nullIsAbsent", "volatile", "stable", "keys", "lookups", "operations", "validation", "ignoreRules", "fakes", "persistedQueries", "subscriptions", "pass", "resolve", "http", "faults" or "answers". Did you mean "upstream"?"#
    ),
    (
      "a: 1\nupstream: x",
      #"e.yaml:1:1: unknown key "a": expected "upstream", "headers", "identity", "redaction", "nullIsAbsent", "volatile", "stable", "keys", "lookups", "operations", "validation", "ignoreRules", "fakes", "persistedQueries", "subscriptions", "pass", "resolve", "http", "faults" or "answers"."#
    ),
    (
      "Headers: []",
      #"e.yaml:1:1: unknown key "Headers": expected "upstream", "headers", "identity", "redaction", "nullIsAbsent", "volatile", "stable", "keys", "lookups", "operations", "validation", "ignoreRules", "fakes", "persistedQueries", "subscriptions", "pass", "resolve", "http", "faults" or "answers". Did you mean "headers"?"#
    ),
    (
      "? [a]\n: b",
      #"e.yaml:1:3: a key must be a string: expected "upstream", "headers", "identity", "redaction", "nullIsAbsent", "volatile", "stable", "keys", "lookups", "operations", "validation", "ignoreRules", "fakes", "persistedQueries", "subscriptions", "pass", "resolve", "http", "faults" or "answers"."#
    ),
    ("- a", "e.yaml:1:1: the file is a list: expected keys and values such as `upstream: https://…`."),
    ("text", "e.yaml:1:1: the file is a single value: expected keys and values such as `upstream: https://…`."),
    (
      "upstream: example.com/graphql",
      #"e.yaml:1:11: "upstream" has no scheme: expected a URL such as https://example.com/graphql."#
    ),
    ("\nupstream: ftp://example.com", #"e.yaml:2:11: "upstream" has the scheme "ftp": expected http or https."#),
    (
      "upstream: https:///graphql",
      #"e.yaml:1:11: "upstream" has no host: expected a URL such as https://api.example.com/graphql."#
    ),
    (
      "upstream: http://:80/",
      #"e.yaml:1:11: "upstream" has no host: expected a URL such as https://api.example.com/graphql."#
    ),
    (
      "upstream: http://example.com:http/",
      #"e.yaml:1:11: "upstream" has the port "http": expected a number from 1 to 65535."#
    ),
    (
      "upstream: http://example.com:",
      #"e.yaml:1:29: not YAML: mapping values are not allowed in this context. Correct it at this place."#
    ),
    (
      "upstream: https://ann:secret@example.com/",
      #"e.yaml:1:11: "upstream" contains a user name or a password, which must not be saved: remove the part before the @."#
    ),
    ("upstream: https://example.com/a b", #"e.yaml:1:11: "upstream" contains whitespace: remove it."#),
    (
      "upstream: https://example.com/#top",
      #"e.yaml:1:11: "upstream" has a fragment, which is never sent: remove the # and the part after it."#
    ),
    ("upstream:", #"e.yaml:1:10: "upstream" is empty: expected a string such as https://api.example.com/graphql."#),
    (
      "upstream: [https://a.b]",
      #"e.yaml:1:11: "upstream" is a list: expected a string such as https://api.example.com/graphql."#
    ),
    (
      "headers: x-cost", #"e.yaml:1:10: "headers" is a single value: expected a list of header names such as [x-cost]."#
    ),
    ("headers: [a, {b: c}]", #"e.yaml:1:14: a header's name is a mapping: expected a string such as x-cost."#),
    ("headers:\n  - x cost", #"e.yaml:2:5: "x cost" is not a header name: expected one such as x-cost."#),
    (
      "headers: [Set-Cookie]",
      #"e.yaml:1:11: the header "Set-Cookie" is never recorded: it is a secret, or belongs to the connection. Remove it."#
    ),
    ("upstream: http://a.b\nupstream: http://a.b", #"e.yaml:1:1: "upstream" appears twice: keep one of the two."#),
    ("upstream: \"http://a.b", "e.yaml:1:22: not YAML: found unexpected end of stream. Correct it at this place."),
    ("upstream: *nothing", "e.yaml:1:11: not YAML: found undefined alias. Correct it at this place."),
    (
      "upstream: http://a.b\n\theaders: []",
      "e.yaml:2:1: not YAML: found a tab character that violates indentation. Correct it at this place."
    ),
  ]

  @Test(arguments: errors) func `says where, what was found and what is valid`(_ example: (text: String, error: String))
  {
    #expect(error(Array(example.text.utf8)) == example.error)
  }

  @Test func `bounds`() {
    #expect(
      error([UInt8](repeating: 0x20, count: 1 << 20 + 1))
        == "e.yaml: is larger than 1 MiB, which is the limit. Shorten it.")
    #expect(error([0x61, 0xFF]) == "e.yaml: is not UTF-8. Save it as UTF-8.")
    // Deep nesting and references to references end in an error rather than in the stack or the memory.
    #expect(error(Array(String(repeating: "[", count: 100_000).utf8)) != nil)
    let bomb =
      "a: &a [x,x,x,x,x,x,x,x]\n"
      + (1..<9).map { level in
        let (name, below) = (letter(level), letter(level - 1))
        return "\(name): &\(name) [\(Array(repeating: "*\(below)", count: 8).joined(separator: ","))]\n"
      }.joined()
    #expect(
      error(Array(bomb.utf8))
        == #"e.yaml:1:1: unknown key "a": expected "upstream", "headers", "identity", "redaction", "nullIsAbsent", "volatile", "stable", "keys", "lookups", "operations", "validation", "ignoreRules", "fakes", "persistedQueries", "subscriptions", "pass", "resolve", "http", "faults" or "answers"."#
    )
  }

  @Test func `a tag makes nothing run`() throws {
    let text = "upstream: !!python/object/apply:os.system [\"touch /tmp/x\"]"
    #expect(
      error(Array(text.utf8))
        == #"e.yaml:1:11: "upstream" is a list: expected a string such as https://api.example.com/graphql."#)
  }

  private func letter(_ number: Int) -> String { String("abcdefghij".dropFirst(number).prefix(1)) }

  private func error(_ bytes: [UInt8]) -> String? {
    do throws(RecordingError) {
      _ = try EndpointConfiguration(yaml: bytes, path: "e.yaml")
      return nil
    } catch {
      return error.description
    }
  }
}
