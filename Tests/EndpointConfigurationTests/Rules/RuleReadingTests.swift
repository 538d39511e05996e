import GraphQLLanguage
import RecordingsTestSupport
import Testing

@testable import EndpointConfiguration
@testable import Recordings
@testable import Redaction

/// Reads an `endpoint.yaml`.
func configuration(_ text: String) throws(RecordingError) -> EndpointConfiguration {
  try EndpointConfiguration(yaml: Array(text.utf8), path: "e.yaml")
}

@Suite struct RuleReadingTests {
  static let full = #"""
    upstream: https://api.example.com/graphql
    headers: [x-cost]
    identity:
      cookie: session
      header: [X-Api-Key, authorization]
      names: { alice: "7f", bob: 0A }
    redaction:
      redact: [User.token, data.login.code, "variables.input.pin"]
      keep: [Query.passwordPolicy]
      text: [Export]
      cards: true
    nullIsAbsent: true
    volatile: [data.requestId, Query.serverTime, extensions]
    keys: { Country: code, Language: [code, name] }
    operations:
      "*":
        variables: { traceId: any }
      LaunchList:
        independentOf: [BookTrip]
        headers: [X-Tenant]
        nullIsAbsent: false
      CreatePost:
        idempotent: true
        variables:
          input.clientMutationId: { any: true, echo: true }
          input.sentAt: { matches: "/^[0-9]+$/" }
        volatile: { extensions: false, paths: [data.createPost.at] }
      TrackEvent: { changes: nothing }
    """#

  @Test func `all that can be said`() throws {
    let read = try configuration(Self.full)
    #expect(
      read.identity
        == IdentityRule(
          sources: [.cookie("session"), .header("x-api-key"), .header("authorization")],
          names: [.init("alice", byte: 0x7F), .init("bob", byte: 0x0A)]))
    #expect(
      read.redaction
        == RedactionRules(
          [
            RedactionRule(.coordinate(type: "User", field: "token", argument: nil)),
            RedactionRule(.path(root: .data, names: ["login", "code"])),
            RedactionRule(.path(root: .variables, names: ["input", "pin"])),
            RedactionRule(.coordinate(type: "Query", field: "passwordPolicy", argument: nil), effect: .keep),
          ], text: .operations(["Export"]), cards: true))
    let rules = read.rules
    #expect(rules.nullIsAbsent && !rules.nullIsAbsent(in: "LaunchList") && rules.nullIsAbsent(in: nil))
    #expect(rules.keyFields(of: "Language") == ["code", "name"])
    #expect(rules.keyFields(of: "Country") == ["code"])
    #expect(rules.keyFields(of: "Planet") == [])
    #expect(rules.independentOf("LaunchList") == ["BookTrip"] && rules.independentOf("Other") == [])
    #expect(rules.countedHeaders(of: "LaunchList") == ["x-tenant"] && rules.countedHeaders(of: nil) == [])
    #expect(rules.mutationRule(of: "CreatePost") == .idempotent)
    #expect(rules.mutationRule(of: "TrackEvent") == .changesNothing)
    #expect(rules.mutationRule(of: "BookTrip") == .counts)
    #expect(rules.hasEchoes("CreatePost") && !rules.hasEchoes("LaunchList") && !rules.hasEchoes(nil))
    #expect(
      rules.rule(for: "CreatePost").volatile
        == VolatileRule(
          extensions: false,
          [
            .path(["data", "requestId"]), .coordinate(type: "Query", field: "serverTime"),
            .path(["data", "createPost", "at"]),
          ]))
    #expect(rules.rule(for: "Other").volatile.extensions == true)
    let pattern = try ValuePattern("^[0-9]+$")
    #expect(
      rules.rule(for: "CreatePost").variables == [
        VariableRule(["input", "clientMutationId"], .any, isEchoed: true),
        VariableRule(["input", "sentAt"], .matches(pattern)),
        VariableRule(["traceId"], .any),
      ])
  }

  @Test func `where names are mentioned`() throws {
    let found = try configuration(Self.full).mentions.map { mention in
      let place = mention.place.map { "\($0.line):\($0.column)" } ?? "nowhere"
      return switch mention.subject {
      case .operation(let name): "\(place) operation \(name)"
      case .mutation(let name): "\(place) mutation \(name)"
      case .type(let name): "\(place) type \(name)"
      case .field(let type, let field, let argument): "\(place) field \(type).\(field)\(argument ?? "")"
      case .data(let path, let operation): "\(place) data \(path.joined(separator: ".")) of \(operation ?? "any")"
      case .variable(let name, let operation): "\(place) variable \(name) of \(operation ?? "any")"
      }
    }
    #expect(
      found == [
        "8:12 field User.token", "9:10 field Query.passwordPolicy", "10:10 operation Export",
        "13:12 data requestId of any", "13:28 field Query.serverTime", "14:9 type Country", "14:18 field Country.code",
        "14:24 type Language",
        "14:35 field Language.code", "14:41 field Language.name",
        "17:18 variable traceId of any", "18:3 operation LaunchList", "19:21 mutation BookTrip",
        "22:3 operation CreatePost", "25:7 variable input of CreatePost", "26:7 variable input of CreatePost",
        "27:44 data createPost.at of CreatePost", "28:3 operation TrackEvent",
      ])
  }

  @Test func `nothing said is nothing changed`() throws {
    let read = try configuration("upstream: https://a.b/")
    #expect(read.identity == IdentityRule() && read.redaction == RedactionRules() && read.rules == EndpointRules())
    #expect(read.identity.sources == [.header("authorization")])
    #expect(read.rules.volatilePlaces(of: "A", kind: .mutation).extensions)
  }

  @Test func `root fields stand in for a mutation's name`() throws {
    let rules = try configuration(
      "operations: { track: { changes: nothing }, like: { idempotent: true }, Own: { idempotent: true } }"
    ).rules
    #expect(rules.mutationRule(of: nil, rootFields: ["track"]) == .changesNothing)
    #expect(rules.mutationRule(of: "T", rootFields: ["__typename", "track", "track"]) == .changesNothing)
    #expect(rules.mutationRule(of: "T", rootFields: ["track", "like"]) == .idempotent)
    #expect(rules.mutationRule(of: "T", rootFields: ["track", "create"]) == .counts)
    #expect(rules.mutationRule(of: "Own", rootFields: ["create"]) == .idempotent)
    #expect(rules.mutationRule(of: "T") == .counts)
  }

  @Test func `an own rule is stronger than that for all`() throws {
    let rules = try configuration(
      """
      operations:
        A: { idempotent: false, headers: [b, a] }
        "*": { idempotent: true, headers: [a, c], independentOf: [M], nullIsAbsent: true }
      """
    ).rules
    #expect(rules.mutationRule(of: "A") == .counts && rules.mutationRule(of: "B") == .idempotent)
    #expect(rules.countedHeaders(of: "A") == ["a", "b", "c"] && rules.countedHeaders(of: "B") == ["a", "c"])
    #expect(rules.independentOf("A") == ["M"] && rules.nullIsAbsent(in: "A") && !rules.nullIsAbsent)
  }

  @Test func `text may be allowed to all or none`() throws {
    #expect(try configuration("redaction: { text: true }").redaction.text == .everybody)
    #expect(try configuration("redaction: { text: false }").redaction.text == .nobody)
  }

  @Test func `counted headers of a request`() throws {
    let rules = try configuration("operations: { A: { headers: [x-tenant, x-app] } }").rules
    let sent = [("X-Tenant", "one"), ("Other", "o"), ("x-tenant", "two")]
    #expect(rules.counted(sent, of: "A") == [.init(name: "x-tenant", value: "one, two")])
    #expect(rules.counted(sent, of: "B") == [])
  }
}
