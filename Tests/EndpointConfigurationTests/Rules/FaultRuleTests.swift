import RecordingsTestSupport
import Testing

@testable import EndpointConfiguration
@testable import Recordings
@testable import Redaction

@Suite struct FaultRuleTests {
  @Test func readsEveryWord() throws {
    let text = """
      faults:
        - { operation: BookTrip, variables: { id: 7, input.name: /^A/ }, times: 2, rate: 20%, seed: 3, latency: 0.1-0.3s }
        - { status: 503, body: "Not now", retryAfter: 5 }
        - { error: launches.0.site, message: Gone, code: GONE }
        - { reset: true }
        - { truncate: 10, slow: 100, cut: 3 }
      """
    let rules = try EndpointConfiguration(yaml: Array(text.utf8), path: "e.yaml").faults
    #expect(
      rules.map { $0.fault.text() } == [
        "latency=100-300ms", "status=503", "error=launches.0.site", "reset", "truncate=10, slow=100, cut=3",
      ])
    #expect(rules.map(\.operation) == ["BookTrip", "*", "*", "*", "*"])
    #expect(rules[0].times == 2 && rules[0].rate == 20_000 && rules[0].seed == 3)
    #expect(rules[0].variables.map(\.path) == [["id"], ["input", "name"]])
    #expect(rules[1].fault.status == .init(code: 503, body: "Not now", retryAfter: "5"))
    #expect(
      rules[2].fault.error == .init(path: [.key("launches"), .index(0), .key("site")], message: "Gone", code: "GONE"))
  }

  @Test(arguments: [
    ("faults: x", #"1:9: "faults" is "x": expected a list of faults such as [{ operation: BookTrip, status: 503 }]."#),
    (
      "faults: [x]",
      #"1:10: a fault is "x": expected keys and values such as `operation: BookTrip` and `status: 503`."#
    ),
    (
      "faults: [{}]",
      #"1:10: a fault has no effect: expected "latency", "status", "error", "reset", "truncate", "slow" or "cut"."#
    ),
    (
      "faults: [{ oparation: A, status: 503 }]",
      #"1:12: unknown key "oparation": expected "operation", "variables", "times", "rate", "seed", "latency", "status", "body", "retryAfter", "error", "message", "code", "reset", "truncate", "slow" or "cut". Did you mean "operation"?"#
    ),
    (
      "faults: [{ operation: [A], status: 503 }]",
      #"1:23: "operation" is a list: expected a string such as BookTrip."#
    ),
    (
      "faults:\n  - status: 503\n    latency: soon",
      #"3:14: "latency" is "soon": expected a time such as 200ms or 2s, or a range such as 100-300ms, up to 10 minutes."#
    ),
    ("faults: [{ status: }]", #"1:20: "status" is empty: expected a whole number such as 503 (200 to 599)."#),
    (
      "faults: [{ status: 503, retryAfter: é }]",
      #"1:37: "retryAfter" is not a valid header value: expected a number of seconds, or a date."#
    ),
    ("faults: [{ latency: 1ms, message: x }]", #"1:26: "message" needs "error": add it."#),
    (
      "faults: [{ reset: true, slow: 5 }]",
      #"1:25: "reset" replaces the answer, so "slow" has no effect: keep one of the two."#
    ),
    (
      "faults: [{ variables: { id: /(/ }, status: 500 }]",
      #"1:29: "/(/" is not a regular expression: the group is not closed (character 1). Correct it."#
    ),
  ])
  func errors(text: String, error: String) {
    let thrown = #expect(throws: RecordingError.self) {
      _ = try EndpointConfiguration(yaml: Array(text.utf8), path: "e.yaml")
    }
    #expect(thrown.map { "\($0)" } == "e.yaml:\(error)")
  }
}
