import GraphQLLanguage
import OrderedJSON
import RecordingsTestSupport
import Testing

@testable import EndpointConfiguration
@testable import Recordings
@testable import Redaction

@Suite struct KeyingTests {
  static let create =
    "mutation CreatePost($input: Input!, $ids: [ID!], $n: Int = 3) { create(input: $input, ids: $ids, n: $n) { id } }"

  /// The variables that count, as compact JSON.
  private func keyed(_ rules: String, _ variables: String) throws -> String {
    let rules = try EndpointRules(operations: [OperationRule("CreatePost", variables: rules)])
    let key = try Sent(Self.create).key.key(variables: object(variables), identity: .anonymous, rules: rules)
    // The law: what stands in a file gives the file's key.
    let again = try Sent(Self.create).key.key(variables: key.variables, identity: .anonymous, rules: rules)
    #expect(again == key && again.variables == key.variables)
    #expect(rules.keyed(key.variables, of: "CreatePost") == key.variables)
    return JSON.object(key.variables).compactText
  }

  @Test(arguments: [
    ("n: any", #"{"n":5}"#, #"{"n":"understudy-any"}"#),
    ("n: any", "{}", #"{"n":"understudy-any"}"#),
    ("n: any", #"{"n":null}"#, #"{"n":"understudy-any"}"#),
    ("ids: any", #"{"ids":[1,2]}"#, #"{"ids":"understudy-any","n":3}"#),
    ("ids: any", "{}", #"{"n":3}"#),
    ("input: any", #"{"input":{"a":1}}"#, #"{"input":"understudy-any","n":3}"#),
    ("input.a: any", #"{"input":{"a":{"b":1},"b":2}}"#, #"{"input":{"a":"understudy-any","b":2},"n":3}"#),
    (
      "input.a.b: any", #"{"input":{"a":[{"b":1},[{"b":2,"c":3}],4]}}"#,
      #"{"input":{"a":[{"b":"understudy-any"},[{"b":"understudy-any","c":3}],4]},"n":3}"#
    ),
    (
      "'input.*.b': any", #"{"input":{"a":{"b":1},"c":{"b":2,"d":3}}}"#,
      #"{"input":{"a":{"b":"understudy-any"},"c":{"b":"understudy-any","d":3}},"n":3}"#
    ),
    ("'*': any", #"{"input":{"a":1}}"#, #"{"input":"understudy-any","n":"understudy-any"}"#),
    (
      "input.at: { matches: '/^[0-9]+$/' }", #"{"input":{"at":"123"}}"#,
      #"{"input":{"at":"understudy-matches /^[0-9]+$/"},"n":3}"#
    ),
    (
      "input.at: { matches: '^[0-9]+$' }", #"{"input":{"at":123}}"#,
      #"{"input":{"at":"understudy-matches /^[0-9]+$/"},"n":3}"#
    ),
    ("input.at: { matches: '/^[0-9]+$/' }", #"{"input":{"at":"12x"}}"#, #"{"input":{"at":"12x"},"n":3}"#),
    ("input.at: { matches: '/./' }", #"{"input":{"at":null}}"#, #"{"input":{"at":null},"n":3}"#),
    (
      "input.at: { matches: 'tr' }", #"{"input":{"at":[true,false,{"at":true}]}}"#,
      #"{"input":{"at":["understudy-matches /tr/",false,{"at":true}]},"n":3}"#
    ),
    (
      "ids: { matches: '^1' }", #"{"ids":[1,2,10]}"#,
      #"{"ids":["understudy-matches /^1/","2","understudy-matches /^1/"],"n":3}"#
    ),
    // A pattern that is found in a placeholder.
    ("input.at: { matches: 'u' }", #"{"input":{"at":"u"}}"#, #"{"input":{"at":"understudy-matches /u/"},"n":3}"#),
    (
      "input.at: { matches: '^x' }, 'input.*': { matches: 'u' }", #"{"input":{"at":"xu","b":"u"}}"#,
      #"{"input":{"at":"understudy-matches /^x/","b":"understudy-matches /u/"},"n":3}"#
    ),
    (
      "input.at: { matches: 'd' }, 'input.*': { matches: '^u$' }", #"{"input":{"at":"u"}}"#,
      #"{"input":{"at":"understudy-matches /^u$/"},"n":3}"#
    ),
  ]) func `values that do not count by themselves`(_ rules: String, _ sent: String, _ expected: String) throws {
    #expect(try keyed(rules, sent) == expected)
  }

  @Test func `what differs beside a rule differs still`() throws {
    let rules = try configuration(
      "operations: { CreatePost: { variables: { input.id: any, input.at: { matches: '^[0-9]+$' } } } }"
    ).rules
    let sent = try Sent(Self.create)
    func key(_ variables: String) throws -> OperationKey {
      sent.key.key(variables: try object(variables), identity: .anonymous, rules: rules)
    }
    let one = try key(#"{"input":{"id":1,"at":"5","t":"a"}}"#)
    #expect(try key(#"{"input":{"id":"x","at":7,"t":"a"}}"#) == one)
    for other in [
      #"{"input":{"id":1,"at":"5","t":"b"}}"#, #"{"input":{"at":"5","t":"a"}}"#, #"{"input":{"id":1,"at":"","t":"a"}}"#,
      #"{"input":{"id":1,"at":"5","t":"a"},"n":4}"#, #"{"input":{"id":1,"t":"a"}}"#,
    ] { #expect(try key(other) != one, "\(other)") }
    let authenticated = sent.key.key(
      variables: try object(#"{"input":{"id":1,"at":"5","t":"a"}}"#), identity: .authenticated(name: nil), rules: rules)
    #expect(authenticated != one)
  }

  @Test func `a rule is about its operation`() throws {
    let rules = try configuration("operations: { Other: { variables: { n: any } } }").rules
    let sent = try Sent(Self.create)
    let variables = try object(#"{"n":5}"#)
    #expect(
      sent.key.key(variables: variables, identity: .anonymous, rules: rules)
        == sent.key.key(variables: variables, identity: .anonymous))
    let all = try configuration("operations: { '*': { variables: { n: any } } }").rules
    #expect(
      sent.key.key(variables: variables, identity: .anonymous, rules: all)
        != sent.key.key(variables: variables, identity: .anonymous))
  }

  @Test func `null counts as absent by rule only`() throws {
    let sent = try Sent("query A($a: Int, $b: Int = 3, $c: Int = null) { f(a: $a, b: $b, c: $c) }")
    let rules = EndpointRules(nullIsAbsent: true)
    func key(_ variables: String, _ rules: EndpointRules) throws -> OperationKey {
      sent.key.key(variables: try object(variables), identity: .anonymous, rules: rules)
    }
    let none = try key("{}", rules)
    for variables in [#"{"a":null}"#, #"{"b":null}"#, #"{"c":null}"#, #"{"b":3}"#] {
      #expect(try key(variables, rules) == none, "\(variables)")
    }
    // With a default, absent is the default.
    #expect(JSON.object(none.variables).compactText == #"{"b":3,"c":null}"#)
    #expect(try key(#"{"a":null}"#, EndpointRules()) != key("{}", EndpointRules()))
    #expect(try key(#"{"a":1}"#, rules) != none)
    #expect(sent.key.key(variables: none.variables, identity: .anonymous, rules: rules) == none)
  }

  @Test func `counted headers make keys of their own`() throws {
    let sent = try Sent(countryDetail)
    let variables = try object(#"{"code":"CA"}"#)
    func key(_ headers: [(String, String)]) -> OperationKey {
      sent.key.key(
        variables: variables, identity: .anonymous, headers: headers.map { .init(name: $0.0, value: $0.1) })
    }
    let plain = sent.key.key(variables: variables, identity: .anonymous)
    #expect(key([]) == plain)
    let keys = [
      plain, key([("a", "b")]), key([("a", "c")]), key([("ab", "")]), key([("a", "b"), ("c", "d")]),
      key([("a", "bcd")]),
    ]
    #expect(Set(keys).count == keys.count)
  }

  @Test func `deep values need little stack`() throws {
    let deep = String(repeating: "[", count: 500) + #"{"b":1}"# + String(repeating: "]", count: 500)
    let text = try keyed("input.a.b: any", #"{"input":{"a":\#(deep)}}"#)
    #expect(text.contains(#"{"b":"understudy-any"}"#))
  }
}

extension OperationRule {
  /// Takes the rules for variables as YAML.
  init(_ operation: String, variables: String) throws {
    let read = try configuration("operations: { \(operation): { variables: { \(variables) } } }").rules
    self = read.operations[0]
  }
}
