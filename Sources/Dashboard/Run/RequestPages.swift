import Engine
import GraphQLLanguage
import Maintenance
import OrderedJSON
import Recordings
import Replay
import Requests
import Transports

/// `v1/requests` and `v1/events`.
struct RequestPages {
  let call: DashboardCall

  /// The largest body in bytes that is sent as JSON, and the beginning of a larger one that is sent as text.
  private static let largestBody = 1 << 20
  private static let shownBeginning = 64 << 10

  private var history: RequestHistory { call.history }

  // MARK: List

  func list() throws -> JSONObject {
    let entries = history.entries(
      after: try call.number("after") ?? 0, limit: min(try call.number("limit") ?? 1_000, RequestHistory.limit))
    let counts = history.counts
    return [
      "requests": .array(entries.map { .object(RequestRow.json($0, history.entry($0.number)?.record)) }),
      "last": .int(counts.last), "unlisted": .int(counts.unlisted),
    ]
  }

  func events() -> Response {
    let after = (call.request.headers[first: "last-event-id"] ?? call.parameter("after")).flatMap(Int.init)
    guard let stream = call.feed.open(after: after) else {
      return .now(
        DashboardProblem(
          503, "\(EventFeed.limit) pages are open, which is the limit. Close one, and reload."
        ).answer)
    }
    var answer = Answer(
      status: 200,
      headers: [
        "content-type": "text/event-stream", "cache-control": "no-store", "x-content-type-options": "nosniff",
        AnswerSource.header: AnswerSource.understudy.rawValue,
      ], body: .stream(stream))
    answer.isEndless = true
    return .later { [answer] in answer }
  }

  // MARK: One request

  func one() throws -> JSONObject {
    let number = try call.pathNumber()
    guard let (entry, record) = history.entry(number) else {
      let last = history.counts.last
      if number > last || number < 1 {
        throw DashboardProblem.notFound("There is no request \(number). The last one is \(last).")
      }
      throw DashboardProblem.notFound(
        "Request \(number) is no longer kept. The newest \(RequestHistory.limit) requests are."
      )
    }
    return Self.json(entry, record, misses: call.engine.missNumbers, origin: call.origin)
  }

  /// Returns a request with its answer. `misses` has the numbers of the run's misses.
  static func json(
    _ entry: RequestHistory.Entry, _ record: AnswerRecord?, misses: [ContentHash: Int], origin: String
  ) -> JSONObject {
    let texts = record?.texts()
    let row = RequestRow.json(entry, record)
    var object: JSONObject = ["request": .object(row)]
    object["document"] = texts?.document.map { .string(text($0)) } ?? .null
    object["variables"] = .object(texts?.variables ?? JSONObject())
    object["answer"] = answer(texts, row).map { .object($0) } ?? .null
    object["recording"] = row["recording"] ?? .null
    object["reason"] = reason(entry, record).map { .string($0) } ?? .null
    object["miss"] =
      record?.miss.flatMap { misses[$0.contentHash] }.map { .int($0) } ?? .null
    let isAnswer = !["miss", "refused", "fault"].contains(row["source"]?.stringValue)
    add(requestText(record, texts, row), expecting: isAnswer ? texts?.response?.body.json : nil, origin, to: &object)
    return object
  }

  /// Returns a document without its last newlines.
  static func text(_ document: Document) -> String {
    var text = document.printed()
    while text.last == "\n" { text.removeLast() }
    return text
  }

  private static func answer(_ texts: AnswerRecord.Texts?, _ row: JSONObject) -> JSONObject? {
    guard let texts else { return nil }
    guard let response = texts.response else {
      return [
        "status": row["status"] ?? .null, "headers": [], "body": .null, "text": .null, "bytes": 0, "isStream": true,
      ]
    }
    let bytes = response.body.bytes
    var object: JSONObject = [
      "status": .int(response.status),
      "headers": .array(response.fields.map { .array([.string($0.name), .string($0.value)]) }),
    ]
    if let json = response.body.json, bytes.count <= largestBody {
      object["body"] = json
      object["text"] = .null
    } else {
      object["body"] = .null
      object["text"] = .string(shown(bytes))
    }
    object["bytes"] = .int(bytes.count)
    let isStream = if case .events = response.body { true } else { false }
    object["isStream"] = .bool(isStream)
    return object
  }

  private static func shown(_ bytes: [UInt8]) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else { return "(\(bytes.count) bytes of binary data)" }
    guard bytes.count > shownBeginning else { return text }
    return String(decoding: bytes.prefix(shownBeginning), as: UTF8.self) + "… (\(bytes.count) bytes)"
  }

  /// Returns the request for other programs; nil for one that cannot be sent again.
  private static func requestText(
    _ record: AnswerRecord?, _ texts: AnswerRecord.Texts?, _ row: JSONObject
  ) -> RequestText? {
    guard let operation = record?.operation, let document = texts?.document,
      let endpoint = row["endpoint"]?.stringValue
    else { return nil }
    let session = row["session"]?.stringValue
    let hasCredential = record?.request.headers[first: "authorization"] != nil
    return RequestText(
      endpoint: endpoint, kind: operation.kind.rawValue, name: operation.name, document: document,
      variables: texts?.variables ?? JSONObject(),
      headers: hasCredential ? [("authorization", RequestText.credential)] : [],
      session: session == SessionName.standard ? nil : session)
  }

  private static func add(
    _ requestText: RequestText?, expecting answer: JSON?, _ origin: String, to object: inout JSONObject
  ) {
    object["curl"] = requestText.map { .string($0.curl(origin: origin)) } ?? .null
    object["graphql"] = requestText.map { .string($0.graphQL) } ?? .null
    let tests = requestText?.tests(answer: answer) ?? []
    object["tests"] = .array(
      tests.map { .object(["name": .string($0.framework), "text": .string($0.text)]) })
  }

  // MARK: Reason

  private static func reason(_ entry: RequestHistory.Entry, _ record: AnswerRecord?) -> String? {
    guard case .answer(let line) = entry.content else { return nil }
    switch line.source {
    case .inferred:
      guard let inference = record?.inference else {
        return "It was recorded after a similar history: the mutations that differ do not affect this request."
      }
      if inference.isOverlapped {
        return
          "It was recorded while a mutation was running, or after several that ran together, so it may be wrong in this state."
      }
      let unseen =
        inference.unseen.isEmpty
        ? "" : " No recording of this request came after \(inference.unseen.joined(separator: ", "))."
      return
        "It was recorded after a similar history (state \(inference.state)). The mutations that differ do not affect this request.\(unseen)"
    case .derived:
      return
        "This query was not recorded in this form. All its fields are in recordings of other queries\(record?.recording.map { ": \($0)" } ?? "")."
    case .generated: return "It was generated from the schema."
    case .override: return "An override gave this answer: see Sessions."
    case .introspection: return "The endpoint's schema answered this introspection query."
    case .fault: return "A fault was injected: see Sessions."
    case .miss: return record?.miss.map { MissText.message($0) }
    case .refused: return line.remark
    case .exact: return nil
    }
  }
}

extension DashboardCall {
  /// The origin of the port that got the request, e.g. `http://127.0.0.1:4000`.
  var origin: String {
    request.headers[first: "host"].map { "\(engine.configuration.scheme)://\($0)" } ?? engine.listeners.main?.url ?? ""
  }
}

extension Engine {
  /// The numbers of the misses, from 1, by their hashes.
  var missNumbers: [ContentHash: Int] {
    Dictionary(misses.enumerated().map { ($1.contentHash, $0 + 1) }) { first, _ in first }
  }
}
