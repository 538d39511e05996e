import GraphQLLanguage
package import OrderedJSON
package import Recordings

/// Recordings as a HAR 1.2: what importing it again makes the same recordings of.
///
/// Nothing in it is by chance: times are counted from 2000, credentials are pseudonyms. Sessions are told apart by the
/// header `X-Understudy-Session`.
package struct HARExport: Sendable {
  /// The HAR.
  package let har: JSON
  /// How many requests are in it.
  package let count: Int
  /// What is recorded and not in it, a line each.
  package private(set) var left: [String]

  /// - Parameters:
  ///   - folders: the endpoints, in order.
  ///   - version: of the program.
  /// - Throws: if a recording cannot be read.
  package init(_ folders: [EndpointFolder], version: String) throws {
    var entries: [JSON] = []
    var left: [String] = []
    for folder in folders {
      let configuration = try folder.configuration()
      let itinerary = try Itinerary(folder)
      left += itinerary.left
      let url = configuration.upstream.map(\.description) ?? "http://127.0.0.1:4000/\(folder.name)"
      for (index, session) in itinerary.sessions.enumerated() {
        var extra: [RecordedResponse.Header] = []
        if itinerary.sessions.count > 1 || folders.count > 1 {
          extra.append(.init(name: "X-Understudy-Session", value: "\(folder.name)-\(index + 1)"))
        }
        if let start = session.start { extra.append(.init(name: "X-Understudy-Start", value: start)) }
        for step in session.steps {
          let credential = step.identity.standIn(by: configuration.identity)
          if credential == nil, step.identity != .anonymous {
            left.append("\(step.file): \(step.identity) has no credential that could stand for it")
            continue
          }
          if case .events(let events) = step.response.body, step.kind != .subscription || events.isBoundToStates {
            left.append("\(step.file): what comes in parts, or waits for mutations, has no place in a HAR")
            continue
          }
          let fields = extra + (credential.map { [$0] } ?? [])
          entries.append(Self.entry(step, number: entries.count, url: url, fields))
        }
      }
    }
    count = entries.count
    self.left = left
    har = [
      "log": [
        "version": "1.2", "creator": ["name": "understudy", "version": .string(version)], "entries": .array(entries),
      ]
    ]
  }

  private static func entry(
    _ step: RecordedStep, number: Int, url: String, _ extra: [RecordedResponse.Header]
  ) -> JSON {
    let body = step.body.compactText
    let isStream = if case .events = step.response.body { true } else { false }
    var headers: [RecordedResponse.Header] = [.init(name: "content-type", value: "application/json")]
    if !step.headers.contains(where: { $0.name == "accept" }) {
      headers.append(.init(name: "accept", value: isStream ? "text/event-stream" : "application/json"))
    }
    return [
      "startedDateTime": .string(time(seconds: number)), "time": 0,
      "request": [
        "method": "POST", "url": .string(url), "httpVersion": "HTTP/1.1", "cookies": [],
        "headers": fields(headers + step.headers + extra), "queryString": [],
        "postData": ["mimeType": "application/json", "text": .string(LoneSurrogates.encoded(body))],
        "headersSize": -1, "bodySize": .int(body.utf8.count),
      ],
      "response": response(step.response), "cache": [:], "timings": ["send": 0, "wait": 0, "receive": 0],
    ]
  }

  private static func response(_ response: RecordedResponse) -> JSON {
    let bytes: [UInt8]
    if case .events(let events) = response.body { bytes = events.spelled } else { bytes = response.body.bytes }
    var content: [JSONObject.Member] = [
      .init("size", .int(bytes.count)), .init("mimeType", .string(response.header("content-type") ?? "")),
    ]
    if let text = String(validating: bytes, as: UTF8.self) {
      content.append(.init("text", .string(LoneSurrogates.encoded(text))))
    } else {
      content += [.init("text", .string(Base64.encode(bytes))), .init("encoding", "base64")]
    }
    return [
      "status": .int(response.status), "statusText": "", "httpVersion": "HTTP/1.1", "cookies": [],
      "headers": fields(response.fields), "content": .object(JSONObject(content)), "redirectURL": "",
      "headersSize": -1, "bodySize": .int(bytes.count),
    ]
  }

  private static func fields(_ headers: [RecordedResponse.Header]) -> JSON {
    .array(headers.map { ["name": .string($0.name), "value": .string($0.value)] })
  }

  /// A second after the other from the beginning of 2000, within a day that is as long as it takes.
  private static func time(seconds: Int) -> String {
    let (day, rest) = seconds.quotientAndRemainder(dividingBy: 86_400)
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    // More than 27 days of seconds are more requests than files of recordings are read.
    let date = "2000-01-\(two(min(day, 30) + 1))"
    return "\(date)T\(two(rest / 3_600)):\(two(rest / 60 % 60)):\(two(rest % 60)).000Z"
  }
}

extension RecordedEvents {
  /// Whether any of it waits for a mutation.
  var isBoundToStates: Bool { endAfter != nil || events.contains { $0.after != nil } }

  /// As server-sent events.
  var spelled: [UInt8] {
    var text = events.map { "event: next\ndata: \($0.payload.compactText)\n\n" }.joined()
    if end == .complete { text += "event: complete\ndata:\n\n" }
    return Array(text.utf8)
  }
}
