import GraphQLLanguage
import OrderedJSON
import RecordingsTestSupport
import Testing

@testable import EndpointConfiguration
@testable import Recordings
@testable import Redaction

@Suite struct VolatileTests {
  /// What of an answer is compared.
  private func compared(_ rules: String, _ body: String, _ kind: OperationKind = .query) throws -> String {
    let rules = try configuration("volatile: \(rules)").rules
    let places = rules.volatilePlaces(of: "A", kind: kind)
    return places.removed(from: try JSON.parse(text: body)).compactText
  }

  @Test(arguments: [
    ("[data.at]", #"{"data":{"at":1,"b":{"at":2}},"extensions":{}}"#, #"{"data":{"b":{"at":2}}}"#),
    ("[data.l.at]", #"{"data":{"l":[{"at":1},[{"at":2,"c":3}]]}}"#, #"{"data":{"l":[{},[{"c":3}]]}}"#),
    ("['data.*.at']", #"{"data":{"a":{"at":1},"b":{"at":2,"c":3},"at":4}}"#, #"{"data":{"a":{},"b":{"c":3},"at":4}}"#),
    (
      "[errors.extensions.id]", #"{"errors":[{"message":"m","extensions":{"id":1,"code":"C"}}]}"#,
      #"{"errors":[{"message":"m","extensions":{"code":"C"}}]}"#
    ),
    ("[extensions]", #"{"data":1,"extensions":{"a":1}}"#, #"{"data":1}"#),
    ("{ extensions: false }", #"{"data":1,"extensions":{"a":1}}"#, #"{"data":1,"extensions":{"a":1}}"#),
    (
      "{ extensions: false, paths: [extensions.a] }", #"{"data":1,"extensions":{"a":1,"b":2}}"#,
      #"{"data":1,"extensions":{"b":2}}"#
    ),
    // Coordinates: by __typename, and at the root by the operation's kind.
    ("[Query.at]", #"{"data":{"at":1,"b":{"at":2}}}"#, #"{"data":{"b":{"at":2}}}"#),
    ("[Query.at]", #"{"data":{"at":1,"b":{"at":2,"__typename":"Query"}}}"#, #"{"data":{"b":{"__typename":"Query"}}}"#),
    ("[Mutation.at]", #"{"data":{"at":1}}"#, #"{"data":{"at":1}}"#),
    (
      "[Launch.at]", #"{"data":{"l":[{"__typename":"Launch","at":1},{"__typename":"Site","at":2},{"at":3}],"at":4}}"#,
      #"{"data":{"l":[{"__typename":"Launch"},{"__typename":"Site","at":2},{"at":3}],"at":4}}"#
    ),
    ("[Launch.at]", #"{"errors":[{"__typename":"Launch","at":1}]}"#, #"{"errors":[{"__typename":"Launch","at":1}]}"#),
  ]) func `what is left out`(_ rules: String, _ body: String, _ expected: String) throws {
    #expect(try compared(rules, body) == expected)
  }

  @Test func `a mutation's root is another`() throws {
    #expect(try compared("[Mutation.at]", #"{"data":{"at":1}}"#, .mutation) == #"{"data":{}}"#)
    #expect(try compared("[Query.at]", #"{"data":{"at":1}}"#, .mutation) == #"{"data":{"at":1}}"#)
  }

  @Test func `fingerprints tell apart what is not volatile`() throws {
    let rules = try configuration("operations: { A: { volatile: [data.at] } }").rules
    let places = rules.volatilePlaces(of: "A", kind: .query)
    let one = response(#"{"data":{"at":1,"b":2}}"#).fingerprint(ignoring: places)
    #expect(response(#"{"data":{"at":9,"b":2}}"#).fingerprint(ignoring: places) == one)
    #expect(response(#"{"data":{"b":2},"extensions":{}}"#).fingerprint(ignoring: places) == one)
    #expect(response(#"{"data":{"at":1,"b":3}}"#).fingerprint(ignoring: places) != one)
    #expect(response(#"{"data":{"at":1,"b":2}}"#, status: 201).fingerprint(ignoring: places) != one)
    let others = rules.volatilePlaces(of: "B", kind: .query)
    #expect(
      response(#"{"data":{"at":9}}"#).fingerprint(ignoring: others)
        != response(#"{"data":{"at":1}}"#).fingerprint(ignoring: others))
    #expect(response(canada).fingerprint() == response(canada).fingerprint(ignoring: others))
  }

  @Test(
    arguments: [
      (#"{"data":{"requestId":"a","b":1}}"#, #"{"data":{"requestId":"b","b":1}}"#, ["data.requestId"]),
      (
        #"{"data":{"l":[{"server_time":1},{"server_time":1}]}}"#,
        #"{"data":{"l":[{"server_time":2},{"server_time":3}]}}"#,
        ["data.l.server_time"]
      ),
      (
        #"{"data":{"x":"2026-01-01T00:00:00Z","y":1767225600123}}"#,
        #"{"data":{"x":"2026-01-01T00:00:01Z","y":1767225600999}}"#, ["data.x", "data.y"]
      ),
      (
        #"{"data":{"etag":"6f1d8e0a-0000-4000-8000-000000000001"}}"#,
        #"{"data":{"etag":"6f1d8e0a-0000-4000-8000-000000000002"}}"#, ["data.etag"]
      ),
      // A new id is a new object, and one difference that is none of these spoils all.
      (
        #"{"data":{"id":"6f1d8e0a-0000-4000-8000-000000000001"}}"#,
        #"{"data":{"id":"6f1d8e0a-0000-4000-8000-000000000002"}}"#, []
      ),
      (#"{"data":{"now":1,"count":1}}"#, #"{"data":{"now":2,"count":2}}"#, []),
      (#"{"data":{"now":1}}"#, #"{"data":{"now":1,"count":2}}"#, []),
      (#"{"data":{"a.b":{"now":1}}}"#, #"{"data":{"a.b":{"now":2}}}"#, []),
      (#"{"data":1,"extensions":{"now":1}}"#, #"{"data":1,"extensions":{"now":2}}"#, []),
      (#"{"data":{"now":1,"took":1,"nonce":1,"uptime":1}}"#, #"{"data":{"now":2,"took":2,"nonce":2,"uptime":2}}"#, []),
      (#"{"data":1}"#, #"{"data":1}"#, []),
    ] as [(String, String, [String])]) func `what is suggested`(_ old: String, _ new: String, _ expected: [String])
    throws
  {
    let found = EndpointRules.suggestVolatile(old: try JSON.parse(text: old), new: try JSON.parse(text: new))
    #expect(found == expected)
    // What is suggested can be written down, and is then ignored.
    if !expected.isEmpty {
      let rules = "[\(found.joined(separator: ", "))]"
      #expect(try compared(rules, old) == compared(rules, new))
    }
  }
}
