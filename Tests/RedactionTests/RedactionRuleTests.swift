import OrderedJSON
import RecordingsTestSupport
import Testing

@testable import Recordings
@testable import Redaction

@Suite struct RedactionRuleTests {
  @Test(arguments: [
    ("User.token", RedactionRule.Target.coordinate(type: "User", field: "token", argument: nil)),
    ("Mutation.login(code:)", .coordinate(type: "Mutation", field: "login", argument: "code")),
    ("_Meta.x_1", .coordinate(type: "_Meta", field: "x_1", argument: nil)),
    ("data.login.token", .path(root: .data, names: ["login", "token"])),
    ("variables.input.password", .path(root: .variables, names: ["input", "password"])),
    ("data.*.e-mail", .path(root: .data, names: ["*", "e-mail"])),
    ("errors.message", .path(root: .errors, names: ["message"])),
    ("extensions.trace", .path(root: .extensions, names: ["trace"])),
  ])
  func `a place is read and written`(text: String, target: RedactionRule.Target) throws {
    #expect(try RedactionRule.Target(text) == target)
    #expect(target.description == text)
  }

  @Test(arguments: [
    (
      "dta.login.token",
      "\"dta.login.token\" is not a path: expected a schema coordinate such as User.token, or a path that starts with "
        + "\"data\", \"errors\", \"extensions\" or \"variables\", such as data.login.token. Did you mean \"data\"?"
    ),
    (
      "token",
      "\"token\" is not a path: expected a schema coordinate such as User.token, or a path that starts with \"data\", "
        + "\"errors\", \"extensions\" or \"variables\", such as data.login.token."
    ),
    (
      "user.token",
      "\"user.token\" starts with a lowercase letter, so it is not a type: write User.token for a field of a type, or "
        + "data.user.token for a path in an answer."
    ),
    ("data", "\"data\" covers everything: name a part, as in data.login.token."),
    ("data..token", "\"data..token\" has two dots in a row, or one at its end: remove one."),
    (
      "data.users[0].token",
      "\"data.users[0].token\" has an index, and a rule applies to all elements of a list: remove the brackets."
    ),
    (
      "Mutation.login(code)",
      "\"Mutation.login(code)\" is not a schema coordinate: write an argument as in Mutation.login(code:)."
    ),
    ("data.login(code:)", "\"data.login(code:)\" is a path, and paths have no arguments: write variables.NAME."),
  ])
  func `what is no place says what would be right`(text: String, message: String) {
    let problem = #expect(throws: RedactionRule.Target.Problem.self) { try RedactionRule.Target(text) }
    #expect(problem?.description == message)
  }

  private let body: JSON = [
    "data": [
      "me": ["__typename": "User", "code": "plain-a", "n": 5, "note": "plain-b"],
      "list": [["__typename": "Other", "code": "plain-c"], ["code": "plain-d"]],
    ]
  ]

  private func redacted(_ rule: String, effect: RedactionRule.Effect = .redact, operation: String? = nil) throws
    -> String
  {
    var exchange = try Exchange()
    let rules = RedactionRules([RedactionRule(try .init(rule), operation: operation, effect: effect)])
    exchange.redactor = Redactor(endpoint: "example", salt: try Exchange.salt(1), rules: rules)
    return try exchange.record("query Q { me { code } list { code } }", answer: body).body.compactText
  }

  @Test func `a coordinate counts by the object's type, and where that is not known by the field`() throws {
    let text = try redacted("User.code")
    #expect(!text.contains("plain-a") && !text.contains("plain-d"))
    #expect(text.contains("plain-b") && text.contains("plain-c"))
  }

  @Test func `a path goes through lists and takes everything below with it`() throws {
    let list = try redacted("data.list.code")
    #expect(!list.contains("plain-c") && !list.contains("plain-d") && list.contains("plain-a"))
    let me = try redacted("data.me")
    #expect(!me.contains("plain-a") && !me.contains("plain-b") && me.contains("\"n\":0") && me.contains("plain-c"))
    let any = try redacted("data.*.code")
    #expect(!any.contains("plain-a") && !any.contains("plain-c") && any.contains("plain-b"))
    #expect(try redacted("data.list.other") == body.compactText)
    #expect(try redacted("data.me", operation: "R") == body.compactText)
    #expect(try redacted("data.me", operation: "Q") != body.compactText)
  }

  @Test func `rules reach variables, arguments and literals`() throws {
    var exchange = try Exchange(rules: ["variables.a.b", "Mutation.login(code:)", "LoginInput.mail"])
    let request = try exchange.send(
      """
      mutation M($a: A, $c: String, $in: LoginInput) {
        login(code: $c) { x }
        again: login(code: "plain-literal", other: "kept-literal") { x }
        third(in: $in)
      }
      """,
      ["a": ["b": "plain-b", "x": "kept-x"], "c": "plain-c", "in": ["mail": "plain-mail", "name": "kept-name"]])
    #expect(!request.written.contains("plain-"))
    for kept in ["kept-literal", "kept-x", "kept-name"] { #expect(request.written.contains(kept)) }
  }

  @Test func `a rule keeps what a name or a look would take, and redact is stronger`() throws {
    let answer: JSON = ["data": ["map": ["token": "ETH"], "user": ["token": "hunter2!x"]]]
    var exchange = try Exchange()
    let keep = RedactionRule(try .init("data.map.token"), effect: .keep)
    exchange.redactor = Redactor(endpoint: "example", salt: try Exchange.salt(1), rules: RedactionRules([keep]))
    let kept = try exchange.record("{ map { token } user { token } }", answer: answer).body
    #expect(kept["data"]?["map"]?["token"] == "ETH")
    #expect(kept["data"]?["user"]?["token"] != "hunter2!x")
    let both = RedactionRules([keep, RedactionRule(try .init("data.map.token"))])
    exchange.redactor = Redactor(endpoint: "example", salt: try Exchange.salt(1), rules: both)
    #expect(try exchange.record("{ map { token } }", answer: answer).body["data"]?["map"]?["token"] != "ETH")
  }
}
