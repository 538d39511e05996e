import Maintenance
import OrderedJSON
import Recordings
import Redaction

/// Writes the entries of a session for a HAR.
struct HARWriter {
  let url: String
  let identity: IdentityRule
  /// The header fields of every request in the session.
  let extra: [RecordedResponse.Header]

  /// Returns the additional header fields of a request; nil if no placeholder can replace its caller's credential.
  func fields(of step: RecordedStep) -> [RecordedResponse.Header]? {
    guard step.identity != .anonymous else { return extra }
    return step.identity.placeholder(by: identity).map { extra + [$0] }
  }

  /// Returns a request with its answer; with messages, the WebSocket that carried them.
  func entry(_ step: RecordedStep, _ fields: [RecordedResponse.Header], at moment: Int, messages: [JSON]? = nil) -> JSON
  {
    var members: [JSONObject.Member] = [
      .init("startedDateTime", .string(Self.date(moment))), .init("time", 0),
      .init("request", messages == nil ? request(step, fields) : handshake(fields)),
      .init("response", messages == nil ? response(step.response) : Self.switching),
      .init("cache", [:]), .init("timings", ["send": 0, "wait": 0, "receive": 0]),
    ]
    if let messages {
      members += [.init("_resourceType", "websocket"), .init("_webSocketMessages", .array(messages))]
    }
    return .object(JSONObject(members))
  }

  private func request(_ step: RecordedStep, _ fields: [RecordedResponse.Header]) -> JSON {
    let body = step.body.compactText
    var headers: [RecordedResponse.Header] = [.init(name: "content-type", value: "application/json")]
    if !step.headers.contains(where: { $0.name == "accept" }) {
      headers.append(.init(name: "accept", value: EncodedEvents(step.response)?.accept ?? "application/json"))
    }
    return [
      "method": "POST", "url": .string(url), "httpVersion": "HTTP/1.1", "cookies": [],
      "headers": Self.list(headers + step.headers + fields), "queryString": [],
      "postData": ["mimeType": "application/json", "text": .string(LoneSurrogates.encoded(body))],
      "headersSize": -1, "bodySize": .int(body.utf8.count),
    ]
  }

  private func response(_ response: RecordedResponse) -> JSON {
    let bytes = EncodedEvents(response)?.bytes ?? response.body.bytes
    var content: [JSONObject.Member] = [
      .init("size", .int(bytes.count)), .init("mimeType", .string(response.header("content-type") ?? "")),
    ]
    if let text = String(validating: bytes, as: UTF8.self) {
      content.append(.init("text", .string(LoneSurrogates.encoded(text))))
    } else {
      content += [.init("text", .string(Base64.encode(bytes))), .init("encoding", "base64")]
    }
    return Self.response(status: response.status, Self.list(response.fields), content, size: bytes.count)
  }

  private static func response(status: Int, _ headers: JSON, _ content: [JSONObject.Member], size: Int) -> JSON {
    [
      "status": .int(status), "statusText": "", "httpVersion": "HTTP/1.1", "cookies": [], "headers": headers,
      "content": .object(JSONObject(content)), "redirectURL": "", "headersSize": -1, "bodySize": .int(size),
    ]
  }

  // MARK: WebSockets

  private func handshake(_ fields: [RecordedResponse.Header]) -> JSON {
    [
      "method": "GET", "url": .string("ws\(url.dropFirst("http".utf8.count))"), "httpVersion": "HTTP/1.1",
      "cookies": [],
      "headers": Self.list(fields), "queryString": [], "headersSize": -1, "bodySize": 0,
    ]
  }

  private static let switching = response(
    status: 101, list([.init(name: "sec-websocket-protocol", value: "graphql-transport-ws")]),
    [.init("size", 0), .init("mimeType", "x-unknown")], size: 0)

  static func opening(at moment: Int) -> [JSON] {
    [
      message(["type": "connection_init"], isSent: true, at: moment),
      message(["type": "connection_ack"], isSent: false, at: moment),
    ]
  }

  static func message(_ message: JSON, isSent: Bool, at moment: Int) -> JSON {
    let (seconds, rest) = moment.quotientAndRemainder(dividingBy: 1_000)
    let fraction = String("000\(rest)".suffix(3))
    return [
      "type": isSent ? "send" : "receive",
      "time": .number(JSONNumber(validated: "\(beginning + seconds).\(fraction)")), "opcode": 1,
      "data": .string(LoneSurrogates.encoded(message.compactText)),
    ]
  }

  // MARK: Parts

  private static func list(_ headers: [RecordedResponse.Header]) -> JSON {
    .array(headers.map { ["name": .string($0.name), "value": .string($0.value)] })
  }

  /// The beginning of 2000 in seconds since 1970.
  private static let beginning = 946_684_800

  /// Formats milliseconds since the beginning of 2000: `2000-01-01T00:00:01.000Z`. It only counts January, since no
  /// recording has more than 31 days of requests.
  private static func date(_ moment: Int) -> String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let (seconds, rest) = moment.quotientAndRemainder(dividingBy: 1_000)
    let (day, second) = seconds.quotientAndRemainder(dividingBy: 86_400)
    return
      "2000-01-\(two(min(day, 30) + 1))T\(two(second / 3_600)):\(two(second / 60 % 60)):\(two(second % 60)).\(String("000\(rest)".suffix(3)))Z"
  }
}
