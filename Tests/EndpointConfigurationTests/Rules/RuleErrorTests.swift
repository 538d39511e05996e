import RecordingsTestSupport
import Testing

@testable import EndpointConfiguration
@testable import Recordings
@testable import Redaction

@Suite struct RuleErrorTests {
  static let errors: [(text: String, error: String)] = [
    // Identity
    ("identity: x", "1:11: \"identity\" is a single value: expected keys and values such as `header: x-api-key`."),
    (
      "identity: { headers: a }",
      #"1:13: unknown key "headers": expected "header", "cookie" or "names". Did you mean "header"?"#
    ),
    ("identity: { header: a b }", #"1:21: "a b" is not a valid header name: expected one such as x-api-key."#),
    (
      "identity: { header: 5 }",
      #"1:21: "5" is not a header name: expected one that starts with a letter, such as x-api-key."#
    ),
    (
      "identity: { header: [a, -b] }",
      #"1:25: "-b" is not a header name: expected one that starts with a letter, such as x-api-key."#
    ),
    ("identity: { cookie: [a, 'b c'] }", #"1:25: "b c" is not a valid cookie name: expected one such as session."#),
    (
      "identity: { header: Cookie }",
      "1:21: the header \"cookie\" has many values: name one, as in `cookie: session`."
    ),
    ("identity: { header: [] }", #"1:21: "header" of "identity" is an empty list: add a name, or remove the key."#),
    (
      "identity: { cookie: {} }",
      #"1:21: "cookie" of "identity" is a mapping: expected one, or a list, of names such as session."#
    ),
    (
      "identity: { names: { 7up: aa } }",
      #"1:22: "7up" is not a valid user name: expected letters, digits, dots, dashes and underscores, starting with a letter, at most 60."#
    ),
    (
      "identity: { names: { alice: 7fe } }",
      #"1:29: the mark of "alice" is "7fe": expected the two hexadecimal digits that the recorder printed, such as "7f"."#
    ),
    (
      "identity: { names: { alice: 7f, bob: 7F } }",
      #"1:38: "alice" has the mark "7F", too. Give each credential one name."#
    ),
    // Redaction
    (
      "redaction: { redcat: [] }",
      #"1:14: unknown key "redcat": expected "redact", "keep", "text" or "cards". Did you mean "redact"?"#
    ),
    (
      "redaction: { redact: User.token }",
      #"1:22: "redact" is "User.token": expected a list of places such as [User.token]."#
    ),
    (
      "redaction: { keep: [user.token] }",
      #"1:21: "user.token" starts with a lowercase letter, so it is not a type: write User.token for a field of a type, or data.user.token for a path in an answer."#
    ),
    ("redaction: { cards: yes }", #"1:21: "cards" is "yes": expected true or false."#),
    (
      "redaction: { text: Export }",
      #"1:20: "text" is "Export": expected true, false, or a list of names of operations such as [Export]."#
    ),
    (
      "redaction: { text: [a-b] }",
      #"1:21: "a-b" is not a GraphQL name: expected letters, digits and underscores, as in Export."#
    ),
    // Volatile
    ("nullIsAbsent: 1", #"1:15: "nullIsAbsent" is "1": expected true or false."#),
    (
      "volatile: data.a",
      #"1:11: "volatile" is "data.a": expected a list of places such as [data.requestId, Query.serverTime]."#
    ),
    ("volatile: { path: [] }", #"1:13: unknown key "path": expected "extensions" or "paths". Did you mean "paths"?"#),
    (
      "volatile: [variables.a]",
      #"1:12: "variables.a" is not a path in an answer: expected a path that starts with "data", "errors" or "extensions"."#
    ),
    ("volatile: [data]", #"1:12: "data" covers everything: name a part, as in data.login.token."#),
    ("volatile: [Query.a(b:)]", #"1:12: "Query.a(b:)" is an argument, which answers do not have: write Query.a."#),
    (
      "volatile: [date.a.b]",
      #"1:12: "date.a.b" is not a path: expected a schema coordinate such as User.token, or a path that starts with "data", "errors" or "extensions", such as data.login.token. Did you mean "data"?"#
    ),
    // Keys
    ("keys: [Country]", "1:7: \"keys\" is a list: expected keys and values such as `Country: code`."),
    ("keys: { Country: [] }", #"1:18: the key of "Country" is an empty list: name a field, or remove the type."#),
    (
      "keys: { Country: {} }",
      #"1:18: the key of "Country" is a mapping: expected one, or a list, of fields such as code."#
    ),
    (
      "keys: { Country: co-de }",
      #"1:18: "co-de" is not a GraphQL name: expected letters, digits and underscores, as in code."#
    ),
    // Operations
    (
      "operations:\n  A-B: { changes: nothing }",
      #"2:3: "A-B" is not a GraphQL name: expected letters, digits and underscores, as in LaunchList, or "*" for all."#
    ),
    (
      "operations: { A: { indepentOf: [] } }",
      #"1:20: unknown key "indepentOf": expected "independentOf", "headers", "nullIsAbsent", "idempotent", "changes", "derive", "variables", "volatile" or "stable". Did you mean "independentOf"?"#
    ),
    (
      "operations: { A: }",
      #"1:18: the entry for "A" is empty: expected keys and values such as `independentOf: [BookTrip]`."#
    ),
    (
      "operations: { A: { independentOf: B } }",
      #"1:35: "independentOf" is "B": expected a list of names of mutations such as [BookTrip]."#
    ),
    (
      "operations: { A: { changes: something } }",
      #"1:29: "changes" is "something": expected the word nothing. Otherwise remove it."#
    ),
    (
      "operations: { A: { headers: [Authorization] } }",
      #"1:30: the header "Authorization" is a secret, which is never saved. To distinguish users, use "identity"."#
    ),
    (
      "operations: { A: { headers: [Host] } }",
      #"1:30: the header "Host" belongs to the connection, and never affects matching. Remove it."#
    ),
    (
      "operations: { A: { headers: [X-Key] } }\nidentity: { header: x-key }",
      #"1:30: the header "x-key" is already a credential under "identity". Remove it here."#
    ),
    (
      "validation: lenent",
      #"1:13: "validation" is "lenent": expected "strict", "lenient" or "off". Did you mean "lenient"?"#
    ),
    ("validation: [strict]", #"1:13: "validation" is a list: expected a string such as lenient."#),
    (
      "ignoreRules: ScalarLeafs",
      #"1:14: "ignoreRules" is "ScalarLeafs": expected a list of rules such as [OverlappingFieldsCanBeMerged]."#
    ),
    (
      "ignoreRules: [ScalarLeaves]",
      #"1:15: unknown rule "ScalarLeaves": expected "DeferStreamDirectiveLabel", "DeferStreamDirectiveOnRootField", "ExecutableDefinitions", "FieldsOnCorrectType", "FragmentsOnCompositeTypes", "KnownArgumentNames", "KnownDirectives", "KnownFragmentNames", "KnownOperationTypes", "KnownTypeNames", "LoneAnonymousOperation", "MaxIntrospectionDepth", "NoFragmentCycles", "NoUndefinedVariables", "NoUnusedFragments", "NoUnusedVariables", "OverlappingFieldsCanBeMerged", "PossibleFragmentSpreads", "ProvidedRequiredArguments", "ScalarLeafs", "SingleFieldSubscriptions", "StreamDirectiveOnListField", "UniqueArgumentNames", "UniqueDirectivesPerLocation", "UniqueFragmentNames", "UniqueInputFieldNames", "UniqueOperationNames", "UniqueVariableNames", "ValuesOfCorrectType", "VariablesAreInputTypes" or "VariablesInAllowedPosition". Did you mean "ScalarLeafs"?"#
    ),
    ("operations: { A: { idempotent: [] } }", #"1:32: "idempotent" is a list: expected true or false."#),
    // Variables
    (
      "operations: { A: { variables: { a: anny } } }",
      #"1:36: the rule for "a" is "anny": expected any, or keys and values such as `matches: "/^[0-9]+$/"`."#
    ),
    (
      "operations: { A: { variables: { a: { match: x } } } }",
      #"1:38: unknown key "match": expected "any", "echo" or "matches". Did you mean "matches"?"#
    ),
    (
      "operations: { A: { variables: { a: { any: true, matches: x } } } }",
      #"1:36: the rule for "a" has "any" and "matches": keep one of the two."#
    ),
    (
      "operations: { A: { variables: { a: { echo: true } } } }",
      #"1:38: "echo" needs a value that is ignored in matching: add `any: true`, or `matches`."#
    ),
    (
      "operations: { A: { variables: { a: { any: false } } } }",
      #"1:36: the rule for "a" is empty: expected `any: true` or `matches`."#
    ),
    ("operations: { A: { variables: { $a: any } } }", #"1:33: "$a" starts with a dollar sign: write a."#),
    (
      "operations: { A: { variables: { variables.a: any } } }",
      #"1:33: "variables.a" is below "variables" already: write a."#
    ),
    (
      "operations: { A: { variables: { 'a[0].b': any } } }",
      #"1:33: "a[0].b" has an index, and a rule applies to all elements of a list: remove the brackets."#
    ),
    (
      "operations: { A: { variables: { a..b: any } } }",
      #"1:33: "a..b" has two dots in a row, or one at its start or end: remove one."#
    ),
    (
      "operations: { A: { variables: { a: { matches: '/(/' } } } }",
      #"1:47: "/(/" is not a regular expression: the group is not closed (character 1). Correct it."#
    ),
    (
      "operations: { A: { variables: { a: { matches: '//' } } } }",
      #"1:47: "//" is not a regular expression: it is empty, and would match everything: write any. Correct it."#
    ),
  ]

  @Test(arguments: errors) func `says where, what was found and what is valid`(
    _ example: (text: String, error: String)
  ) {
    #expect(error(example.text) == "e.yaml:\(example.error)")
  }

  @Test func `bounds`() {
    let many = (0...1_000).map { "a\($0)" }.joined(separator: ", ")
    #expect(error("volatile: [\(many)]") == #"e.yaml:1:11: "volatile" has more than 1000 entries: remove some."#)
    let long = String(repeating: "a", count: 1_001)
    #expect(
      error("operations: { A: { variables: { a: { matches: \(long) } } } }")
        == "e.yaml:1:47: \"\(long.prefix(56))… is not a regular expression: it has more than 1000 characters. Correct it."
    )
    #expect(
      error("keys: { A: \(String(repeating: "a", count: 2_001)) }")
        == "e.yaml:1:12: a field's name has more than 2000 bytes: shorten it.")
  }

  private func error(_ text: String) -> String? {
    do throws(RecordingError) {
      _ = try configuration(text)
      return nil
    } catch {
      return error.description
    }
  }
}
