import OrderedJSON
import Recordings
import Testing

@testable import Replay

@Suite struct EffectTests {
  static let plain = "mutation M($id: ID!, $tags: [String]) { edit(id: $id, tags: $tags) { id } }"

  private static func effect(
    _ text: String, _ variables: JSONObject = ["id": "1", "tags": ["a"]], _ identity: Caller = .anonymous
  ) throws -> Effect { Effect(try stated(text, variables, identity)) }

  @Test(arguments: [
    "mutation Renamed($id: ID!, $tags: [String]) { edit(id: $id, tags: $tags) { id } }",
    "mutation M($id: ID!, $tags: [String]) { alias: edit(id: $id, tags: $tags) { __typename id tags } }",
    "mutation M($id: ID!, $tags: [String]) { edit(tags: $tags, id: $id) { id } __typename }",
    "mutation { edit(id: \"1\", tags: [\"a\"]) { id } }",
    "mutation M($id: ID!, $tags: [String]) { ...F } fragment F on Mutation { edit(id: $id, tags: $tags) { id } }",
    "mutation M($id: ID!, $tags: [String]) { edit(id: $id, tags: $tags) { id } gone @skip(if: true) }",
  ])
  func `other spellings of a change are the same change`(text: String) throws {
    #expect(try Self.effect(text) == Self.effect(Self.plain))
  }

  @Test(arguments: [
    "mutation M($id: ID!, $tags: [String]) { edits(id: $id, tags: $tags) { id } }",
    "mutation M($id: ID!) { edit(id: $id) { id } }",
    "mutation M($id: ID!) { edit(id: $id, tags: null) { id } }",
    "mutation M($id: ID!) { edit(id: $id, tags: \"a\") { id } }",
    "mutation M($id: ID!, $tags: [String]) { edit(id: $id, tags: $tags) { id } a: edit(id: $id, tags: $tags) { id } }",
    "mutation M($id: ID!, $tags: [String]) { edit(id: $id, tags: $tags) { id } more }",
  ])
  func `other changes are other changes`(text: String) throws {
    #expect(try Self.effect(text) != Self.effect(Self.plain))
  }

  @Test(arguments: [
    ("cart { addItem(id: 1) { id } }", "cart{addItem(id:1)}"),
    ("my: cart { __typename add: addItem(id: 1) { id name } }", "cart{addItem(id:1)}"),
    ("cart { addItem(id: 2) { id } }", "cart{addItem(id:2)}"),
    ("cart { b(x: 1) { id } a(x: 1) { id } }", "cart{a(x:1),b(x:1)}"),
    ("cart { a(x: 1) { id } b(x: 1) { id } }", "cart{a(x:1),b(x:1)}"),
    ("cart { items { clear } }", "cart{items{clear}}"),
    ("cart { clear }", "cart{clear}"),
    ("cart { checkout }", "cart{checkout}"),
    ("user(id: 1) { name rename(to: \"a\") { id } }", #"user(id:1){rename(to:"a")}"#),
    ("user(id: 1) { name profile { theme(is: DARK) } }", #"user(id:1){profile{theme(is:"DARK")}}"#),
  ])
  func `fields that may make the change themselves count`(text: String, shown: String) throws {
    #expect(try Effect(stated("mutation { \(text) }")).text == shown)
  }

  @Test func `values and callers count`() throws {
    let effect = try Self.effect(Self.plain)
    #expect(effect.text == #"edit(id:"1",tags:["a"])"#)
    #expect(try Self.effect(Self.plain, ["id": "2", "tags": ["a"]]) != effect)
    #expect(try Self.effect(Self.plain, ["id": "1", "tags": ["a", "b"]]) != effect)
    #expect(try Self.effect(Self.plain, ["id": "1", "tags": ["a"]], .authenticated(name: nil)) != effect)
    #expect(try Self.effect(Self.plain, ["tags": ["a"], "id": 1, "undeclared": 3]) == effect)
  }

  @Test func `a header that rules include counts, with its name and its value`() throws {
    let plain = try stated(Self.plain, ["id": "1"])
    func effect(_ headers: [RecordedResponse.Header]) -> Effect {
      Effect(
        StatedOperation(
          operation: plain.operation, fragments: plain.fragments, variables: plain.variables, identity: .anonymous,
          headers: headers))
    }
    let all = [
      [], [("x-tenant", "one")], [("x-tenant", "two")], [("x-team", "one")], [("x-team", "one"), ("x-tenant", "one")],
    ].map { headers in effect(headers.map { .init(name: $0, value: $1) }) }
    #expect(Set(all).count == all.count)
    #expect(all[1].text == #"edit(id:"1") with x-tenant: one"#)
    // States without such a header keep their names, and how an answer comes changes nothing.
    #expect(all[0] == Effect(plain))
    for name in ["accept", "content-type"] { #expect(effect([.init(name: name, value: "x/y")]) == all[0]) }
  }

  @Test func `an id that was handed out counts by its origin, a number that only looks like it by its value`() throws {
    var history = History()
    let create = try stated("mutation { create { id } }")
    history.append(create, .answered(["data": ["create": ["id": 7]]]))
    let edit = try stated("mutation E($id: ID!) { edit(id: $id, quantity: 7) { id } }", ["id": 7])
    #expect(history.effect(of: edit).text == "edit(id:<create.id #1>,quantity:7)")
    history.append(create, .answered(["data": ["create": ["id": 8]]]))
    let other = try stated("mutation E($id: ID!) { edit(id: $id) { id } }", ["id": 8])
    #expect(history.effect(of: other).text == "edit(id:<create.id #2>)")
    let object = try stated("mutation { edit(id: {value: \"8\"}) { id } }")
    #expect(history.effect(of: object).text == "edit(id:<create.id #2>)")
  }

  @Test func `what the client brought itself has no origin`() throws {
    var history = History()
    let touch = try stated("mutation T($id: ID!) { touch(id: $id) { id } }", ["id": "5"])
    history.append(touch, .answered(["data": ["touch": ["id": "5"]]]))
    #expect(history.effect(of: touch).text == #"touch(id:"5")"#)
  }

  @Test func `mutations in flight together count as they complete, and reads among them are ambiguous`() throws {
    var history = History()
    let calm = history.beginRead()
    #expect(!history.complete(calm))
    let overtaken = history.beginRead()
    let first = history.begin(try stated("mutation { a }"))
    let within = history.beginRead()
    let second = history.begin(try stated("mutation { b }"))
    history.complete(second, .answered(nil))
    history.complete(first, .answered(nil))
    #expect(history.entries.map(\.effect.text) == ["b", "a"])
    #expect(history.complete(overtaken))
    #expect(history.complete(within))
    let after = history.beginRead()
    #expect(after.state == history.state)
    #expect(!history.complete(after))
  }

  @Test func `rules leave out what changes nothing and count a retry once`() throws {
    var history = History()
    let mutation = try stated("mutation { log }")
    history.append(mutation, .missed, rule: .changesNothing)
    #expect(history.state == .start)
    #expect(history.isExact)
    let once = history.append(mutation, .answered(nil), rule: .idempotent)
    #expect(history.append(mutation, .answered(nil), rule: .idempotent) == once)
    #expect(history.append(mutation, .answered(nil)) != once)
    #expect(history.isExact)
    history.append(mutation, .lost)
    #expect(!history.isExact)
  }
}
