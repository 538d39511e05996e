import GraphQLLanguage
import OrderedJSON
import Recordings
import Testing

@testable import Replay

/// Reads of a recorded session that overlapped a mutation.
@Suite struct OverlappedReadTests {
  private func request(
    _ text: String, credential: String? = nil, _ answers: [String]
  ) throws -> RecordedSession.Request {
    let document = try parse(SourceText(text))
    let canonical = try CanonicalOperation(of: document, operationName: nil)
    let key = DocumentKey(endpoint: "e", operation: canonical).key(variables: [:], identity: .anonymous)
    let redacted = RedactedRequest(
      document: document, operation: try document.operation(named: nil), variables: [:], caller: .anonymous)
    return RecordedSession.Request(
      key: key, sent: [:], stated: StatedOperation(redacted), redacted: redacted, isRefused: false,
      credential: credential,
      responses: answers.map { .init(status: 200, headers: [], body: .json(["data": ["me": .string($0)]])) })
  }

  @Test func `each credential of a user gets its own answers, in their order`() throws {
    let add = try request("mutation { add }", ["added"])
    let read = "{ me }"
    let step = [
      add, try request(read, credential: "phone", ["p1", "p2"]), try request(read, credential: "laptop", ["l1", "l2"]),
    ]
    let session = RecordedSession(
      name: "s", file: "s.json", isIncomplete: false, steps: [step], hints: NoSchema(), generation: 0,
      rule: { _ in .counts })
    var progress = OverlapProgress()
    let key = step[1].key.hash
    let answers = try ["phone", "laptop", "laptop", "phone"].map { credential in
      try #require(session.overlapped(key, with: credential, after: History(), &progress))
    }
    let shown = answers.map { $0.responses.first?.body.json?["data"]?["me"]?.stringValue }
    #expect(shown == ["p1", "l1", "l2", "p2"])
    // What is kept of a place is served to nobody else.
    #expect(Set(answers.map(\.state)).count == 4)
  }

  @Test func `the answers of a credential are found at their recorded state`() throws {
    let step = try ["phone", "laptop"].map { try [request("{ me }", credential: $0, [$0])] }
    let session = RecordedSession(
      name: "s", file: "s.json", isIncomplete: false, steps: step, hints: NoSchema(), generation: 0,
      rule: { _ in .counts })
    let key = step[0][0].key.hash
    let all = try #require(session.operations[key]?.states.first)
    let answer = try #require(
      session.answer(Choice.Answer(state: all.name, responses: all.responses), to: key, with: "laptop"))
    #expect(answer.recordedState == all.name && answer.state != all.name)
    #expect(answer.responses.count == 1)
  }
}
