import GraphQLLanguage
import OrderedJSON
import RecordingsTestSupport
import Testing

@testable import Recordings

@Suite struct FormatTests {
  @Test func `a recording looks as the page for reviewers says`() throws {
    let recording = Recording(
      kind: .query, operationName: "CountryDetail", identity: .anonymous, variables: try object(#"{"code": "CA"}"#),
      states: [.init(responses: [response(#"{"data":{"country":{"name":"Canada","area":9.98e6,"tags":[],"x":{}}}}"#)])])
    let expected = """
      {
        "format": 1,
        "identity": "anonymous",
        "variables": {
          "code": "CA"
        },
        "states": {
          "start": ["ID"]
        },
        "responses": {
          "ID": {
            "status": 200,
            "headers": {
              "content-type": "application/json"
            },
            "body": {
              "data": {
                "country": {
                  "name": "Canada",
                  "area": 9.98e6,
                  "tags": [],
                  "x": {}
                }
              }
            }
          }
        }
      }

      """
    let id = String(recording.states[0].responses[0].digest(ignoring: .standard).hex.prefix(4))
    #expect(text(recording) == expected.replacingOccurrences("ID", id))
  }

  @Test func `states and responses are sorted, and each response is written once`() throws {
    let (a, b) = (response(canada), response(japan))
    let recording = Recording(
      kind: .query, operationName: nil, identity: .authenticated(name: nil), variables: JSONObject(),
      states: [.init(name: "start", responses: [a, b, a]), .init(name: "9f2e", responses: [b])])
    let ids = [a, b].map { String($0.digest(ignoring: .standard).hex.prefix(4)) }
    let lines = text(recording).split(separator: "\n").map(String.init)
    #expect(lines[3] == #"  "variables": {},"#)
    #expect(lines[5] == #"    "9f2e": ["\#(ids[1])"],"#)
    #expect(lines[6] == #"    "start": ["\#(ids[0])", "\#(ids[1])", "\#(ids[0])"]"#)
    #expect(lines.filter { $0.hasSuffix("\": {") && $0.hasPrefix("    \"") && !$0.hasPrefix("     ") }.count == 2)
  }

  @Test func `a mutation's state names the state to which it leads`() throws {
    let recording = Recording(
      kind: .mutation, operationName: "BookTrip", identity: .anonymous, variables: JSONObject(),
      states: [.init(responses: [response(canada)], next: "9f2e")])
    let id = response(canada).digest(ignoring: .standard).hex.prefix(4)
    #expect(text(recording).contains(#"    "start": { "responses": ["\#(id)"], "next": "9f2e" }"#))
    try expectRoundTrip(recording)
  }

  @Test func `a read's state says that a mutation overlapped it`() throws {
    let recording = Recording(
      kind: .query, operationName: "CountryDetail", identity: .anonymous, variables: JSONObject(),
      states: [.init(responses: [response(canada)], isOverlapped: true)])
    let id = response(canada).digest(ignoring: .standard).hex.prefix(4)
    #expect(text(recording).contains(#"    "start": { "responses": ["\#(id)"], "overlapped": true }"#))
    try expectRoundTrip(recording)
    let mutation = Recording(
      kind: .mutation, operationName: "BookTrip", identity: .anonymous, variables: JSONObject(),
      states: [.init(responses: [response(canada)], next: "9f2e", isOverlapped: true)])
    try expectRoundTrip(mutation)
  }

  @Test func `text and bytes have members of their own`() throws {
    // U+FDD0, which strings of JSON keep in a form of their own, and which cannot be written as a literal.
    let special = String(decoding: [0xEF, 0xB7, 0x90], as: UTF8.self)
    for body: RecordedBody in [
      .text("<html>\n\(special) é"), .text("\(special)\(special)\(special)"), .text(""), .bytes([0xFF, 0, 1]),
      .bytes([]), .json(.string("x")), .json(.null),
    ] {
      let recording = Recording(
        kind: .query, operationName: "A", identity: .anonymous, variables: JSONObject(),
        states: [.init(responses: [RecordedResponse(status: 502, headers: [], body: body)])])
      try expectRoundTrip(recording)
    }
  }

  /// Anything that can be recorded, by a counter instead of chance: every run tries the same.
  @Test(arguments: 0..<300) func `what is written is read back, byte by byte`(_ seed: Int) throws {
    var maker = RecordingMaker(seed: seed)
    try expectRoundTrip(try maker.recording())
  }

  @Test func `ids grow until they tell the responses of the file apart`() {
    // Enough responses that four digits are not enough for some of them.
    let responses = (0..<2_000).map { response(#"{"data":\#($0)}"#) }
    let identified = IdentifiedResponses([.init(responses: responses)])
    let ids = identified.sorted.map(\.id)
    #expect(Set(ids).count == 2_000)
    #expect(ids.contains { $0.count > 4 } && ids.contains { $0.count == 4 })
    #expect(ids == ids.sorted())
    for id in ids { #expect(!ids.contains { $0 != id && $0.hasPrefix(id) }) }
    let reversed = IdentifiedResponses([.init(responses: responses.reversed())])
    #expect(reversed.sorted.map(\.id) == ids)
  }

  @Test(arguments: 0..<40) func `base64 is read back`(_ count: Int) {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ count) }
    let text = Base64.encode(bytes)
    #expect(Base64.decode(text) == bytes)
    #expect(text.count == (count + 2) / 3 * 4)
  }

  @Test(arguments: ["A", "AB==C", "AB=", "AB==", "A===", "====", "AA*=", "AA==AA=="].filter { $0 != "AB==C" })
  func `what base64 would not be written as is none`(_ text: String) {
    if text == "AA==" { return }
    #expect(Base64.decode(text) == nil)
  }

  @Test func `base64 as the specification has it`() {
    let vectors = [
      "": "", "f": "Zg==", "fo": "Zm8=", "foo": "Zm9v", "foob": "Zm9vYg==", "fooba": "Zm9vYmE=", "foobar": "Zm9vYmFy",
    ]
    for (text, encoded) in vectors { #expect(Base64.encode(Array(text.utf8)) == encoded) }
  }

  private func expectRoundTrip(_ recording: Recording) throws {
    let bytes = RecordingFormat.encode(recording)
    let read = try RecordingFormat.decode(
      bytes, path: "file.json", kind: recording.kind, operationName: recording.operationName)
    #expect(read == recording)
    #expect(RecordingFormat.encode(read) == bytes)
  }

  private func text(_ recording: Recording) -> String {
    String(decoding: RecordingFormat.encode(recording), as: UTF8.self)
  }
}

extension String {
  func replacingOccurrences(_ text: String, _ replacement: String) -> String {
    split(separator: text, omittingEmptySubsequences: false).joined(separator: replacement)
  }
}

/// Makes recordings of all shapes from a number.
struct RecordingMaker {
  private var state: UInt64

  init(seed: Int) { state = UInt64(truncatingIfNeeded: seed) &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

  mutating func next(_ bound: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(truncatingIfNeeded: state % UInt64(bound))
  }

  private static let callers: [Caller] = [.anonymous, .authenticated(name: nil), .authenticated(name: "alice")]

  mutating func recording() throws -> Recording {
    let kind = OperationKind.allCases[next(3)]
    var states: [Recording.State] = []
    for name in ["start", "0a1b", "ffff", "named-start"].prefix(1 + next(4)) {
      var responses: [RecordedResponse] = []
      for _ in 0...next(3) { responses.append(makeResponse()) }
      states.append(.init(name: name, responses: responses, next: kind == .mutation && next(2) == 0 ? "0a1b" : nil))
    }
    let variables = JSONObject((0..<next(4)).map { .init("v\($0)", json(depth: 3)) })
    return Recording(
      kind: kind, operationName: next(3) == 0 ? nil : "Name", identity: Self.callers[next(Self.callers.count)],
      variables: variables, states: states)
  }

  private mutating func makeResponse() -> RecordedResponse {
    var headers: [RecordedResponse.Header] = []
    if next(2) == 0 { headers.append(.init(name: "content-type", value: "application/json; charset=\"é\"")) }
    if next(3) == 0 { headers.append(.init(name: "retry-after", value: "\(next(100))")) }
    let body: RecordedBody =
      switch next(8) {
      case 0: .text(string())
      case 1: .bytes((0..<next(9)).map { _ in UInt8(truncatingIfNeeded: next(256)) } + [0xFF])
      case 2, 3: .events(events())
      default: .json(json(depth: 5))
      }
    return RecordedResponse(status: 100 + next(900), headers: headers, body: body)
  }

  private mutating func events() -> RecordedEvents {
    let close = SocketClose(code: [1000, 1011, 4403][next(3)], reason: string())
    let ends: [RecordedEvents.End] = [
      .complete, .dropped, .open, .errors(.array([json(depth: 2)])), close.map { .closed($0) } ?? .dropped,
    ]
    func state() -> String? { [nil, "start", "0a1b", "start.B"][next(4)] }
    let events = (0..<next(4)).map { _ in
      // A number of its own, so that no two differ in how long they took alone.
      RecordedEvents.Event(payload: ["n": .int(next(1_000_000)), "x": json(depth: 3)], after: state(), wait: next(300))
    }
    return RecordedEvents(events: events, end: ends[next(5)], endAfter: state())
  }

  private mutating func json(depth: Int) -> JSON {
    switch next(depth > 0 ? 8 : 5) {
    case 0: return .null
    case 1: return .bool(next(2) == 0)
    case 2:
      return .number(JSONNumber(validated: ["0", "-1", "1.0", "1e3", "12345678901234567890123", "-0.5E-7"][next(6)]))
    case 3, 4: return .string(LoneSurrogates.encoded(string()))
    case 5: return .array((0..<next(4)).map { _ in json(depth: depth - 1) })
    default:
      return .object(JSONObject((0..<next(5)).map { .init("\(string())\($0)", json(depth: depth - 1)) }))
    }
  }

  private mutating func string() -> String {
    let pieces = ["a", "Z", " ", "\"", "\\", "/", "\n", "\u{1}", "é", "e\u{301}", "🇨🇦", "\u{2028}", "{", "]", "start"]
    return (0..<next(6)).map { _ in pieces[next(pieces.count)] }.joined()
  }
}
