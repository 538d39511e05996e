import GraphQLLanguage
import OrderedJSON
import RecordingsTestSupport
import Testing

@testable import Recordings
@testable import Redaction

/// A secret that only the client knows is redacted alike in every request, whatever came before.
@Suite struct ClientSecretTests {
  private static let set = "mutation Set($k: String!) { setKey(apiKey: $k) { apiKey } }"
  private static let check = "query Check($k: String!) { check(apiKey: $k) }"

  @Test(arguments: ["Zk3v9Qm1x8Lp4Ts7Hd2b", "hunter2", Planted.jwt, "bWVAZXhhbXBsZS5jb20="])
  func `what an answer echoes of it does not change how it is recorded`(key: String) throws {
    var recording = try Exchange()
    let echo: JSON = ["data": ["setKey": ["apiKey": .string(key), "note": .string("is \(key)!!")]]]
    let first = try recording.record(Self.set, ["k": .string(key)], answer: echo)
    let second = try recording.send(Self.check, ["k": .string(key)])
    let echoed = try #require(first.body["data"]?["setKey"]?["apiKey"]?.stringValue)
    #expect(Pseudonym.isRedacted(echoed))

    for sent in [key, echoed] {
      var replay = try Exchange()
      #expect(try replay.send(Self.check, ["k": .string(sent)]).key() == second.key())
      let request = try replay.send(Self.set, ["k": .string(sent)])
      #expect(try request.key() == first.request.key())
      replay.redactor.adopt(RecordedResponse(status: 200, headers: [], body: .json(first.body)), to: request)
      #expect(try replay.send(Self.check, ["k": .string(sent)]).key() == second.key())
    }
  }

  @Test func `its text is that of the place, whatever name it was first sent under`() throws {
    let other = "query Other($apiKey: String!) { check(apiKey: $apiKey) }"
    let literal = "query Literal { check(secret: \"hunter2!x\", note: \"hunter2!x\") }"
    for text in [Self.check, other, literal] {
      let name = text == Self.check ? "k" : "apiKey"
      let variables: JSONObject = text == literal ? [:] : [name: "hunter2!x"]
      var alone = try Exchange()
      let expected = try alone.send(text, variables).key()
      var later = try Exchange()
      for (before, name) in [(Self.check, "k"), (other, "apiKey"), (Self.set, "k")] {
        _ = try later.record(before, [name: "hunter2!x"], answer: ["data": ["token": "hunter2!x"]])
        #expect(try later.send(text, variables).key() == expected)
      }
    }
  }

  @Test func `two passwords with one placeholder are reported once, others are not`() throws {
    let login = "mutation L($p: String!, $apiKey: String) { login(password: $p, apiKey: $apiKey) { token } }"
    var exchange = try Exchange()
    let first = "password 0"
    let byte = exchange.redactor.salt.byte(of: Array(first.utf8))
    let others = (1...2_000).map { "password \($0)" }
    let same = try #require(others.first { exchange.redactor.salt.byte(of: Array($0.utf8)) == byte })
    let different = try #require(others.first { exchange.redactor.salt.byte(of: Array($0.utf8)) != byte })

    for password in [first, first, different] { _ = try exchange.send(login, ["p": .string(password)]) }
    // Another name has another placeholder.
    _ = try exchange.send(login, ["apiKey": .string(same)])
    #expect(exchange.redactor.takeWarnings() == [])
    for _ in 0..<2 { _ = try exchange.send(login, ["p": .string(same)]) }
    let warnings = exchange.redactor.takeWarnings()
    #expect(warnings.count == 1)
    #expect(
      warnings.first?.hasPrefix("two different values of p have the same placeholder, understudy-redacted-p-") == true)
  }

  /// A small generator, so that a failure can be met again.
  private struct Chance {
    var state: UInt64
    mutating func next(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
  }

  private static let documents: [(text: String, variable: String)] = [
    (set, "k"), (check, "k"), ("query O($apiKey: String!) { check(apiKey: $apiKey) }", "apiKey"),
    ("mutation L($p: String!) { login(password: $p) { token } }", "p"),
    ("query T($t: String!) { me(accessToken: $t) { name } }", "t"),
    ("query B($h: String!) { me(authToken: $h) { name } }", "h"),
  ]

  @Test(arguments: 0..<40)
  func `any part of a flow replays under the keys it was recorded under`(seed: Int) throws {
    var chance = Chance(state: UInt64(seed))
    let own = ["hunter2!x", "Zk3v9Qm1x8Lp4Ts7Hd2b", Planted.jwt, "short1", Planted.hex(32)]
    var recording = try Exchange()
    var handed: [(real: String, pseudonym: String, from: Int)] = []
    var sent: Set<String> = []
    var steps: [(document: Int, real: String, from: Int?, key: String, request: RedactedRequest, body: JSON)] = []
    for index in 0..<12 {
      let document = Self.documents[chance.next(Self.documents.count)]
      let place = Self.documents.firstIndex { $0.text == document.text } ?? 0
      let served = handed.isEmpty || chance.next(2) == 0 ? nil : handed[chance.next(handed.count)]
      let real = served?.real ?? own[chance.next(own.count)]
      if served == nil { sent.insert(real) }
      let known = sent.sorted()
      let fresh = "served-\(seed)-\(index)-\(Planted.word(10))"
      let token = chance.next(2) == 0 ? fresh : known.isEmpty ? fresh : known[chance.next(known.count)]
      let kept = try recording.record(
        document.text, [document.variable: .string(real)], answer: ["data": ["x": ["token": .string(token)]]])
      let text = try #require(kept.body["data"]?["x"]?["token"]?.stringValue)
      if token == fresh { handed.append((fresh, text, index)) } else { #expect(Pseudonym.isRedacted(text)) }
      steps.append((place, real, served?.from, try kept.request.key(), kept.request, kept.body))
    }
    for _ in 0..<8 {
      var replay = try Exchange()
      for step in steps {
        replay.redactor.adopt(RecordedResponse(status: 200, headers: [], body: .json(step.body)), to: step.request)
      }
      for step in steps where chance.next(2) == 0 {
        let document = Self.documents[step.document]
        // The client has what the recorded answers gave it, and what it knew.
        let value = step.from.flatMap { from in handed.first { $0.from == from }?.pseudonym } ?? step.real
        #expect(try replay.send(document.text, [document.variable: .string(value)]).key() == step.key)
      }
    }
  }
}
