import RecordingsTestSupport
import Testing

@testable import EndpointConfiguration
@testable import Recordings
@testable import Redaction

/// Lines for `endpoint.yaml`, and how they are put into a file.
@Suite struct RuleLinesTests {
  private func lines(_ operation: String = "SignUp", _ path: [String] = ["email"], echo: Bool = true) throws
    -> RuleLines
  {
    try #require(RuleLines(operation: operation, rules: [VariableRule(path, .any, isEchoed: echo)]))
  }

  private func added(_ lines: RuleLines, to text: String) throws -> String? {
    try lines.added(to: Array(text.utf8), path: "endpoint.yaml").map { String(decoding: $0, as: UTF8.self) }
  }

  static let block = "operations:\n  SignUp:\n    variables:\n      email: { any: true, echo: true }\n"

  @Test("An empty file gets exactly the printed lines")
  func empty() throws {
    #expect(try added(lines(), to: "") == Self.block)
    #expect(try lines().lines.joined(separator: "\n") + "\n" == Self.block)
    #expect(try lines("Track", ["input", "at"], echo: false).lines.last == "      input.at: any")
  }

  @Test("A pattern is written between quotation marks, unless YAML would read it differently")
  func patterns() throws {
    let pattern = VariableRule.Effect.matches(try ValuePattern("[0-9]{13}"))
    let lines = try #require(
      RuleLines(
        operation: "SignUp",
        rules: [VariableRule(["email"], pattern, isEchoed: true), VariableRule(["input", "at"], pattern)]))
    #expect(
      lines.ruleLines == [#"email: { matches: "/[0-9]{13}/", echo: true }"#, #"input.at: { matches: "/[0-9]{13}/" }"#])
    #expect(try added(lines, to: lines.lines.joined(separator: "\n")) == lines.lines.joined(separator: "\n"))
    for text in [#"a\d"#, #"a"b"#] {
      #expect(RuleLines(operation: "A", rules: [VariableRule(["a"], .matches(try ValuePattern(text)))]) == nil)
    }
  }

  @Test(
    "The rest of a file stays as it is",
    arguments: [
      ("# mine\nupstream: https://x.test/graphql", "# mine\nupstream: https://x.test/graphql\n\(block)"),
      (
        "operations:   # all\n    Other:\n        changes: nothing\nheaders: [x-a]\n",
        "operations:   # all\n    SignUp:\n      variables:\n        email: { any: true, echo: true }\n    Other:\n        changes: nothing\nheaders: [x-a]\n"
      ),
      (
        "operations:\n  SignUp:\n    # why\n    idempotent: true\n",
        "operations:\n  SignUp:\n    variables:\n      email: { any: true, echo: true }\n    # why\n    idempotent: true\n"
      ),
      (
        "operations:\n  SignUp:\n    variables:\n      at: any # time\n",
        "operations:\n  SignUp:\n    variables:\n      email: { any: true, echo: true }\n      at: any # time\n"
      ),
    ])
  func merged(before: String, after: String) throws { #expect(try added(lines(), to: before) == after) }

  @Test("A file that has the rule is not changed")
  func known() throws { #expect(try added(lines(), to: Self.block) == Self.block) }

  @Test(
    "What cannot be edited with certainty is left alone",
    arguments: [
      "operations: { Other: { changes: nothing } }\n", "operations:\n  SignUp: { idempotent: true }\n",
      "operations:\n  SignUp:\n    variables:\n      email: any   # for now\n",
      "operations:\n  SignUp:\n    variables:\n      email:\n        matches: /a/\n", "{ headers: [x-a] }\n",
    ])
  func byHand(before: String) throws { #expect(try added(lines(), to: before) == nil) }

  @Test("A value with another rule comes from several generators, so the values of both match, and no others")
  func several() throws {
    func rule(_ text: String, echo: Bool) throws -> RuleLines {
      let effect = VariableRule.Effect.matches(try ValuePattern(text))
      return try #require(RuleLines(operation: "Track", rules: [VariableRule(["n"], effect, isEchoed: echo)]))
    }
    let first = try #require(try added(rule("[0-9]{8}", echo: false), to: "upstream: https://x.test/graphql\n"))
    #expect(first.hasSuffix("      \"n\": { matches: \"/[0-9]{8}/\" }\n"))
    let both = try added(rule("[a-f]{8}", echo: true), to: first)
    let union = "{ matches: \"/[0-9]{8}|[a-f]{8}/\", echo: true }"
    #expect(both == first.replacing("{ matches: \"/[0-9]{8}/\" }", with: union))
    #expect(try added(rule("[0-9]{8}", echo: true), to: both ?? "") == both)
    #expect(
      try rule("[0-9]{8}", echo: false).joined(with: rule("[a-f]{8}", echo: true)).ruleLines == ["\"n\": \(union)"])
    // A value that matches anything stays so.
    let any = try #require(RuleLines(operation: "Track", rules: [VariableRule(["n"], .any, isEchoed: true)]))
    #expect(try any.joined(with: rule("[0-9]{8}", echo: false)) == any)
  }

  @Test("Rules of generated data further down keep their meaning, at other lines")
  func fakes() throws {
    let fakes = "fakes:\n  locale: de\n  fields:\n    User.email: { fake: email }\n"
    #expect(try added(lines(), to: "operations:\n  Other:\n    changes: nothing\n" + fakes)?.hasSuffix(fakes) == true)
  }

  @Test("Names that endpoint.yaml cannot have give no lines, and words of YAML are quoted")
  func names() throws {
    let rule = VariableRule(["a b"], .any)
    #expect(RuleLines(operation: "A", rules: [rule]) == nil)
    #expect(RuleLines(operation: "A", rules: [VariableRule(["variables", "a"], .any)]) == nil)
    #expect(RuleLines(operation: "A", rules: []) == nil)
    #expect(
      try lines("On", ["y"]).lines == [
        "operations:", "  \"On\":", "    variables:", "      \"y\": { any: true, echo: true }",
      ])
  }
}
