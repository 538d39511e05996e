import GraphQLLanguage
import OrderedJSON
import Testing

@testable import Recordings
@testable import Replay

/// Each row has recorded queries with their answers, another query, and its derived data or the reason why there is none.
/// A row that is derived has a near twin that must not be.
struct DerivationTests {
  struct Recorded: Sendable {
    let query: String
    var variables: JSONObject = [:]
    let bodies: [JSON]

    init(_ query: String, _ variables: JSONObject = [:], _ bodies: JSON...) {
      self.query = query
      self.variables = variables
      self.bodies = bodies
    }
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    let recorded: [Recorded]
    let asked: String
    var variables: JSONObject = [:]
    let expected: String

    init(
      _ name: String, _ recorded: [Recorded], _ asked: String, variables: JSONObject = [:], _ expected: String
    ) {
      self.name = name
      self.recorded = recorded
      self.asked = asked
      self.variables = variables
      self.expected = expected
    }

    var testDescription: String { "\(name): \(asked)" }
  }

  /// A schema with the interface `Node` of `User` and `Team`; the field `me` is a `User`, `node` a `Node`.
  struct Hints: SchemaHints {
    var queryType: String? { "Query" }
    func isObjectType(_ name: String) -> Bool { ["Query", "User", "Team"].contains(name) }
    func isType(_ name: String, of other: String) -> Bool? {
      isObjectType(name) ? other == name || (other == "Node" && name != "Query") : nil
    }
    func type(of field: String, on parent: String?) -> String? {
      ["me": "User", "node": "Node", "team": "Team"][field]
    }
    func type(ofArgument argument: String, of _: String, on _: String?) -> String? { argument == "id" ? "ID" : nil }
  }

  static func stated(_ query: String, _ variables: JSONObject) throws -> StatedOperation {
    try StatedOperation(document: try parse(SourceText(query)), variables: variables)
  }

  static func outcome(
    _ row: Row, hints: any SchemaHints, volatile: VolatilePlaces = .standard, lookups: [String: String] = [:]
  ) throws -> String {
    let document = try parse(SourceText(row.asked))
    let asked = try stated(row.asked, row.variables)
    guard let derivation = Derivation(asked, in: document, hints: hints) else { return "never" }
    var donors: [Donor] = []
    for recorded in row.recorded {
      let operation = try stated(recorded.query, recorded.variables)
      let responses = recorded.bodies.map { RecordedResponse(status: 200, headers: [], body: .json($0)) }
      guard
        let donor = Donor(operation, responses, volatile: volatile, hints: hints)
      else { continue }
      donors.append(donor)
    }
    var outcome = derivation.outcome(from: donors)
    if outcome.mayNeedKeys, derivation.mayUseKeys {
      // Each way to split the donors has the same outcome.
      let usable = donors.filter { derivation.mayBeJoined($0) }
      let outcomes = (0...usable.count).map { count in
        RecordedObjects(Array(usable[..<count]), lookups: lookups, hints: hints).flatMap { base in
          RecordedObjects(Array(usable[count...]), besides: base, lookups: lookups, hints: hints)
        }.flatMap { derivation.outcomeByKeys(from: $0) }
      }
      #expect(Set(outcomes.map { "\($0.map { "\($0)" } ?? "")" }).count == 1)
      outcome = outcomes[0] ?? outcome
    }
    return switch outcome {
    case .derived(let data, _): data.map(\.compactText).joined(separator: " then ")
    case .obstacle(.missing(let fields)):
      "missing \(fields.paths.joined(separator: ", ")); \(fields.found) found\(fields.hint.map { ", needs \($0)" } ?? "")"
    case .obstacle(.conflict(let path)): "conflict at \(path)"
    case .obstacle(.invalid(let reason)): "invalid: \(reason)"
    case .obstacle(.otherState(let file)): "other state: \(file)"
    case .obstacle(.otherUser(let file, let identity)): "other user: \(file), \(identity)"
    case .unrelated: "unrelated"
    }
  }

  private static let launch = Recorded(
    "query($id: ID!) { launch(id: $id) { id site rocket { name type } } }", ["id": "25"],
    ["data": ["launch": ["id": "25", "site": "KSC", "rocket": ["name": "Falcon", "type": "FT"]]]])
  private static let mission = Recorded(
    #"{ launch(id: "25") { mission { name } site } }"#, [:],
    ["data": ["launch": ["mission": ["name": "OG-2"], "site": "KSC"]]])

  static let invalid: [Row] = [
    Row("an unused variable", [launch], #"query($n: Int) { launch(id: "25") { id } }"#, "never"),
    Row(
      "a value of another type", [launch], #"query($s: Boolean!) { launch(id: "25") { id @skip(if: $s) site } }"#,
      variables: ["s": "no"], "never"),
    Row(
      "a list with a value of another type", [launch], #"query($s: [Int]) { launch(id: "25") { id } all(in: $s) }"#,
      variables: ["s": [1, 1.5]], "never"),
    Row("an undefined fragment", [launch], #"{ launch(id: "25") { id ...F } }"#, "never"),
    Row("an unused fragment", [launch], #"query { launch(id: "25") { id } } fragment F on Launch { id }"#, "never"),
  ]

  static let projections: [Row] = [
    Row(
      "a recording with a part that differs",
      [
        Recorded("{ me { a b } }", [:], ["data": ["me": ["a": 1, "b": 1]]]),
        Recorded("{ me { b } }", [:], ["data": ["me": ["b": 2]]]),
      ], "{ me { x: a b } }", "conflict at me.b"),
    Row(
      "a rule's value in another operation",
      [Recorded("query A($n: String) { greet(name: $n) }", ["n": "understudy-any"], ["data": ["greet": "hi"]])],
      "query B($n: String) { greet(name: $n) }", variables: ["n": "understudy-any"], "unrelated"),
    Row(
      "a rule's value in the same operation",
      [
        Recorded(
          "query A($n: String) { greet(name: $n) x }", ["n": "understudy-any"], ["data": ["greet": "hi", "x": 1]])
      ], "query A($n: String) { greet(name: $n) }", variables: ["n": "understudy-any"], #"{"greet":"hi"}"#),
    Row(
      "two sequences",
      [
        Recorded(
          "{ job { id state } }", [:], ["data": ["job": ["id": 1, "state": "RUNNING"]]],
          ["data": ["job": ["id": 1, "state": "DONE"]]]),
        Recorded("{ job { state } }", [:], ["data": ["job": ["state": "DONE"]]]),
      ], "{ job { s: state } }", "conflict at job"),
    Row(
      "a fragment at the root", [launch], #"query { ...F } fragment F on Query { launch(id: "25") { id } }"#,
      #"{"launch":{"id":"25"}}"#),
    Row(
      "two recordings that agree",
      [launch, Recorded(#"{ launch(id: "25") { id } }"#, [:], ["data": ["launch": ["id": "25"]]])],
      #"{ x: launch(id: "25") { id } }"#, #"{"x":{"id":"25"}}"#),
    Row(
      "two recordings that differ",
      [launch, Recorded(#"{ launch(id: "25") { id } }"#, [:], ["data": ["launch": .null]])],
      #"{ x: launch(id: "25") { id } }"#, "conflict at launch(id: \"25\")"),
    Row(
      "fewer fields, another order", [launch], #"{ launch(id: "25") { rocket { type } id } }"#,
      #"{"launch":{"rocket":{"type":"FT"},"id":"25"}}"#),
    Row("another argument", [launch], #"{ launch(id: "26") { id } }"#, "unrelated"),
    Row(
      "a variable with the same value", [launch], "query L($x: ID!) { launch(id: $x) { id } }", variables: ["x": "25"],
      #"{"launch":{"id":"25"}}"#),
    Row(
      "a variable with another value", [launch], "query L($x: ID!) { launch(id: $x) { id } }", variables: ["x": "52"],
      "unrelated"),
    Row("an aliased field", [launch], #"{ a: launch(id: "25") { b: site } }"#, #"{"a":{"b":"KSC"}}"#),
    Row(
      "a field that another alias hides", [Recorded("{ me { name: id } }", [:], ["data": ["me": ["name": "7"]]])],
      "{ me { name } }", "missing me.name; 0 found"),
    Row(
      "the field behind an alias", [Recorded("{ me { name: id } }", [:], ["data": ["me": ["name": "7"]]])],
      "{ me { id } }", #"{"me":{"id":"7"}}"#),
    Row(
      "two aliases with different arguments", [launch], #"{ a: launch(id: "25") { id } b: launch(id: "26") { id } }"#,
      "missing launch(id: \"26\"); 1 found"),
    Row(
      "a missing field", [launch], #"{ launch(id: "25") { id weight rocket { name mass } } }"#,
      "missing launch(id: \"25\").weight, launch(id: \"25\").rocket.mass; 2 found"),
    Row(
      "fragments", [launch], #"query { launch(id: "25") { ...F } } fragment F on Launch { id ... { site } }"#,
      "missing launch(id: \"25\").id, launch(id: \"25\").site; 0 found, needs type"),
    Row(
      "skipped fields", [launch],
      #"query($s: Boolean!) { launch(id: "25") { id weight @skip(if: $s) site @include(if: $s) } }"#,
      variables: ["s": true], #"{"launch":{"id":"25","site":"KSC"}}"#),
    Row(
      "fields that are not skipped", [launch], #"query($s: Boolean!) { launch(id: "25") { id weight @skip(if: $s) } }"#,
      variables: ["s": false], "missing launch(id: \"25\").weight; 1 found"),
    Row(
      "another directive", [launch], #"{ launch(id: "25") { id @uppercase } }"#,
      "missing launch(id: \"25\").id; 0 found"),
    Row(
      "the same directive", [Recorded("{ me { id @uppercase } }", [:], ["data": ["me": ["id": "A"]]])],
      "{ me { x: id @uppercase } }", #"{"me":{"x":"A"}}"#),
    Row("a directive on the operation", [launch], #"query @cached { launch(id: "25") { id } }"#, "unrelated"),
    Row(
      "a directive on a fragment", [launch], #"{ launch(id: "25") { ... @defer { id } } }"#,
      "missing launch(id: \"25\").id; 0 found"),
    Row(
      "lists",
      [
        Recorded(
          "{ all { id name } }", [:], ["data": ["all": [["id": 1, "name": "a"], .null, ["id": 2, "name": "b"]]]])
      ], "{ all { name } }", #"{"all":[{"name":"a"},null,{"name":"b"}]}"#),
    Row(
      "lists of lists", [Recorded("{ grid { x y } }", [:], ["data": ["grid": [[["x": 1, "y": 2]], []]]])],
      "{ grid { y } }", #"{"grid":[[{"y":2}],[]]}"#),
    Row(
      "a leaf that is an object",
      [Recorded("{ me { settings } }", [:], ["data": ["me": ["settings": ["b": 1, "a": 2]]]])],
      "{ me { settings } x: me { settings } }", #"{"me":{"settings":{"b":1,"a":2}},"x":{"settings":{"b":1,"a":2}}}"#),
    Row(
      "a part of a leaf", [Recorded("{ me { settings } }", [:], ["data": ["me": ["settings": ["b": 1]]]])],
      "{ me { settings { b } } }", "missing me.settings; 0 found"),
    Row(
      "null, and a field that was not asked for", [Recorded("{ me { id } }", [:], ["data": ["me": .null]])],
      "{ me { name } }", "missing me.name; 0 found"),
    Row(
      "no elements", [Recorded("{ all { id a { b } } }", [:], ["data": ["all": []]])], "{ all { a { b } } }",
      #"{"all":[]}"#),
    Row(
      "no elements, and a field that was not asked for",
      [Recorded("{ all { id a { b } } }", [:], ["data": ["all": []]])], "{ all { a { b c } } }",
      "missing all.a.c; 1 found"),
    Row("null", [Recorded("{ me { id } }", [:], ["data": ["me": .null]])], "{ me { id } }", #"{"me":null}"#),
    Row(
      "a merged field", [launch], #"{ launch(id: "25") { rocket { name } ... { rocket { type } } } }"#,
      #"{"launch":{"rocket":{"name":"Falcon","type":"FT"}}}"#),
    Row(
      "an absent variable", [Recorded("query($n: Int) { all(first: $n) { id } }", [:], ["data": ["all": []]])],
      "{ all { id } }", #"{"all":[]}"#),
    Row(
      "a null variable", [Recorded("query($n: Int) { all(first: $n) { id } }", ["n": .null], ["data": ["all": []]])],
      "{ all { id } }", "unrelated"),
    Row(
      "a missing required variable", [Recorded("{ all { id } }", [:], ["data": ["all": []]])],
      "query($n: Int!) { all(first: $n) { id } }", "never"),
    Row(
      "an undeclared variable", [Recorded("{ all { id } }", [:], ["data": ["all": []]])], "{ all(first: $n) { id } }",
      "never"),
    Row(
      "an input object in another order", [Recorded("{ all(by: {a: 1, b: 2}) { id } }", [:], ["data": ["all": []]])],
      "{ all(by: {b: 2, a: 1}) { id } }", #"{"all":[]}"#),
    Row(
      "another input object", [Recorded("{ all(by: {a: 1, b: 2}) { id } }", [:], ["data": ["all": []]])],
      "{ all(by: {b: 2}) { id } }", "unrelated"),
    Row(
      "é in two spellings", [Recorded(#"{ find(text: "é") { id } }"#, [:], ["data": ["find": .null]])],
      "{ find(text: \"e\u{301}\") { id } }", "unrelated"),
    Row(
      "a sequence",
      [
        Recorded(
          "{ job { id state } }", [:], ["data": ["job": ["id": 1, "state": "RUNNING"]]],
          ["data": ["job": ["id": 1, "state": "DONE"]]])
      ], "{ job { state } }", #"{"job":{"state":"RUNNING"}} then {"job":{"state":"DONE"}}"#),
    Row(
      "introspection", [Recorded("{ __schema { x } }", [:], ["data": ["__schema": ["x": 1]]])], "{ __schema { x } }",
      "never"),
  ]

  static let types: [Row] = [
    Row(
      "a recorded type",
      [
        Recorded(
          "{ node { __typename id name } }", [:], ["data": ["node": ["__typename": "User", "id": 1, "name": "Ada"]]])
      ], "{ node { ... on User { name } } }", #"{"node":{"name":"Ada"}}"#),
    Row(
      "another recorded type",
      [
        Recorded(
          "{ node { __typename id name } }", [:], ["data": ["node": ["__typename": "Team", "id": 1, "name": "A"]]])
      ], "{ node { id ... on User { name } } }", "missing node.name; 1 found"),
    Row(
      "a type behind an alias",
      [Recorded("{ node { kind: __typename id } }", [:], ["data": ["node": ["kind": "User", "id": 1]]])],
      "{ node { __typename ... on User { id } } }", #"{"node":{"__typename":"User","id":1}}"#),
    Row(
      "an unknown type", [Recorded("{ node { id name } }", [:], ["data": ["node": ["id": 1, "name": "Ada"]]])],
      "{ node { ... on User { name } } }", "missing node.name; 0 found, needs type"),
    Row(
      "an unknown type name", [Recorded("{ node { id } }", [:], ["data": ["node": ["id": 1]]])],
      "{ node { __typename id } }", "missing node.__typename; 1 found, needs type"),
    Row(
      "the same condition, and it matched",
      [Recorded("{ node { id ... on User { name } } }", [:], ["data": ["node": ["id": 1, "name": "Ada"]]])],
      "{ node { ... on User { n: name } } }", #"{"node":{"n":"Ada"}}"#),
    Row(
      "the same condition, and it did not",
      [Recorded("{ node { id ... on User { name } } }", [:], ["data": ["node": ["id": 1]]])],
      "{ node { id ... on User { name } } }", #"{"node":{"id":1}}"#),
    Row(
      "the same condition, and another field with the key",
      [
        Recorded(
          "{ node { ... on User { name } ... on Team { name: title } } }", [:], ["data": ["node": ["name": "A"]]])
      ], "{ node { ... on User { name } } }", "missing node.name; 0 found"),
    Row(
      "the same condition inside another",
      [Recorded("{ node { ... on A { ... on B { x } } } }", [:], ["data": ["node": ["x": 1]]])],
      "{ node { ... on B { x } } }", "missing node.x; 0 found, needs type"),
    Row(
      "a field that is there whatever the type",
      [Recorded("{ node { ... on User { name } } }", [:], ["data": ["node": ["name": "Ada"]]])], "{ node { name } }",
      #"{"node":{"name":"Ada"}}"#),
    Row(
      "a field that is not", [Recorded("{ node { id ... on User { name } } }", [:], ["data": ["node": ["id": 1]]])],
      "{ node { id name } }", "missing node.name; 1 found"),
    Row(
      "types in a list",
      [
        Recorded(
          "{ all { __typename name } }", [:],
          ["data": ["all": [["__typename": "A", "name": "a"], ["__typename": "A", "name": "b"]]]])
      ], "{ all { ... on A { name } } }", #"{"all":[{"name":"a"},{"name":"b"}]}"#),
    Row(
      "another field of a fragment that may not apply",
      [Recorded("{ node { id child { a } } }", [:], ["data": ["node": ["id": 1, "child": ["a": 1]]]])],
      "{ node { child { a } ... on User { child { b } } } }", "missing node.child; 0 found, needs type"),
  ]

  static let schemaTypes: [Row] = [
    Row(
      "a declared object type", [Recorded("{ me { id name } }", [:], ["data": ["me": ["id": 1, "name": "Ada"]]])],
      "{ me { __typename ... on User { name } ... on Node { id } ... on Team { x } } }",
      #"{"me":{"__typename":"User","name":"Ada","id":1}}"#),
    Row(
      "a declared interface", [Recorded("{ node { id name } }", [:], ["data": ["node": ["id": 1, "name": "Ada"]]])],
      "{ node { ... on Node { id } ... on User { name } } }", "missing node.name; 1 found, needs type"),
    Row(
      "an interface of a recorded type",
      [Recorded("{ node { __typename id } }", [:], ["data": ["node": ["__typename": "Team", "id": 1]]])],
      "{ node { ... on Node { id } ... on User { name } } }", #"{"node":{"id":1}}"#),
    Row(
      "the query type", [Recorded("{ me { id } }", [:], ["data": ["me": ["id": 1]]])],
      "query { ...F __typename } fragment F on Query { me { id } }", #"{"me":{"id":1},"__typename":"Query"}"#),
    Row(
      "a number as an id", [Recorded(#"{ node(id: "7") { id } }"#, [:], ["data": ["node": ["id": "7"]]])],
      "{ node(id: 7) { id } }", #"{"node":{"id":"7"}}"#),
    Row(
      "a number as a string", [Recorded(#"{ find(text: "7") { id } }"#, [:], ["data": ["find": ["id": "7"]]])],
      "{ find(text: 7) { id } }", "unrelated"),
  ]

  static let joins: [Row] = [
    Row(
      "two root fields", [launch, Recorded("{ me { name } }", [:], ["data": ["me": ["name": "Ada"]]])],
      #"{ me { name } launch(id: "25") { site } }"#, #"{"me":{"name":"Ada"},"launch":{"site":"KSC"}}"#),
    Row(
      "two fields of one object", [launch, mission], #"{ launch(id: "25") { mission { name } rocket { name } site } }"#,
      #"{"launch":{"mission":{"name":"OG-2"},"rocket":{"name":"Falcon"},"site":"KSC"}}"#),
    Row(
      "values that differ",
      [
        launch,
        Recorded(
          #"{ launch(id: "25") { mission { name } site } }"#, [:],
          ["data": ["launch": ["mission": ["name": "OG-2"], "site": "VAFB"]]]),
      ], #"{ launch(id: "25") { mission { name } rocket { name } site } }"#, "conflict at launch(id: \"25\").site"),
    Row(
      "values that differ and were not asked for",
      [
        Recorded("{ me { a x } }", [:], ["data": ["me": ["a": 1, "x": 1]]]),
        Recorded("{ me { b y: x } }", [:], ["data": ["me": ["b": 2, "y": 2]]]),
      ], "{ me { a b } }", "conflict at me.x"),
    Row(
      "null beside an object",
      [
        Recorded("{ me { a } }", [:], ["data": ["me": .null]]),
        Recorded("{ me { b } }", [:], ["data": ["me": ["b": 1]]]),
      ], "{ me { a b } }", "conflict at me"),
    Row(
      "lists with the same ids",
      [
        Recorded("{ all { id a } }", [:], ["data": ["all": [["id": 1, "a": 1], ["id": 2, "a": 2]]]]),
        Recorded("{ all { key: id b } }", [:], ["data": ["all": [["key": 1, "b": 3], ["key": 2, "b": 4]]]]),
      ], "{ all { a b } }", #"{"all":[{"a":1,"b":3},{"a":2,"b":4}]}"#),
    Row(
      "lists with other ids",
      [
        Recorded("{ all { id a } }", [:], ["data": ["all": [["id": 1, "a": 1], ["id": 2, "a": 2]]]]),
        Recorded("{ all { id b } }", [:], ["data": ["all": [["id": 2, "b": 3], ["id": 1, "b": 4]]]]),
      ], "{ all { a b } }", "missing all.b; 1 found, needs ids"),
    Row(
      "lists without ids",
      [
        Recorded("{ all { a } }", [:], ["data": ["all": [["a": 1]]]]),
        Recorded("{ all { id b } }", [:], ["data": ["all": [["id": 2, "b": 3]]]]),
      ], "{ all { a b } }", "missing all.b; 1 found, needs ids"),
    Row(
      "lists of different length",
      [
        Recorded("{ all { id a } }", [:], ["data": ["all": [["id": 1, "a": 1]]]]),
        Recorded("{ all { id b } x }", [:], ["data": ["all": [], "x": 1]]),
      ], "{ x all { a b } }", "conflict at all"),
    Row(
      "sequences",
      [Recorded("{ a }", [:], ["data": ["a": 1]], ["data": ["a": 2]]), Recorded("{ b }", [:], ["data": ["b": 1]])],
      "{ a b }", "missing b; 1 found, needs sequence"),
  ]

  static let errors: [Row] = [
    Row(
      "an error elsewhere",
      [
        Recorded(
          "{ me { a b } }", [:],
          ["data": ["me": ["a": 1, "b": .null]], "errors": [["message": "x", "path": ["me", "b"]]]])
      ], "{ me { a } }", #"{"me":{"a":1}}"#),
    Row(
      "the null of an error",
      [
        Recorded(
          "{ me { a b } }", [:],
          ["data": ["me": ["a": 1, "b": .null]], "errors": [["message": "x", "path": ["me", "b"]]]])
      ], "{ me { b } }", "missing me.b; 0 found"),
    Row(
      "a null below which the error is",
      [
        Recorded(
          "{ me { a b } x }", [:],
          ["data": ["me": .null, "x": 1], "errors": [["message": "x", "path": ["me", "b"]]]])
      ], "{ x me { a } }", "missing me; 1 found"),
    Row(
      "a null below an error",
      [
        Recorded(
          "{ me { a b } }", [:], ["data": ["me": ["a": .null, "b": 1]], "errors": [["message": "x", "path": ["me"]]]])
      ], "{ me { a } }", "missing me.a; 0 found"),
    Row(
      "a null inside a leaf",
      [
        Recorded(
          "{ me { a b } }", [:],
          ["data": ["me": ["a": [1, .null], "b": [1]]], "errors": [["message": "x", "path": ["me", "a", 1]]]])
      ], "{ me { b a } }", "missing me.a; 1 found"),
    Row(
      "another null",
      [
        Recorded(
          "{ all { a b } }", [:],
          [
            "data": ["all": [["a": .null, "b": 1], ["a": 1, "b": .null]]],
            "errors": [["message": "x", "path": ["all", 1, "b"]]],
          ])
      ], "{ all { a } }", #"{"all":[{"a":null},{"a":1}]}"#),
    Row(
      "an error without a path",
      [Recorded("{ me { a } }", [:], ["data": ["me": ["a": 1]], "errors": [["message": "x"]]])], "{ me { b: a } }",
      "unrelated"),
  ]

  /// A schema shows that such a query is invalid.
  static let variableTypes: [Row] = [
    Row(
      "a variable of another type", [launch], "query L($x: String!) { launch(id: $x) { id } }", variables: ["x": "25"],
      "missing launch(id: \"25\"); 0 found")
  ]

  @Test(arguments: projections + types + joins + errors + invalid + variableTypes)
  func withoutASchema(row: Row) throws {
    #expect(try Self.outcome(row, hints: NoSchema()) == row.expected)
  }

  @Test(
    arguments: projections + types.filter { !$0.expected.hasPrefix("missing") } + joins + errors + invalid + schemaTypes
  )
  func withASchema(row: Row) throws {
    #expect(try Self.outcome(row, hints: Hints()) == row.expected)
  }

  @Test func aVolatileFieldIsMissing() throws {
    let recorded = Recorded("{ me { id seen } }", [:], ["data": ["me": ["id": 1, "seen": "12:00"]]])
    let volatile = VolatilePlaces(VolatileRule([.path(["data", "me", "seen"])]), of: .query)
    #expect(
      try Self.outcome(Row("", [recorded], "{ me { id } }", #""#), hints: NoSchema(), volatile: volatile)
        == #"{"me":{"id":1}}"#)
    #expect(
      try Self.outcome(Row("", [recorded], "{ me { seen } }", ""), hints: NoSchema(), volatile: volatile)
        == "missing me.seen; 0 found")
    let coordinate = VolatilePlaces(VolatileRule([.coordinate(type: "User", field: "seen")]), of: .query)
    #expect(
      try Self.outcome(Row("", [recorded], "{ me { seen } }", ""), hints: Hints(), volatile: coordinate)
        == "missing me.seen; 0 found")
    let other = VolatilePlaces(VolatileRule([.coordinate(type: "Team", field: "seen")]), of: .query)
    #expect(
      try Self.outcome(Row("", [recorded], "{ me { seen } }", ""), hints: Hints(), volatile: other)
        == #"{"me":{"seen":"12:00"}}"#)
  }
}
