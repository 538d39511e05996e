import OrderedJSON
import Testing

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

/// A recorded session, and what becomes of its last request.
struct VerifyIDCase: CustomTestStringConvertible, Sendable {
  enum Fate: Sendable {
    /// It is sent with these variables.
    case sent(JSON)
    /// It is sent with this text.
    case sentText(String)
    /// The session stops at it, because of this id.
    case stops(at: String)
  }

  let name: String
  let steps: [VerifyTurn]
  let fate: Fate

  init(_ name: String, _ steps: VerifyTurn..., fate: Fate) { (self.name, self.steps, self.fate) = (name, steps, fate) }

  var testDescription: String { name }
}

private let create = "mutation Create { createTicket { id } }"
private let createOK = "mutation Create { createTicket { ok } }"
private let close = "mutation Close($id: ID!) { closeTicket(id: $id) { ok } }"
private let order = "mutation Order($item: OrderInput!) { orderTicket(item: $item) { ok } }"
private let done = #"{"closeTicket":{"ok":true}}"#
private let isOK = #"{"createTicket":{"ok":true}}"#

private func made(_ id: String, now: String) -> VerifyTurn {
  VerifyTurn(create, #"{"createTicket":{"id":\#(id)}}"#, now: #"{"createTicket":{"id":\#(now)}}"#)
}

extension VerifyIDCase {
  /// Sessions that are sent to their end.
  static let sent: [VerifyIDCase] = [
    VerifyIDCase(
      "an id in a variable of the type ID", made(#""978""#, now: #""979""#),
      VerifyTurn(
        "mutation Close($ticket: ID!) { closeTicket(ticket: $ticket) { ok } }", with: #"{"ticket":"978"}"#, done),
      fate: .sent(["ticket": "979"])),
    VerifyIDCase(
      "an id in an argument that is named for it", made(#""978""#, now: #""979""#),
      VerifyTurn("mutation Close($t: String!) { close(ticketId: $t) { ok } }", with: #"{"t":"978"}"#, done),
      fate: .sent(["t": "979"])),
    VerifyIDCase(
      "a number", made("978", now: "979"),
      VerifyTurn("mutation Close($id: Int!) { closeTicket(id: $id) { ok } }", with: #"{"id":978}"#, done),
      fate: .sent(["id": 979])),
    VerifyIDCase(
      "a number that became a UUID", made("978", now: #""0b4b7f9e-0000-4000-8000-000000000001""#),
      VerifyTurn(close, with: #"{"id":978}"#, done), fate: .sent(["id": "0b4b7f9e-0000-4000-8000-000000000001"])),
    VerifyIDCase(
      "inside an input object, beside values that only look the same", made(#""7""#, now: #""8""#),
      VerifyTurn(
        "mutation Order($where: Where) { order(where: $where) { ok } }",
        with: #"{"where":{"first":7,"list":[{"ticketIds":["7"]}],"quantity":"7","ticketId":"7"}}"#, done),
      fate: .sent(["where": ["first": 7, "list": [["ticketIds": ["8"]]], "quantity": "7", "ticketId": "8"]])),
    VerifyIDCase(
      "an id behind an alias",
      VerifyTurn(
        "mutation Create { createTicket { ticket: id } }", #"{"createTicket":{"ticket":"978"}}"#,
        now: #"{"createTicket":{"ticket":"979"}}"#),
      VerifyTurn(close, with: #"{"id":"978"}"#, done), fate: .sent(["id": "979"])),
    VerifyIDCase(
      "a number in the text", made("978", now: "979"),
      VerifyTurn("mutation Close { closeTicket(id: 978) { ok } }", done),
      fate: .sentText("mutation Close { closeTicket(id: 979) { ok } }")),
    VerifyIDCase(
      "a batch",
      VerifyTurn(
        "mutation Create { createTickets { id } }", #"{"createTickets":[{"id":"7"},{"id":"8"}]}"#,
        now: #"{"createTickets":[{"id":"17"},{"id":"18"}]}"#),
      VerifyTurn(close, with: #"{"id":"8"}"#, done), fate: .sent(["id": "18"])),
    VerifyIDCase(
      "the same again", made(#""978""#, now: #""978""#), VerifyTurn(close, with: #"{"id":"978"}"#, done),
      fate: .sent(["id": "978"])),
    VerifyIDCase(
      "a query before the first mutation", VerifyTurn("query Read { ticket(id: 5) { id } }", #"{"ticket":{"id":5}}"#),
      fate: .sent(.null)),
    VerifyIDCase(
      "a query after a log-in",
      VerifyTurn(
        "mutation In { login { token } }", #"{"login":{"token":"first-token-0001"}}"#,
        now: #"{"login":{"token":"second-token-0002"}}"#),
      VerifyTurn("query Read($id: ID!) { ticket(id: $id) { ok } }", with: #"{"id":"5"}"#, #"{"ticket":{"ok":true}}"#),
      fate: .sent(["id": "5"])),
    VerifyIDCase(
      "an id that the mutation itself made in a list",
      VerifyTurn(
        "mutation Create { createOrder { id items { id } } }", #"{"createOrder":{"id":"1","items":[{"id":"4"}]}}"#,
        now: #"{"createOrder":{"id":"6","items":[{"id":"20"}]}}"#),
      VerifyTurn("mutation Set($itemId: ID!) { set(itemId: $itemId) { ok } }", with: #"{"itemId":"4"}"#, done),
      fate: .sent(["itemId": "20"])),
    VerifyIDCase(
      "a value that is no id", made("3", now: "8"),
      VerifyTurn(order, with: #"{"item":{"createdAt":"2026-01-01","count":3}}"#, done),
      fate: .sent(["item": ["count": 3, "createdAt": "2026-01-01"]])),
    VerifyIDCase(
      "ids of two types, told apart by their names",
      VerifyTurn(
        "mutation User { createUser { id } }", #"{"createUser":{"id":1}}"#, now: #"{"createUser":{"id":9}}"#),
      made("1", now: "6"),
      VerifyTurn(
        "mutation Assign($userId: ID!, $ticketId: ID!) { assign(userId: $userId, ticketId: $ticketId) { ok } }",
        with: #"{"userId":1,"ticketId":1}"#, done), fate: .sent(["ticketId": "6", "userId": "9"])),
  ]

  /// Sessions that stop.
  static let stopped: [VerifyIDCase] = [
    VerifyIDCase(
      "an id that no answer issued", VerifyTurn(close, with: #"{"id":"5"}"#, done), fate: .stops(at: "5")),
    VerifyIDCase(
      "an id that only a query told", VerifyTurn("query All { tickets { id } }", #"{"tickets":[{"id":"5"}]}"#),
      VerifyTurn(close, with: #"{"id":"5"}"#, done), fate: .stops(at: "5")),
    VerifyIDCase(
      "an id that a list told after a mutation", VerifyTurn(createOK, isOK),
      VerifyTurn("query All { tickets { id } }", #"{"tickets":[{"id":"1"}]}"#, now: #"{"tickets":[{"id":"6"}]}"#),
      VerifyTurn(close, with: #"{"id":"1"}"#, done), fate: .stops(at: "1")),
    VerifyIDCase(
      "an id that a query names after a mutation", VerifyTurn(createOK, isOK),
      VerifyTurn("query Read($id: ID!) { ticket(id: $id) { ok } }", with: #"{"id":"5"}"#, #"{"ticket":{"ok":true}}"#),
      fate: .stops(at: "5")),
    VerifyIDCase(
      "an id in the text that no answer issued", made("1", now: "6"),
      VerifyTurn("mutation Close { closeTicket(id: 2) { ok } }", done), fate: .stops(at: "2")),
    VerifyIDCase(
      "an answer without the id", made("1", now: "null"), VerifyTurn(close, with: #"{"id":"1"}"#, done),
      fate: .stops(at: "1")),
    VerifyIDCase(
      "a list of another length, which may have others' objects in it",
      VerifyTurn(
        "mutation Create { createTicket { tickets { id } } }", #"{"createTicket":{"tickets":[{"id":"1"}]}}"#,
        now: #"{"createTicket":{"tickets":[{"id":"1"},{"id":"6"}]}}"#),
      VerifyTurn(close, with: #"{"id":"1"}"#, done), fate: .stops(at: "1")),
    VerifyIDCase(
      "an object that was there before the mutation",
      VerifyTurn("query All { tickets { id } }", #"{"tickets":[]}"#, now: #"{"tickets":[{"id":"5"}]}"#),
      VerifyTurn(
        "mutation Create { createTicket { previous { id } } }", #"{"createTicket":{"previous":{"id":"1"}}}"#,
        now: #"{"createTicket":{"previous":{"id":"5"}}}"#),
      VerifyTurn(close, with: #"{"id":"1"}"#, done), fate: .stops(at: "1")),
    VerifyIDCase(
      "two of one field, which only their aliases tell apart",
      VerifyTurn(
        "mutation Create { a: createTicket { id } b: createTicket { id } }", #"{"a":{"id":"1"},"b":{"id":"2"}}"#,
        now: #"{"a":{"id":"6"},"b":{"id":"7"}}"#), VerifyTurn(close, with: #"{"id":"2"}"#, done),
      fate: .stops(at: "2")),
  ]
}
