import RecordingsTestSupport
import Testing

@testable import EndpointConfiguration
@testable import Recordings
@testable import Redaction

/// `persistedQueries` and `subscriptions` of `endpoint.yaml`.
@Suite struct TransportConfigurationTests {
  private func read(_ text: String) throws(RecordingError) -> EndpointConfiguration {
    try EndpointConfiguration(yaml: Array(text.utf8), path: "e.yaml")
  }

  @Test func `nothing is said where nothing is`() throws {
    let read = try read("upstream: https://a.b/")
    #expect(read.persistedQueries == [] && read.subscriptions == SubscriptionSettings())
    #expect(read.subscriptions.url == nil && read.subscriptions.transport == nil)
  }

  @Test func `manifests stand in order, each once, with their lines`() throws {
    let files = try read("persistedQueries:\n  - ../../app/m.json\n  - /abs/n.json\n  - ../../app/m.json")
      .persistedQueries
    #expect(
      files == [
        PersistedQueryFile("../../app/m.json", at: .init(line: 2, column: 5)),
        PersistedQueryFile("/abs/n.json", at: .init(line: 3, column: 5)),
      ])
    #expect(files.map { $0.path(below: "recordings/a") } == ["recordings/a/../../app/m.json", "/abs/n.json"])
    // A packed folder is a file, so `..` cannot follow it.
    #expect(files.map { $0.path(below: "packed/a.pack") } == ["packed/../app/m.json", "/abs/n.json"])
    #expect(files[0].path(below: "a.pack") == "./../app/m.json")
    #expect(try read("persistedQueries: m.json").persistedQueries.map(\.name) == ["m.json"])
    #expect(try read("persistedQueries: []").persistedQueries == [])
  }

  @Test(arguments: [
    ("wss://a.b/graphql", "https://a.b/graphql", true), ("WS://a.b:81", "http://a.b:81", true),
    ("https://a.b/graphql?x=1", "https://a.b/graphql?x=1", false), ("http://a.b/", "http://a.b", false),
  ])
  func `a URL of subscriptions is one of a WebSocket or not`(_ text: String, _ url: String, _ isSocket: Bool) throws {
    let settings = try read("subscriptions: { url: \"\(text)\" }").subscriptions
    #expect(settings.url?.description == url && settings.isSocketURL == isSocket && settings.transport == nil)
  }

  @Test func `every protocol is read, and goes with the URLs that it goes over`() throws {
    for transport in SubscriptionSettings.Transport.allCases {
      #expect(try read("subscriptions:\n  protocol: \(transport.rawValue)").subscriptions.transport == transport)
      for (url, isSocket) in [("wss://a.b/", true), ("https://a.b/", false)] {
        let text = "subscriptions:\n  protocol: \(transport.rawValue)\n  url: \(url)"
        if isSocket, !transport.isSocket {
          #expect(
            error(text)
              == "e.yaml:2:13: \"\(transport.rawValue)\" uses HTTP, and \"url\" is a WebSocket URL: write https:// there, or another protocol."
          )
        } else {
          #expect(try read(text).subscriptions.isSocketURL == isSocket)
        }
      }
    }
    #expect(SubscriptionSettings.Transport.allCases.map(\.isSocket) == [true, true, false, false])
  }

  @Test(arguments: [
    (
      "persistedQuerys: m.json",
      #"e.yaml:1:1: unknown key "persistedQuerys": expected "upstream", "headers", "identity", "redaction", "nullIsAbsent", "volatile", "stable", "keys", "lookups", "operations", "validation", "ignoreRules", "fakes", "persistedQueries", "subscriptions", "pass", "resolve", "http", "faults" or "answers". Did you mean "persistedQueries"?"#
    ),
    (
      "persistedQueries: { a: b }",
      #"e.yaml:1:19: "persistedQueries" is a mapping: expected one, or a list, of paths such as ../../app/persisted-query-manifest.json."#
    ),
    (
      "persistedQueries: [m.json, [n.json]]",
      "e.yaml:1:28: a path is a list: expected a string such as ../../app/persisted-query-manifest.json."
    ),
    ("persistedQueries: \"a\\0b\"", "e.yaml:1:19: a path contains a zero byte: remove it."),
    (
      "subscriptions: wss://a.b",
      #"e.yaml:1:16: "subscriptions" is a single value: expected keys and values such as `protocol: graphql-transport-ws`."#
    ),
    (
      "subscriptions: { protocl: sse }",
      #"e.yaml:1:18: unknown key "protocl": expected "url" or "protocol". Did you mean "protocol"?"#
    ),
    (
      "subscriptions: { protocol: graphql-transport-wss }",
      #"e.yaml:1:28: "protocol" of "subscriptions" is "graphql-transport-wss": expected "graphql-transport-ws", "graphql-ws", "sse" or "multipart". Did you mean "graphql-transport-ws"?"#
    ),
    (
      "subscriptions: { protocol: }",
      #"e.yaml:1:28: "protocol" of "subscriptions" is empty: expected "graphql-transport-ws", "graphql-ws", "sse" or "multipart"."#
    ),
    (
      "subscriptions: { url: ftp://a.b }",
      #"e.yaml:1:23: "url" of "subscriptions" has the scheme "ftp": expected ws, wss, http or https."#
    ),
    (
      "subscriptions: { url: a.b/graphql }",
      #"e.yaml:1:23: "url" of "subscriptions" has no scheme: expected a URL such as https://a.b/graphql."#
    ),
    (
      "subscriptions: { url: \"wss://ann:secret@a.b\" }",
      #"e.yaml:1:23: "url" of "subscriptions" contains a user name or a password, which must not be saved: remove the part before the @."#
    ),
    (
      "subscriptions: { url: [a] }",
      #"e.yaml:1:23: "url" of "subscriptions" is a list: expected a string such as wss://api.example.com/graphql."#
    ),
  ])
  func `says where, what was found and what is valid`(_ text: String, _ expected: String) {
    #expect(error(text) == expected)
  }

  private func error(_ text: String) -> String? {
    do throws(RecordingError) {
      _ = try read(text)
      return nil
    } catch {
      return error.description
    }
  }
}
