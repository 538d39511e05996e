import OrderedJSON
import RecordingsTestSupport
import Testing

@testable import EndpointConfiguration
@testable import Recordings
@testable import Redaction

@Suite struct RuledStoreTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func open(_ yaml: String = "") throws -> RecordingStore {
    try RecordingStore(path: "\(folder.path)/countries", endpoint: "countries", rules: configuration(yaml).rules)
  }

  /// Saves an answer to a request of somebody who sends these headers.
  @discardableResult
  private func save(
    _ answer: String, _ store: RecordingStore, variables: String = #"{"code":"CA"}"#, tenant: String? = nil
  ) throws -> (outcome: SaveOutcome, key: OperationKey) {
    let sent = try Sent(countryDetail)
    let headers = store.rules.counted(tenant.map { [("X-Tenant", $0)] } ?? [], of: "CountryDetail")
    let key = sent.key.key(
      variables: try object(variables), identity: .anonymous, headers: headers, rules: store.rules)
    return (try store.save(response(answer), for: key, document: sent.document), key)
  }

  @Test func `what varies by itself is no reason to write`() throws {
    let rules = "volatile: [Query.at]"
    try save(#"{"data":{"at":1,"b":1}}"#, open(rules))
    let before = try folder.contents()
    #expect(try save(#"{"data":{"at":2,"b":1}}"#, open(rules)).outcome == .known)
    #expect(try folder.contents() == before)
    #expect(try save(#"{"data":{"at":2,"b":2}}"#, open(rules)).outcome == .changed)
    #expect(try save(#"{"data":{"at":3,"b":2}}"#, open()).outcome == .changed)
  }

  @Test func `extensions count where a rule says so`() throws {
    let rules = "volatile: { extensions: false }"
    let store = try open(rules)
    try save(#"{"data":1,"extensions":{"a":1}}"#, store)
    let saved = try save(#"{"data":1,"extensions":{"a":2}}"#, store)
    #expect(saved.outcome == .changed)
    #expect(try open(rules).lookup(saved.key)?.recording.responses(in: "start").count == 2)
  }

  @Test func `a value that does not count is found by any other`() throws {
    let rules = "operations: { CountryDetail: { variables: { code: any } } }"
    try save(canada, open(rules))
    let saved = try save(canada, open(rules), variables: #"{"code":"JP"}"#)
    #expect(saved.outcome == .known)
    #expect(try open(rules).lookup(saved.key)?.recording.variables == object(#"{"code":"understudy-any"}"#))
    #expect(folder.files().filter { $0.hasSuffix(".json") }.count == 1)
  }

  @Test func `a header that counts is written and read`() throws {
    let rules = "operations: { CountryDetail: { headers: [x-tenant] } }"
    let store = try open(rules)
    let one = try save(canada, store, tenant: "one")
    let two = try save(japan, store, tenant: "two")
    let none = try save(canada, store)
    #expect(Set([one.key, two.key, none.key]).count == 3)
    let again = try open(rules)
    #expect(try again.lookup(two.key)?.recording.headers == [.init(name: "x-tenant", value: "two")])
    #expect(try again.lookup(none.key)?.recording.headers == [])
    #expect(
      try folder.contents().contains {
        $0.contains("  \"headers\": {\n    \"x-tenant\": \"one\"\n  },\n  \"variables\"")
      })
  }

  @Test func `a rule that came later is said to be the reason`() throws {
    let saved = try save(canada, open())
    let path = "\(folder.path)/countries/query.CountryDetail-\(saved.key.document.hash.hex(digits: 8))"
    do {
      _ = try open("operations: { CountryDetail: { variables: { code: any } } }")
      Issue.record("opened")
    } catch let error as RecordingError {
      #expect(error.code == .misnamed)
      let message = error.description
      #expect(message.hasPrefix("\(path)/code=CA-"))
      #expect(
        message.hasSuffix(
          "see `understudy check --rules`. To rename it: `understudy check --rules --apply`."))
    }
  }
}
