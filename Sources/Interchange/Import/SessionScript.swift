import GraphQLLanguage
import OrderedJSON
import Transports

/// The steps of a session in order: requests, answers, overlapping ones among them, and the events of subscriptions.
struct SessionScript {
  /// A step and its time.
  struct Step {
    let time: UInt64
    /// Indicates whether it belongs to the step before it, with nothing between them.
    fileprivate var isAtOnce = false
    let action: Action

    init(time: UInt64, isAtOnce: Bool = false, action: Action) {
      self.time = time
      self.isAtOnce = isAtOnce
      self.action = action
    }

    fileprivate var rank: Int {
      if isAtOnce { return 1 }
      return switch action {
      case .answer: 0
      case .ask, .open: 1
      case .message, .leave: 2
      }
    }
  }

  enum Action {
    case ask(exchange: Int)
    case answer(exchange: Int)
    case open(stream: Int)
    case message(stream: Int, JSONObject)
    case leave(stream: Int)
  }

  /// A subscription over a WebSocket.
  struct Stream {
    let entry: CapturedEntry
    let socket: Int
    let payload: JSON
  }

  /// A WebSocket: the entry, its subprotocol and the payload of `connection_init`.
  struct Socket {
    let entry: CapturedEntry
    let subprotocol: String
    let initPayload: JSON?
  }

  private(set) var steps: [Step] = []
  /// The requests with one answer.
  private(set) var exchanges: [CapturedEntry] = []
  private(set) var streams: [Stream] = []
  private(set) var sockets: [Socket] = []

  init(_ entries: [CapturedEntry], _ documents: KnownDocuments) {
    var last: UInt64 = 0
    for entry in entries {
      // An entry without a time happened after the one before it.
      let began = entry.began ?? last
      if entry.messages.isEmpty {
        let duration = entry.began == nil || Self.comesAtOnce(entry, documents) ? 0 : entry.duration
        add(entry, from: began, to: began + duration)
        last = began + duration
      } else {
        last = began
        read(entry, from: began, documents)
      }
    }
    // At one time, an answer comes before the next request, and an event after it; else in the file's order.
    steps = steps.enumerated()
      .sorted { ($0.element.time, $0.element.rank, $0.offset) < ($1.element.time, $1.element.rank, $1.offset) }
      .map(\.element)
  }

  /// The resolution of captures: they have the beginning in whole milliseconds, and the duration as a sum of such. A
  /// shorter overlap counts as none.
  private static let resolution: UInt64 = 2_000_000

  /// Adds a request with its answer. If its beginning and end are too close, both make one step.
  private mutating func add(_ entry: CapturedEntry, from began: UInt64, to ended: UInt64) {
    let number = exchanges.count
    exchanges.append(entry)
    steps.append(Step(time: began, action: .ask(exchange: number)))
    let isShort = ended <= began + Self.resolution
    steps.append(
      Step(time: isShort ? began : ended - Self.resolution, isAtOnce: isShort, action: .answer(exchange: number)))
  }

  /// Indicates whether a request counts as complete when it begins: files do not have the times of events over HTTP.
  private static func comesAtOnce(_ entry: CapturedEntry, _ documents: KnownDocuments) -> Bool {
    guard let type = entry.responseHeaders.mediaType, type == "text/event-stream" || type.hasPrefix("multipart/") else {
      return false
    }
    if entry.method == "GET" {
      let parameters = RequestTarget("/?\(documents.filled(query: entry.url.query ?? ""))").parameters
      func value(_ name: String) -> JSON {
        parameters.last { $0.name == name }.map { .string($0.value) } ?? .null
      }
      return isSubscription(["query": value("query"), "operationName": value("operationName")])
    }
    guard let json = try? JSON.parse(entry.requestBody.bytes) else { return false }
    return isSubscription(documents.filled(json) ?? json)
  }

  private mutating func read(_ entry: CapturedEntry, from start: UInt64, _ documents: KnownDocuments) {
    var time = start
    var open: [String: Int] = [:]
    var single: [String: (payload: JSON, began: UInt64)] = [:]
    var initPayload: JSON?
    var subprotocol = entry.responseHeaders[first: "sec-websocket-protocol"]
    let number = sockets.count
    for message in entry.messages {
      time = max(time, message.time ?? time)
      guard case .object(let object)? = try? JSON.parse(text: message.text), let type = object["type"]?.stringValue
      else { continue }
      let id = object["id"].map { $0.stringValue ?? $0.compactText } ?? ""
      switch (message.isSent, type) {
      case (true, "connection_init"): initPayload = object["payload"]
      case (true, "subscribe"), (true, "start"):
        subprotocol = subprotocol ?? (type == "start" ? "graphql-ws" : "graphql-transport-ws")
        let payload = object["payload"].map { documents.filled($0) ?? $0 } ?? .null
        guard Self.isSubscription(payload) else {
          single[id] = (payload, time)
          continue
        }
        open[id] = streams.count
        steps.append(Step(time: time, action: .open(stream: streams.count)))
        streams.append(Stream(entry: entry, socket: number, payload: payload))
      case (true, "complete"), (true, "stop"):
        if let stream = open.removeValue(forKey: id) { steps.append(Step(time: time, action: .leave(stream: stream))) }
      case (false, "next"), (false, "data"), (false, "error"), (false, "complete"):
        if let (payload, began) = single.removeValue(forKey: id) {
          add(Self.exchange(payload, object, entry, initPayload), from: began, to: time)
        } else if let stream = open[id] {
          if type != "next", type != "data" { open[id] = nil }
          steps.append(Step(time: time, action: .message(stream: stream, object)))
        }
      default: break
      }
    }
    sockets.append(Socket(entry: entry, subprotocol: subprotocol ?? "graphql-transport-ws", initPayload: initPayload))
  }

  private static func isSubscription(_ payload: JSON) -> Bool { kind(of: payload) == .subscription }

  /// Returns the kind of the operation in a request's JSON; nil if it has no document.
  static func kind(of payload: JSON) -> OperationKind? {
    guard let text = payload["query"]?.stringValue, let document = try? parse(SourceText(text)) else { return nil }
    return (try? document.operation(named: payload["operationName"]?.stringValue))?.kind
  }

  /// Returns a query or a mutation over a WebSocket as a request over HTTP.
  private static func exchange(
    _ payload: JSON, _ message: JSONObject, _ entry: CapturedEntry, _ initPayload: JSON?
  ) -> CapturedEntry {
    var result = entry
    result.method = "POST"
    result.messages = []
    result.requestHeaders = CapturedHeaders.ofSocket(entry.requestHeaders, initPayload)
    result.requestBody = .bytes(payload.serialize())
    let answer = message["payload"] ?? .null
    let isError = message["type"]?.stringValue == "error"
    let body: JSON = isError ? ["errors": answer.arrayValue == nil ? .array([answer]) : answer] : answer
    result.answer = .whole(status: 200, headers: ["content-type": "application/json"], body: body.serialize())
    return result
  }
}
