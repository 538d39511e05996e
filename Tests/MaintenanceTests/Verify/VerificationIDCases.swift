import OrderedJSON
import Testing

@testable import Maintenance

/// A request with its answer when it was recorded and its answer now.
struct VerifyTurn: Sendable {
  let query: String
  var variables = ""
  let recorded: String
  let now: String

  init(_ query: String, with variables: String = "", _ recorded: String, now: String? = nil) {
    (self.query, self.variables, self.recorded, self.now) = (query, variables, recorded, now ?? recorded)
  }

  var body: String {
    guard !variables.isEmpty else { return JSON.object(["query": .string(query)]).compactText }
    return #"{"query":\#(JSON.string(query).compactText),"variables":\#(variables)}"#
  }
}

/// What was asked, and what becomes of the last of it.
struct VerifyIDCase: CustomTestStringConvertible, Sendable {
  enum Fate: Sendable {
    /// Its variables now.
    case sent(JSON)
    /// Why not: what stands after `since its`.
    case unsure(String)
    case unknown(String)
  }

  let name: String
  let steps: [VerifyTurn]
  let fate: Fate

  init(_ name: String, _ steps: VerifyTurn..., fate: Fate) { (self.name, self.steps, self.fate) = (name, steps, fate) }

  var testDescription: String { name }
}

private let create = "mutation Make { make { id } }"
private let createOK = "mutation Make { make { ok } }"
private let close = "mutation Close($id: ID!) { close(id: $id) { ok } }"
private let closeNumber = "mutation Close($number: Int!) { close(number: $number) { ok } }"
private let order = "mutation Order($item: OrderInput!) { order(item: $item) { ok } }"
private let done = #"{"close":{"ok":true}}"#
private let isOK = #"{"make":{"ok":true}}"#

private func made(_ id: String, now: String) -> VerifyTurn {
  VerifyTurn(create, #"{"make":{"id":\#(id)}}"#, now: #"{"make":{"id":\#(now)}}"#)
}

extension VerifyIDCase {
  /// What goes to the endpoint.
  static let sent: [VerifyIDCase] = [
    VerifyIDCase(
      "an id in a variable of the type ID", made(#""978""#, now: #""979""#),
      VerifyTurn("mutation Close($ticket: ID!) { close(ticket: $ticket) { ok } }", with: #"{"ticket":"978"}"#, done),
      fate: .sent(["ticket": "979"])),
    VerifyIDCase(
      "an id in an argument that is named for it", made(#""978""#, now: #""979""#),
      VerifyTurn("mutation Close($t: String!) { close(ticketId: $t) { ok } }", with: #"{"t":"978"}"#, done),
      fate: .sent(["t": "979"])),
    VerifyIDCase(
      "a number", made("978", now: "979"),
      VerifyTurn("mutation Close($id: Int!) { close(id: $id) { ok } }", with: #"{"id":978}"#, done),
      fate: .sent(["id": 979])),
    VerifyIDCase(
      "a string that goes as a number", made(#""978""#, now: #""979""#),
      VerifyTurn("mutation Close($id: Int!) { close(id: $id) { ok } }", with: #"{"id":978}"#, done),
      fate: .sent(["id": 979])),
    VerifyIDCase(
      "a number that became a UUID", made("978", now: #""0b4b7f9e-0000-4000-8000-000000000001""#),
      VerifyTurn(close, with: #"{"id":978}"#, done), fate: .sent(["id": "0b4b7f9e-0000-4000-8000-000000000001"])),
    VerifyIDCase(
      "inside an input object, and what only looks the same is left alone", made(#""7""#, now: #""8""#),
      VerifyTurn(
        "mutation Order($where: Where) { order(where: $where) { ok } }",
        with: #"{"where":{"first":7,"list":[{"ids":["7"]}],"quantity":"7","ticketId":"7"}}"#, done),
      fate: .sent(["where": ["first": 7, "list": [["ids": ["8"]]], "quantity": "7", "ticketId": "8"]])),
    VerifyIDCase(
      "an alias that looks like an id",
      VerifyTurn("mutation Make { make { id: stockno } }", #"{"make":{"id":"978"}}"#, now: #"{"make":{"id":"979"}}"#),
      VerifyTurn(close, with: #"{"id":"978"}"#, done), fate: .sent(["id": "979"])),
    VerifyIDCase(
      "an id behind an alias",
      VerifyTurn(
        "mutation Make { make { ticket: id } }", #"{"make":{"ticket":"978"}}"#, now: #"{"make":{"ticket":"979"}}"#),
      VerifyTurn(close, with: #"{"id":"978"}"#, done), fate: .sent(["id": "979"])),
    VerifyIDCase(
      "two of one field, told apart by their aliases",
      VerifyTurn(
        "mutation Make { a: make { id } b: make { id } }", #"{"a":{"id":"1"},"b":{"id":"2"}}"#,
        now: #"{"a":{"id":"6"},"b":{"id":"7"}}"#), VerifyTurn(close, with: #"{"id":"2"}"#, done),
      fate: .sent(["id": "7"])),
    VerifyIDCase(
      "a number that the answer calls as the argument is called",
      VerifyTurn("mutation Make { make { number } }", #"{"make":{"number":978}}"#, now: #"{"make":{"number":979}}"#),
      VerifyTurn(closeNumber, with: #"{"number":978}"#, done), fate: .sent(["number": 979])),
    VerifyIDCase(
      "a batch",
      VerifyTurn(
        "mutation Make { makeAll { id } }", #"{"makeAll":[{"id":"7"},{"id":"8"}]}"#,
        now: #"{"makeAll":[{"id":"17"},{"id":"18"}]}"#), VerifyTurn(close, with: #"{"id":"8"}"#, done),
      fate: .sent(["id": "18"])),
    VerifyIDCase(
      "Hasura's returning",
      VerifyTurn(
        "mutation Make { insert { returning { id } } }", #"{"insert":{"returning":[{"id":1}]}}"#,
        now: #"{"insert":{"returning":[{"id":9}]}}"#), VerifyTurn(close, with: #"{"id":1}"#, done),
      fate: .sent(["id": "9"])),
    VerifyIDCase(
      "the same again", made(#""978""#, now: #""978""#), VerifyTurn(close, with: #"{"id":"978"}"#, done),
      fate: .sent(["id": "978"])),
    VerifyIDCase(
      "what was read before all mutations",
      VerifyTurn("query All { all { id } }", #"{"all":[{"id":"5"}]}"#, now: #"{"all":[{"id":"6"},{"id":"5"}]}"#),
      VerifyTurn(createOK, isOK), VerifyTurn(close, with: #"{"id":"5"}"#, done), fate: .sent(["id": "5"])),
    VerifyIDCase(
      "what was read after a log-in", VerifyTurn("mutation In { login { id } }", #"{"login":{"id":"9"}}"#),
      VerifyTurn("query All { all { id } }", #"{"all":[{"id":"5"}]}"#), VerifyTurn(close, with: #"{"id":"5"}"#, done),
      fate: .sent(["id": "5"])),
    VerifyIDCase(
      "what a list of now has where it was made", made("3", now: "8"),
      VerifyTurn(
        "query All { all { id text } }", #"{"all":[{"id":3,"text":"mine"}]}"#,
        now: #"{"all":[{"id":3,"text":"other"},{"id":8,"text":"mine"}]}"#),
      VerifyTurn(close, with: #"{"id":3}"#, done), fate: .sent(["id": "8"])),
    VerifyIDCase(
      "what stands in a list of what was made",
      VerifyTurn(
        "mutation Make { make { order { id items { id } } } }", #"{"make":{"order":{"id":"1","items":[{"id":"4"}]}}}"#,
        now: #"{"make":{"order":{"id":"6","items":[{"id":"20"}]}}}"#),
      VerifyTurn("mutation Set($itemId: ID!) { set(itemId: $itemId) { ok } }", with: #"{"itemId":"4"}"#, done),
      fate: .sent(["itemId": "20"])),
    VerifyIDCase(
      "a name that the client brought", VerifyTurn(close, with: #"{"id":"CA"}"#, #"{"close":{"id":"CA"}}"#),
      VerifyTurn("query All { all { id } }", #"{"all":[{"id":"CA"}]}"#), VerifyTurn(close, with: #"{"id":"CA"}"#, done),
      fate: .sent(["id": "CA"])),
    VerifyIDCase(
      "a state, and prose",
      VerifyTurn(
        "mutation Make { make { state note } }", #"{"make":{"state":"OPEN","note":"All is well"}}"#,
        now: #"{"make":{"state":"NEW","note":"It is not"}}"#),
      VerifyTurn(order, with: #"{"item":{"what":"All is well","state":"OPEN"}}"#, done),
      fate: .sent(["item": ["state": "OPEN", "what": "All is well"]])),
    VerifyIDCase(
      "numbers in what people make up", made("1", now: "6"),
      VerifyTurn(order, with: #"{"item":{"createdAt":"2026-01-01","email":"ann1@a.example","unitPrice":1}}"#, done),
      fate: .sent(["item": ["createdAt": "2026-01-01", "email": "ann1@a.example", "unitPrice": 1]])),
    VerifyIDCase(
      "a number in a query's text that only looks the same", made("10", now: "11"),
      VerifyTurn("query Find { find(first: 10) { name } }", done), fate: .sent(.null)),
  ]

  /// What is not sent.
  static let notSent: [VerifyIDCase] = [
    VerifyIDCase(
      "a number in the text", made("978", now: "979"), VerifyTurn("mutation Close { close(id: 978) { ok } }", done),
      fate: .unsure(#"its text has "978""#)),
    VerifyIDCase(
      "a string in the text", made(#""t128""#, now: #""t129""#),
      VerifyTurn("mutation Close { close(key: \"t128\") { ok } }", done), fate: .unsure(#"its text has "t128""#)),
    VerifyIDCase(
      "an enum's value in the text", made(#""T1""#, now: #""T2""#),
      VerifyTurn("mutation Close { close(key: T1) { ok } }", done),
      fate: .unsure(#"its text has "T1""#)),
    VerifyIDCase(
      "the default of a variable", made(#""t128""#, now: #""t129""#),
      VerifyTurn("mutation Close($id: ID = \"t128\") { close(id: $id) { ok } }", done),
      fate: .unsure(#"its text has "t128""#)),
    VerifyIDCase(
      "an id in a query's text", made("10", now: "11"), VerifyTurn("query Find { find(id: 10) { name } }", done),
      fate: .unsure(#"its text has "10""#)),
    VerifyIDCase(
      "a list of more",
      VerifyTurn(
        "mutation Make { makeAll { id } }", #"{"makeAll":[{"id":"7"}]}"#,
        now: #"{"makeAll":[{"id":"9"},{"id":"10"}]}"#), VerifyTurn(close, with: #"{"id":"7"}"#, done),
      fate: .unsure(#"its variable id is "7""#)),
    VerifyIDCase(
      "a list in what was made, which has the number still",
      VerifyTurn(
        "mutation Make { make { all { id } } }", #"{"make":{"all":[{"id":"1"}]}}"#,
        now: #"{"make":{"all":[{"id":"1"},{"id":"6"}]}}"#), VerifyTurn(close, with: #"{"id":"1"}"#, done),
      fate: .unsure(#"its variable id is "1""#)),
    VerifyIDCase(
      "an id of several parts", made(#"{"shop":"a","no":7}"#, now: #"{"shop":"a","no":8}"#),
      VerifyTurn("mutation Close($id: Key!) { close(id: $id) { ok } }", with: #"{"id":{"shop":"a","no":7}}"#, done),
      fate: .unsure(#"its variable id is {"no":7,"shop":"a"}"#)),
    VerifyIDCase(
      "an id where nothing tells that one is meant", made(#""7""#, now: #""8""#),
      VerifyTurn(order, with: #"{"item":{"article":"7"}}"#, done), fate: .unsure(#"its variable item.article is "7""#)),
    VerifyIDCase(
      "a slug in the text",
      VerifyTurn(
        "mutation Make { make { slug } }", #"{"make":{"slug":"my-post"}}"#, now: #"{"make":{"slug":"my-post-2"}}"#),
      VerifyTurn("mutation Delete { delete(slug: \"my-post\") { ok } }", done),
      fate: .unsure(#"its text has "my-post""#)),
    VerifyIDCase(
      "what a text tells",
      VerifyTurn(
        "mutation Make { make { location } }", #"{"make":{"location":"https://a.example/tickets/0001"}}"#,
        now: #"{"make":{"location":"https://a.example/tickets/0006"}}"#), VerifyTurn(close, with: #"{"id":"1"}"#, done),
      fate: .unsure(#"its variable id is "1""#)),
    VerifyIDCase(
      "a text that the client makes of it", made("1", now: "6"),
      VerifyTurn("mutation Close { close(path: \"/tickets/1\") { ok } }", done),
      fate: .unsure(#"its text has "/tickets/1""#)),
    VerifyIDCase(
      "a name in a scalar", VerifyTurn("mutation Make { make { map } }", #"{"make":{"map":{"7":"Tea"}}}"#),
      VerifyTurn(order, with: #"{"item":{"of":{"t7":true}}}"#, done),
      fate: .unsure(#"its variable item.of is {"t7":true}"#)),
    VerifyIDCase(
      "what the mutation has not made",
      VerifyTurn("query All { all { id } }", #"{"all":[]}"#, now: #"{"all":[{"id":"5"}]}"#),
      VerifyTurn(
        "mutation Make { make { previous { id } } }", #"{"make":{"previous":{"id":"1"}}}"#,
        now: #"{"make":{"previous":{"id":"5"}}}"#), VerifyTurn(close, with: #"{"id":"1"}"#, done),
      fate: .unsure(#"its variable id is "1""#)),
    // Several meanings
    VerifyIDCase(
      "two tables that count alike", made("1", now: "6"),
      VerifyTurn(
        "mutation Comment($ticketId: ID!) { comment(ticketId: $ticketId) { id } }", with: #"{"ticketId":1}"#,
        #"{"comment":{"id":1}}"#, now: #"{"comment":{"id":10}}"#), VerifyTurn(close, with: #"{"id":1}"#, done),
      fate: .unsure(#"its variable id is "1""#)),
    VerifyIDCase(
      "a number that a query told of another object, too", made("3", now: "8"),
      VerifyTurn("query Last { lastAuthor { id } }", #"{"lastAuthor":{"id":3}}"#, now: #"{"lastAuthor":{"id":20}}"#),
      VerifyTurn(close, with: #"{"id":3}"#, done), fate: .unsure(#"its variable id is "3""#)),
    VerifyIDCase(
      "a number that a list of others has", made("3", now: "8"),
      VerifyTurn(
        "query Authors { authors { id name } }", #"{"authors":[{"id":3,"name":"Ann"}]}"#,
        now: #"{"authors":[{"id":8,"name":"Bob"},{"id":3,"name":"Ann"}]}"#),
      VerifyTurn(close, with: #"{"id":3}"#, done), fate: .unsure(#"its variable id is "3""#)),
    VerifyIDCase(
      "two of one number in an answer, one of which had been told of another thing",
      VerifyTurn("query Tags { tags { id } }", #"{"tags":[{"id":1}]}"#, now: #"{"tags":[{"id":20}]}"#),
      VerifyTurn(
        "mutation Make { make { id author { id } } }", #"{"make":{"id":3,"author":{"id":3}}}"#,
        now: #"{"make":{"id":8,"author":{"id":20}}}"#), VerifyTurn(close, with: #"{"id":3}"#, done),
      fate: .unsure(#"its variable id is "3""#)),
    VerifyIDCase(
      "what was read before all mutations, and is not there any more",
      VerifyTurn("query All { all { id } }", #"{"all":[{"id":"5"}]}"#, now: #"{"all":[{"id":"6"}]}"#),
      VerifyTurn(createOK, isOK), VerifyTurn(close, with: #"{"id":"5"}"#, done),
      fate: .unsure(#"its variable id is "5""#)),
    VerifyIDCase(
      "a number in a filter", made("3", now: "8"),
      VerifyTurn("mutation Close { close(filter: \"id eq 3\") { ok } }", done),
      fate: .unsure(#"its text has "id eq 3""#)),
    VerifyIDCase(
      "a note's number", made("3", now: "8"),
      VerifyTurn("mutation Close($note: Int!) { close(note: $note) { ok } }", with: #"{"note":3}"#, done),
      fate: .unsure("its variable note is 3")),
    VerifyIDCase(
      "a count behind words", made("3", now: "8"),
      VerifyTurn(
        "mutation Close($key: String!) { close(key: $key) { ok } }", with: #"{"key":"support-tickets-3"}"#, done),
      fate: .unsure(#"its variable key is "support-tickets-3""#)),
    VerifyIDCase(
      "a number that was there before all mutations",
      VerifyTurn("query Users { users { id } }", #"{"users":[{"id":1}]}"#),
      made("1", now: "2"),
      VerifyTurn("mutation Assign($userId: ID!) { assign(userId: $userId) { ok } }", with: #"{"userId":1}"#, done),
      fate: .unsure(#"its variable userId is "1""#)),
    VerifyIDCase(
      "a number that the request of what was made named",
      VerifyTurn(
        "mutation Make($project: ID!) { make(project: $project) { id } }", with: #"{"project":1}"#,
        #"{"make":{"id":1}}"#,
        now: #"{"make":{"id":6}}"#), VerifyTurn(close, with: #"{"id":1}"#, done),
      fate: .unsure(#"its variable id is "1""#)),
    // Told by queries
    VerifyIDCase(
      "what a list tells", VerifyTurn(createOK, isOK),
      VerifyTurn("query All { all { id } }", #"{"all":[{"id":"1"}]}"#, now: #"{"all":[{"id":"1"},{"id":"6"}]}"#),
      VerifyTurn(close, with: #"{"id":"1"}"#, done), fate: .unsure(#"its variable id is "1""#)),
    VerifyIDCase(
      "what is the last one", VerifyTurn(createOK, isOK),
      VerifyTurn("query Last { last { id } }", #"{"last":{"id":"1"}}"#, now: #"{"last":{"id":"6"}}"#),
      VerifyTurn(close, with: #"{"id":"1"}"#, done), fate: .unsure(#"its variable id is "1""#)),
    VerifyIDCase(
      "a key that a query tells", VerifyTurn(createOK, isOK),
      VerifyTurn("query Last { last { key } }", #"{"last":{"key":"PROJ-1"}}"#, now: #"{"last":{"key":"PROJ-6"}}"#),
      VerifyTurn("mutation Close($key: String!) { close(key: $key) { ok } }", with: #"{"key":"PROJ-1"}"#, done),
      fate: .unsure(#"its variable key is "PROJ-1""#)),
    VerifyIDCase(
      "what a query told in a state, by a query that names it", VerifyTurn(createOK, isOK),
      VerifyTurn("query Last { last { number } }", #"{"last":{"number":1}}"#, now: #"{"last":{"number":6}}"#),
      VerifyTurn("query Ticket($number: Int!) { ticket(number: $number) { title } }", with: #"{"number":1}"#, done),
      fate: .unsure("its variable number is 1")),
    VerifyIDCase(
      "what is read before all mutations, and made after", VerifyTurn("query Me { me { id } }", #"{"me":{"id":"1"}}"#),
      VerifyTurn(createOK, isOK),
      VerifyTurn("query Last { last { id } }", #"{"last":{"id":"1"}}"#, now: #"{"last":{"id":"6"}}"#),
      VerifyTurn(close, with: #"{"id":"1"}"#, done), fate: .unsure(#"its variable id is "1""#)),
    // Nobody told
    VerifyIDCase(
      "a number that nobody told, where others are handed out", made("2", now: "7"),
      VerifyTurn(close, with: #"{"id":"1"}"#, done),
      fate: .unknown(#"its variable id is "1""#)),
    VerifyIDCase(
      "a number that was nobody's", VerifyTurn(createOK, isOK),
      VerifyTurn(close, with: #"{"id":"4"}"#, #"{"close":null},"errors":[{"message":"no such ticket"}]"#),
      fate: .unknown(#"its variable id is "4""#)),
  ]
}
