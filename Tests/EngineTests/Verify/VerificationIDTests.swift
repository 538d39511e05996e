import Engine
import OrderedJSON
import Testing

/// A mutation, its answers when recorded and now, and what becomes of the request that was recorded after it.
private struct Case: CustomTestStringConvertible, Sendable {
  /// What is sent of the request: its variables; or why it is not.
  enum Fate: Sendable {
    case sent(JSON)
    case stale, unclear
  }

  let name: String
  var make = "mutation Make { make { id } }"
  let recorded: String
  let now: String
  let next: String
  var variables = ""
  let fate: Fate

  var testDescription: String { name }
}

private let close = "mutation Close($id: ID!) { close(id: $id) { ok } }"
private let closeNumber = "mutation Close($number: Int!) { close(number: $number) { ok } }"
private let order = "mutation Order($item: OrderInput!) { order(item: $item) { ok } }"

private let cases: [Case] = [
  Case(
    name: "an id in a variable of the type ID", recorded: #"{"make":{"id":"978"}}"#, now: #"{"make":{"id":"979"}}"#,
    next: "mutation Close($ticket: ID!) { close(ticket: $ticket) { ok } }", variables: #"{"ticket":"978"}"#,
    fate: .sent(["ticket": "979"])),
  Case(
    name: "an id in an argument that is named for it", recorded: #"{"make":{"id":"978"}}"#,
    now: #"{"make":{"id":"979"}}"#, next: "mutation Close($t: String!) { close(ticketId: $t) { ok } }",
    variables: #"{"t":"978"}"#, fate: .sent(["t": "979"])),
  Case(
    name: "a number", recorded: #"{"make":{"id":978}}"#, now: #"{"make":{"id":979}}"#,
    next: "mutation Close($id: Int!) { close(id: $id) { ok } }", variables: #"{"id":978}"#, fate: .sent(["id": 979])),
  Case(
    name: "a string that goes as a number", recorded: #"{"make":{"id":"978"}}"#, now: #"{"make":{"id":"979"}}"#,
    next: "mutation Close($id: Int!) { close(id: $id) { ok } }", variables: #"{"id":978}"#, fate: .sent(["id": 979])),
  Case(
    name: "a number that became a UUID", recorded: #"{"make":{"id":978}}"#,
    now: #"{"make":{"id":"0b4b7f9e-0000-4000-8000-000000000001"}}"#, next: close, variables: #"{"id":978}"#,
    fate: .sent(["id": "0b4b7f9e-0000-4000-8000-000000000001"])),
  Case(
    name: "inside an input object, and what only looks the same is left alone", recorded: #"{"make":{"id":"7"}}"#,
    now: #"{"make":{"id":"8"}}"#, next: "query Find($where: Where) { find(where: $where) { name } }",
    variables: #"{"where":{"ticketId":"7","first":"7","list":[{"ids":["7","3"]}]}}"#,
    fate: .sent(["where": ["first": "7", "list": [["ids": ["8", "3"]]], "ticketId": "8"]])),
  Case(
    name: "an alias that looks like an id", make: "mutation Make { make { id: stockno } }",
    recorded: #"{"make":{"id":"978"}}"#, now: #"{"make":{"id":"979"}}"#, next: close, variables: #"{"id":"978"}"#,
    fate: .sent(["id": "979"])),
  Case(
    name: "an id behind an alias", make: "mutation Make { make { ticket: id } }",
    recorded: #"{"make":{"ticket":"978"}}"#, now: #"{"make":{"ticket":"979"}}"#, next: close,
    variables: #"{"id":"978"}"#, fate: .sent(["id": "979"])),
  Case(
    name: "the same again", recorded: #"{"make":{"id":"978"}}"#, now: #"{"make":{"id":"978"}}"#, next: close,
    variables: #"{"id":"978"}"#, fate: .sent(["id": "978"])),
  Case(
    name: "another object's id, which nothing has replaced", recorded: #"{"make":{"id":"978"}}"#,
    now: #"{"make":{"id":"979"}}"#, next: close, variables: #"{"id":"977"}"#, fate: .sent(["id": "977"])),
  // Not sent
  Case(
    name: "a number in the text", recorded: #"{"make":{"id":978}}"#, now: #"{"make":{"id":979}}"#,
    next: "mutation Close { close(id: 978) { ok } }", fate: .stale),
  Case(
    name: "a string in the text", recorded: #"{"make":{"id":"t128"}}"#, now: #"{"make":{"id":"t129"}}"#,
    next: "mutation Close { close(key: \"t128\") { ok } }", fate: .stale),
  Case(
    name: "the default of a variable", recorded: #"{"make":{"id":"t128"}}"#, now: #"{"make":{"id":"t129"}}"#,
    next: "mutation Close($id: ID = \"t128\") { close(id: $id) { ok } }", fate: .stale),
  Case(
    name: "a list", recorded: #"{"make":[{"id":"7"},{"id":"8"}]}"#, now: #"{"make":[{"id":"9"},{"id":"10"}]}"#,
    next: close, variables: #"{"id":"8"}"#, fate: .stale),
  Case(
    name: "an id of several parts", recorded: #"{"make":{"id":{"shop":"a","no":7}}}"#,
    now: #"{"make":{"id":{"shop":"a","no":8}}}"#, next: "mutation Close($id: Key!) { close(id: $id) { ok } }",
    variables: #"{"id":{"shop":"a","no":7}}"#, fate: .stale),
  Case(
    name: "nothing where the id was", recorded: #"{"make":{"id":"978"}}"#, now: #"{"make":{"id":null}}"#, next: close,
    variables: #"{"id":"978"}"#, fate: .stale),
  Case(
    name: "an id where nothing tells that one is meant", recorded: #"{"make":{"id":"7"}}"#,
    now: #"{"make":{"id":"8"}}"#, next: order, variables: #"{"item":{"quantity":"7"}}"#, fate: .unclear),
  Case(
    name: "a number that nothing calls an id", make: "mutation Make { make { number } }",
    recorded: #"{"make":{"number":978}}"#, now: #"{"make":{"number":979}}"#, next: closeNumber,
    variables: #"{"number":978}"#, fate: .unclear),
  Case(
    name: "a slug", make: "mutation Make { make { slug } }", recorded: #"{"make":{"slug":"my-post"}}"#,
    now: #"{"make":{"slug":"my-post-2"}}"#, next: "mutation Delete { delete(slug: \"my-post\") { ok } }", fate: .unclear
  ),
  // What is no id
  Case(
    name: "what the request itself named", make: "mutation Make { make(number: 978) { number } }",
    recorded: #"{"make":{"number":978}}"#, now: #"{"make":{"number":979}}"#, next: closeNumber,
    variables: #"{"number":978}"#, fate: .sent(["number": 978])),
  Case(
    name: "an enum's value, and prose", make: "mutation Make { make { state note } }",
    recorded: #"{"make":{"state":"OPEN","note":"All is well"}}"#, now: #"{"make":{"state":"NEW","note":"It is not"}}"#,
    next: order, variables: #"{"item":{"state":"OPEN","note":"All is well"}}"#,
    fate: .sent(["item": ["note": "All is well", "state": "OPEN"]])),
  Case(
    name: "a number in a query's text that only looks the same", recorded: #"{"make":{"id":10}}"#,
    now: #"{"make":{"id":11}}"#, next: "query Find { find(first: 10) { name } }", fate: .sent(.null)),
  Case(
    name: "an id in a query's text", recorded: #"{"make":{"id":10}}"#, now: #"{"make":{"id":11}}"#,
    next: "query Find { find(id: 10) { name } }", fate: .stale),
]

@Suite("Asking the endpoint again with the ids of now")
struct VerificationIDTests {
  private let bench: VerificationBench

  init() throws { bench = try VerificationBench() }

  private static func body(_ query: String, _ variables: String = "") -> String {
    guard !variables.isEmpty else { return JSON.object(["query": .string(query)]).compactText }
    return #"{"query":\#(JSON.string(query).compactText),"variables":\#(variables)}"#
  }

  @Test("A request names what the endpoint has made now, or is not sent", arguments: cases)
  fileprivate func fate(_ example: Case) async throws {
    let done = #"{"data":{"close":{"ok":true}}}"#
    try await bench.record([
      (Self.body(example.make), #"{"data":\#(example.recorded)}"#), (Self.body(example.next, example.variables), done),
    ])
    let outcome = try await bench.verify([.answer(chunks: [#"{"data":\#(example.now)}"#]), .answer(chunks: [done])]) {
      $0.executesMutations = true
    }
    let sent = outcome.requests.dropFirst().first.flatMap { try? JSON.parse($0.body) }
    let lines = outcome.report.lines(tellsValues: false)
    switch example.fate {
    case .sent(let variables):
      #expect(outcome.requests.count == 2)
      #expect((sent?["variables"] ?? .null) == variables)
    case .stale:
      #expect(outcome.requests.count == 1, "it may be another object's")
      #expect(
        lines.first
          == "not asked: 1 request with an id that was made when it was recorded; the endpoint has made another now, and nothing tells which."
      )
    case .unclear:
      #expect(outcome.requests.count == 1, "it may be another object's")
      #expect(
        lines.first
          == "not asked: 1 mutation with a value from a recorded mutation's answer that now has another; if that is an id, it would change somebody else's object. On data reset to what was recorded the ids are the same."
      )
    }
  }

  @Test("An id that a list told is not sent where the list has it no more, nor what follows")
  func listed() async throws {
    let (make, made) = (Self.body("mutation Make { make { ok } }"), #"{"data":{"make":{"ok":true}}}"#)
    let list = Self.body("query All { all { id } }")
    let last = Self.body("query Last { last { id } }")
    func all(_ ids: String) -> String { #"{"data":{"all":[\#(ids)]}}"# }
    let closing = Self.body(close, #"{"id":"7"}"#)
    let closed = #"{"data":{"close":{"ok":true}}}"#
    let (five, seven, eight) = (#"{"id":"5"}"#, #"{"id":"7"}"#, #"{"id":"8"}"#)
    try await bench.record([
      (list, all(five)), (make, made), (list, all("\(five),\(seven)")), (closing, closed),
      (last, #"{"data":{"last":\#(five)}}"#),
    ])
    let other = try await bench.verify([all(five), made, all("\(five),\(eight)")].map { .answer(chunks: [$0]) }) {
      $0.executesMutations = true
    }
    #expect(other.requests.count == 3)
    #expect(
      other.report.lines(tellsValues: false).dropLast() == [
        "not asked: 1 request with an id that was made when it was recorded; the endpoint has made another now, and nothing tells which.",
        "not asked: 1 request recorded after mutation Close, which was not sent.",
      ])
    let same = try await bench.verify(
      [all(five), made, all("\(seven),\(five)"), closed, #"{"data":{"last":\#(five)}}"#].map { .answer(chunks: [$0]) }
    ) { $0.executesMutations = true }
    #expect(same.requests.count == 5)
  }

  @Test("What was there before all mutations is named as it was, whether a list still has it or not")
  func knownBefore() async throws {
    let (make, made) = (Self.body("mutation Make { make { ok } }"), #"{"data":{"make":{"ok":true}}}"#)
    let list = Self.body("query All { all { id } }")
    let (closing, closed) = (Self.body(close, #"{"id":"5"}"#), #"{"data":{"close":{"ok":true}}}"#)
    let (old, new) = (#"{"data":{"all":[{"id":"5"}]}}"#, #"{"data":{"all":[{"id":"6"}]}}"#)
    try await bench.record([(list, old), (make, made), (list, old), (closing, closed)])
    let outcome = try await bench.verify([new, made, new, closed].map { .answer(chunks: [$0]) }) {
      $0.executesMutations = true
    }
    #expect(outcome.requests.count == 4)
  }

  @Test("A single object that a query tells after a mutation stands for the recorded one")
  func told() async throws {
    let (make, made) = (Self.body("mutation Make { make { ok } }"), #"{"data":{"make":{"ok":true}}}"#)
    let last = Self.body("query Last { last { id } }")
    let (closing, closed) = (Self.body(close, #"{"id":"7"}"#), #"{"data":{"close":{"ok":true}}}"#)
    func told(_ id: String) -> String { #"{"data":{"last":{"id":"\#(id)"}}}"# }
    try await bench.record([(make, made), (last, told("7")), (closing, closed)])
    let outcome = try await bench.verify([made, told("8"), closed].map { .answer(chunks: [$0]) }) {
      $0.executesMutations = true
    }
    #expect(outcome.requests.last.flatMap { try? JSON.parse($0.body) }?["variables"] == ["id": "8"])
  }
}
