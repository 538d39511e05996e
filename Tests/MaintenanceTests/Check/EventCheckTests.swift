import GraphQLLanguage
import OrderedJSON
import Recordings
import Replay
import TestSupport
import Testing

@testable import Engine
@testable import Maintenance

/// Streams of results, held against a schema and rewritten.
@Suite struct EventCheckTests {
  private let folder: TestFolder
  private static let schema = """
    type Query { user: User }
    type User { id: ID!, name: String, friends: [User!]! }
    type Subscription { count: Int }
    directive @defer(if: Boolean! = true, label: String) on FRAGMENT_SPREAD | INLINE_FRAGMENT
    directive @stream(if: Boolean! = true, label: String, initialCount: Int! = 0) on FIELD
    """
  private static let deferred = "query Q { user { id ... @defer { name } friends @stream { id } } }"

  init() throws {
    folder = try TestFolder()
    try folder.write(Self.schema, to: "schemas/a.graphqls")
  }

  /// What is found in events that answer an operation: place and message of each.
  private func findings(
    _ text: String, _ payloads: [JSON], _ end: RecordedEvents.End = .complete
  ) throws -> [String] {
    let document = try parse(SourceText(text))
    let canonical = try CanonicalOperation(of: document, operationName: nil)
    let key = DocumentKey(endpoint: "a", operation: canonical).key(variables: nil, identity: .anonymous)
    let store = try EndpointFolder(name: "a", below: "\(folder.path)/recordings").store()
    let events = RecordedEvents(events: payloads.map { .init(payload: $0) }, end: end)
    _ = try store.save(
      RecordedResponse(status: 200, headers: [], body: .events(events)), for: key, document: document)
    let check = try RecordingsCheck(
      recordings: "\(folder.path)/recordings", schemas: "\(folder.path)/schemas", endpoint: nil)
    #expect(check.count == 1)
    return check.findings.map { "\($0.place?.line ?? 0):\($0.place?.column ?? 0) \($0.message)" }
  }

  @Test func `each payload of a subscription is an answer`() throws {
    let good: JSON = ["data": ["count": 1]]
    #expect(try findings("subscription S { count }", [good, ["data": ["count": .null]], good]) == [])
  }

  @Test func `what does not fit is told with its place in its payload`() throws {
    let found = try findings(
      "subscription S { count }", [["data": ["count": 1]], ["data": ["count": "x"]]], .errors([["message": 1]]))
    #expect(found.count == 2)
    // The second payload, and the errors at the end.
    #expect(found.first?.hasPrefix("23:24 data.count is ") == true, "\(found)")
    #expect(found.last?.hasPrefix("32:24 errors[0].message is 1") == true, "\(found)")
  }

  @Test func `parts are one answer`() throws {
    let first: JSON = ["data": ["user": ["id": "1", "friends": []]], "hasNext": true]
    let rest: JSON = [
      "incremental": [
        ["data": ["name": "A"], "path": ["user"]], ["items": [["id": "2"]], "path": ["user", "friends", 0]],
      ], "hasNext": false,
    ]
    #expect(try findings(Self.deferred, [first, rest]) == [])
  }

  @Test func `what does not fit in parts is told, once they are together`() throws {
    let first: JSON = ["data": ["user": ["id": "1", "friends": []]], "hasNext": true]
    let rest: JSON = [
      "incremental": [
        ["data": ["name": 1], "path": ["user"]], ["items": [["id": "2"]], "path": ["user", "friends", 0]],
      ], "hasNext": false,
    ]
    let found = try findings(Self.deferred, [first, rest])
    #expect(found == ["12:17 data.user.name is 1: expected a string (User.name: String)."], "\(found)")
  }

  @Test func `parts of which some are missing are not the answer, and are let be`() throws {
    #expect(
      try findings(Self.deferred, [["data": ["user": ["id": "1", "friends": []]], "hasNext": true]], .dropped) == [])
  }

  @Test func `a manifest that endpoint.yaml names and is not right is a finding`() throws {
    try folder.write("persistedQueries: m.json\n", to: "recordings/a/endpoint.yaml")
    #expect(try findings("subscription S { count }", [["data": ["count": 1]]]).count == 1)
    try folder.write(#"{"a": "{user{id}}"}"#, to: "recordings/a/m.json")
    #expect(try findings("subscription S { count }", [["data": ["count": 1]]]) == [])
  }

  @Test func `ids that stand for others are rewritten in every payload`() throws {
    let document = try parse(SourceText("mutation Add { add { id } }"))
    let stated = try StatedOperation(document: document, variables: [:], identity: .anonymous)
    let tracer = Tracer(stated, hints: NoSchema())
    func trace(_ id: String) -> Trace { tracer.trace(["data": ["add": ["id": .string(id)]]]) }
    let (new, old) = ("6f9619ff-8b86-d011-b42d-00cf4fc964ff", "0e8400e2-9b41-d4a7-1644-665544000000")
    var aliases = IDAliases()
    aliases.note(trace(new), standingFor: trace(old))
    func events(_ id: String) -> RecordedResponse {
      let payload: JSON = ["data": ["added": [["id": .string(id)]]]]
      let events = RecordedEvents(
        events: [.init(payload: ["data": 1], wait: 2), .init(payload: payload, after: "9f2e")],
        end: .errors([["message": "x", "id": .string(id)]]), endAfter: "9f2f")
      return RecordedResponse(status: 200, headers: [], body: .events(events))
    }
    #expect(aliases.rewritten(events(new)) == events(old))
    #expect(IDAliases().rewritten(events(new)) == events(new))
  }
}
