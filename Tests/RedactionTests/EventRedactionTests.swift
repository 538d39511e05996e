import GraphQLLanguage
import OrderedJSON
import RecordingsTestSupport
import Testing

@testable import Recordings
@testable import Redaction

/// Every payload of a stream is redacted as an answer is.
@Suite struct EventRedactionTests {
  private let subscription = "subscription S { rotated { token at } }"

  /// Redacts events, as a recorder does when a stream is over.
  private func redacted(
    _ text: String, _ payloads: [JSON], end: RecordedEvents.End = .complete, _ exchange: inout Exchange
  ) throws -> RecordedEvents {
    let request = try exchange.send(text)
    let events = RecordedEvents(events: payloads.map { .init(payload: $0, after: "9f2e", wait: 7) }, end: end)
    let response = RecordedResponse(status: 200, headers: [], body: .events(events))
    return try #require(try exchange.redactor.response(response, to: request).eventList)
  }

  private func redacted(
    _ text: String, _ payloads: [JSON], end: RecordedEvents.End = .complete, rules: [String] = []
  ) throws -> RecordedEvents {
    var exchange = try Exchange(rules: rules)
    return try redacted(text, payloads, end: end, &exchange)
  }

  private func rotated(_ token: String) -> JSON { ["data": ["rotated": ["token": .string(token), "at": "noon"]]] }

  @Test(arguments: RedactionPropertyTests.secrets)
  func `no secret is in any payload, whichever told that it is one`(_ secret: String) throws {
    let payloads: [JSON] = [
      ["data": ["rotated": ["at": .string("before: \(secret)")]]], rotated(secret),
      ["data": ["rotated": ["at": .string("after: \(secret)")]], "errors": [["message": .string(secret)]]],
    ]
    let events = try redacted(subscription, payloads, end: .errors([["message": .string("bad \(secret)")]]))
    let form = JSON.string(secret).compactText.dropFirst().dropLast()
    let text = events.answers.map(\.compactText).joined(separator: "\n")
    #expect(!text.contains(secret) && !text.contains(form))
    #expect(text.contains("before: ") && text.contains("after: ") && text.contains("bad "))
    #expect(events.events.map(\.after) == ["9f2e", "9f2e", "9f2e"] && events.events.map(\.wait) == [7, 7, 7])
    let token = events.events[1].payload["data"]?["rotated"]?["token"]?.compactText.dropFirst().dropLast() ?? ""
    #expect(!token.isEmpty && text.components(String(token)) == 6)
    let file = Self.file(events)
    #expect(SecretScan().findings(path: "a.json", bytes: file).map(\.description) == [])
  }

  @Test(arguments: RedactionPropertyTests.secrets)
  func `no secret is in the reason of a close`(_ secret: String) throws {
    let close = try #require(SocketClose(code: 4401, reason: "not taken: \(secret)"))
    var exchange = try Exchange(rules: [])
    let events = try redacted(subscription, [rotated(secret)], end: .closed(close), &exchange)
    guard case .closed(let written) = events.end else {
      Issue.record("another end: \(events.end)")
      return
    }
    #expect(written.code == 4401 && written.reason.hasPrefix("not taken: ") && !written.reason.contains(secret))
    #expect(SecretScan().findings(path: "a.json", bytes: Self.file(events)).map(\.description) == [])
    // As it comes, the same.
    #expect(exchange.redactor.close(close, to: try exchange.send(subscription)) == written)
    let plain = RecordedEvents(events: [], end: .closed(try #require(SocketClose(code: 4401, reason: "Forbidden"))))
    #expect(try redacted(subscription, [], end: plain.end) == plain)
  }

  @Test func `a scan looks into the reason of a close`() throws {
    let reason = "token=\(Planted.word(40))"
    let close = try #require(SocketClose(code: 4401, reason: reason))
    let found = SecretScan().findings(path: "a.json", bytes: Self.file(RecordedEvents(events: [], end: .closed(close))))
    #expect(found.count == 1)
  }

  @Test func `secrets of one place are told apart, and come out the same when recorded again`() throws {
    func tokens(_ values: [String]) throws -> [String?] {
      try redacted(subscription, values.map(rotated)).events.map {
        $0.payload["data"]?["rotated"]?["token"]?.stringValue
      }
    }
    let first = try tokens([Planted.word(30), String(Planted.word(40).suffix(30)), Planted.word(30)])
    #expect(first[0] == first[2] && first[0] != first[1])
    let again = try tokens([String(Planted.word(50).suffix(30)), String(Planted.word(60).suffix(30))])
    #expect(again == Array(first.prefix(2)))
  }

  @Test func `what a payload hands out is known before the stream is over, and afterwards in replay`() throws {
    let secret = Planted.word(30)
    var exchange = try Exchange()
    let request = try exchange.send(subscription)
    var parts = IncrementalParts()
    let kept = exchange.redactor.payload(rotated(secret), after: &parts, to: request)
    let token = try #require(kept["data"]?["rotated"]?["token"]?.stringValue)
    #expect(token != secret)
    let caller = try exchange.send("{ me { id } }", authorization: "Bearer \(secret)").caller
    #expect(caller.description == "authenticated as Bearer \(token)")
    // What is redacted stays as it is.
    let events = RecordedEvents(events: [.init(payload: kept)], end: .open)
    let response = RecordedResponse(status: 200, headers: [], body: .events(events))
    #expect(try exchange.redactor.response(response, to: request).eventList == events)

    var replay = try Exchange()
    replay.redactor.adopt(response, to: try replay.send(subscription))
    #expect(try replay.send("{ me { id } }", authorization: "Bearer \(token)").caller == caller)
  }

  // MARK: Parts of one result

  private static let deferred = """
    query Q { user { id ...F @defer } }
    fragment F on User { code: apiKey friends { note code } hint }
    """

  @Test(arguments: IncrementalFormats.parts)
  func `a rule and a name hold for what comes later as if it had come at once`(_ payloads: [JSON]) throws {
    // By its alias and the field behind it, and nothing else.
    let plain = try redacted(Self.deferred, payloads).answers.map(\.compactText).joined()
    #expect(!plain.contains("hunter2") && plain.contains(#""code":"c""#) && plain.contains(#""hint":"h""#))
    for (rules, hidden, kept) in [
      (["data.user.hint"], [#""h""#], [#""n""#, #""m""#, #""c""#]),
      (["data.user.friends.note"], [#""n""#, #""m""#], [#""h""#, #""c""#]),
      (["data.user.friends"], [#""n""#, #""m""#, #""c""#], [#""h""#]),
      (["data.user"], [#""n""#, #""m""#, #""c""#, #""h""#], []),
      (["User.hint"], [#""h""#], [#""n""#]),
    ] {
      let text = try redacted(Self.deferred, payloads, rules: rules).answers.map(\.compactText).joined()
      for value in hidden { #expect(!text.contains(value), "\(rules)") }
      for value in kept { #expect(text.contains(value), "\(rules)") }
    }
  }

  @Test(arguments: IncrementalFormats.parts)
  func `a scan takes payloads for answers and parts for what they are parts of`(_ payloads: [JSON]) throws {
    let file = Self.file(
      RecordedEvents(events: payloads.map { .init(payload: $0) }, end: .errors([["token": "tttttt1"]])))
    func scan(_ keep: [String]) throws -> [String] {
      let rules = try keep.map { RedactionRule(try RedactionRule.Target($0), effect: .keep) }
      return SecretScan(rules: RedactionRules(rules)).findings(path: "a.json", bytes: file).compactMap(\.name)
    }
    // The name of the field behind `code` stands in another file.
    #expect(try scan([]) == ["token"])
    #expect(try scan(["errors.token"]) == [])
    #expect(try scan(["data.token"]) == ["token"])
    let named = Array(file.text.replacing("\"hint\"", with: "\"password\"").utf8)
    let keep = RedactionRule(try RedactionRule.Target("data.user.password"), effect: .keep)
    let found = { (rules: [RedactionRule]) in
      SecretScan(rules: RedactionRules(rules)).findings(path: "a.json", bytes: named).compactMap(\.name)
    }
    #expect(found([]) == ["password", "token"] && found([keep]) == ["token"])
  }

  private static func file(_ events: RecordedEvents) -> [UInt8] {
    RecordingFormat.encode(
      Recording(
        kind: .subscription, operationName: "S", identity: .anonymous, variables: JSONObject(),
        states: [.init(responses: [RecordedResponse(status: 200, headers: [], body: .events(events))])]))
  }
}

extension String {
  /// Into how many pieces a text cuts it.
  fileprivate func components(_ text: String) -> Int { split(separator: text, omittingEmptySubsequences: false).count }
}
