import OrderedJSON
import RecordingsTestSupport
import Testing

@testable import EndpointConfiguration
@testable import Recordings
@testable import Redaction

@Suite struct EchoTests {
  private let rules = try? configuration(
    "operations: { A: { variables: { input.clientMutationId: { any: true, echo: true }, 'items.ref': { any: true, echo: true } } } }"
  ).rules

  /// What is recorded, and what another request gets of it.
  private func echo(_ answer: String, sent: String, then other: String) throws -> (recorded: String, given: String) {
    let rules = try #require(rules)
    let recorded = rules.withoutEchoes(try JSON.parse(text: answer), sent: try object(sent), operation: "A")
    let same = rules.withEchoes(recorded, sent: try object(sent), operation: "A")
    #expect(same == (try JSON.parse(text: answer)))
    let given = rules.withEchoes(recorded, sent: try object(other), operation: "A")
    return (recorded.compactText, given.compactText)
  }

  @Test(arguments: [
    (
      #"{"data":{"create":{"clientMutationId":"1","id":"1"}}}"#, #"{"input":{"clientMutationId":"1"}}"#,
      #"{"input":{"clientMutationId":"2"}}"#,
      #"{"data":{"create":{"clientMutationId":"understudy-echo input.clientMutationId","id":"1"}}}"#,
      #"{"data":{"create":{"clientMutationId":"2","id":"1"}}}"#
    ),
    // A long one is recognised anywhere, a short one by its name only.
    (
      #"{"a":["0123456789abcdef"],"b":"0123456789abcde"}"#, #"{"input":{"clientMutationId":"0123456789abcdef"}}"#,
      #"{"input":{"clientMutationId":7}}"#, #"{"a":["understudy-echo input.clientMutationId"],"b":"0123456789abcde"}"#,
      #"{"a":[7],"b":"0123456789abcde"}"#
    ),
    (
      #"{"clientMutationId":null,"x":null}"#, #"{"input":{"clientMutationId":null}}"#,
      #"{"input":{"clientMutationId":"c"}}"#,
      #"{"clientMutationId":"understudy-echo input.clientMutationId","x":null}"#,
      #"{"clientMutationId":"c","x":null}"#
    ),
    (
      #"{"r":[{"ref":1},{"ref":2},{"ref":3}]}"#, #"{"items":[{"ref":1},{"ref":2}]}"#,
      #"{"items":[{"ref":"a"},{"ref":"b"}]}"#,
      #"{"r":[{"ref":"understudy-echo items[0].ref"},{"ref":"understudy-echo items[1].ref"},{"ref":3}]}"#,
      #"{"r":[{"ref":"a"},{"ref":"b"},{"ref":3}]}"#
    ),
    // What is not sent this time shows.
    (
      #"{"clientMutationId":1.0}"#, #"{"input":{"clientMutationId":1.0}}"#, "{}",
      #"{"clientMutationId":"understudy-echo input.clientMutationId"}"#,
      #"{"clientMutationId":"understudy-echo input.clientMutationId"}"#
    ),
    (
      #"{"clientMutationId":"2"}"#, #"{"input":{"clientMutationId":"1"}}"#, "{}", #"{"clientMutationId":"2"}"#,
      #"{"clientMutationId":"2"}"#
    ),
  ]) func `what comes back`(_ answer: String, _ sent: String, _ other: String, _ recorded: String, _ given: String)
    throws
  {
    let echoed = try echo(answer, sent: sent, then: other)
    #expect(echoed.recorded == recorded)
    #expect(echoed.given == given)
  }

  @Test func `other operations have no echoes`() throws {
    let rules = try #require(rules)
    let body = try JSON.parse(text: #"{"clientMutationId":"1"}"#)
    #expect(rules.withoutEchoes(body, sent: try object(#"{"input":{"clientMutationId":"1"}}"#), operation: "B") == body)
  }

  @Test func `a deep answer needs little stack`() throws {
    let answer =
      String(repeating: #"{"a":["#, count: 250) + #"{"clientMutationId":"1"}"# + String(repeating: "]}", count: 250)
    let echoed = try echo(
      answer, sent: #"{"input":{"clientMutationId":"1"}}"#, then: #"{"input":{"clientMutationId":"2"}}"#)
    #expect(echoed.given.contains(#"{"clientMutationId":"2"}"#))
  }
}
