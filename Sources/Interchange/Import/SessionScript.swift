import Engine
import GraphQLLanguage
import OrderedJSON

/// What happened in a session, in the order in which it started: requests with their answers, and subscriptions with
/// their events in between.
struct SessionScript {
  /// A step, and when it happened.
  struct Step {
    let time: UInt64
    let action: Action

    fileprivate var rank: Int {
      switch action {
      case .exchange, .open: 0
      case .message, .leave: 1
      }
    }
  }

  enum Action {
    case exchange(CapturedEntry)
    /// A subscription over a WebSocket begins.
    case open(stream: Int)
    /// The server says something about it.
    case message(stream: Int, JSONObject)
    /// The client wants no more of it.
    case leave(stream: Int)
  }

  /// A subscription over a WebSocket.
  struct Stream {
    let entry: CapturedEntry
    let socket: Int
    let payload: JSON
  }

  /// The WebSockets: the entry, its subprotocol and the payload of `connection_init`.
  struct Socket {
    let entry: CapturedEntry
    let subprotocol: String
    let initPayload: JSON?
  }

  private(set) var steps: [Step] = []
  private(set) var streams: [Stream] = []
  private(set) var sockets: [Socket] = []

  init(_ entries: [CapturedEntry], _ documents: KnownDocuments) {
    var last: UInt64 = 0
    for entry in entries {
      // What has no time of its own happened after what stands before it.
      last = entry.began ?? last
      if entry.messages.isEmpty {
        steps.append(Step(time: last, action: .exchange(entry)))
      } else {
        read(entry, from: last, documents)
      }
    }
    // Of what happened at one time, an event comes after the request that it may tell of; else as the file has it.
    steps = steps.enumerated()
      .sorted { ($0.element.time, $0.element.rank, $0.offset) < ($1.element.time, $1.element.rank, $1.offset) }
      .map(\.element)
  }

  /// Reads what was said over a WebSocket.
  private mutating func read(_ entry: CapturedEntry, from start: UInt64, _ documents: KnownDocuments) {
    var time = start
    var open: [String: Int] = [:]
    var single: [String: JSON] = [:]
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
          single[id] = payload
          continue
        }
        open[id] = streams.count
        steps.append(Step(time: time, action: .open(stream: streams.count)))
        streams.append(Stream(entry: entry, socket: number, payload: payload))
      case (true, "complete"), (true, "stop"):
        if let stream = open.removeValue(forKey: id) { steps.append(Step(time: time, action: .leave(stream: stream))) }
      case (false, "next"), (false, "data"), (false, "error"), (false, "complete"):
        if let payload = single.removeValue(forKey: id) {
          steps.append(Step(time: time, action: .exchange(Self.exchange(payload, object, entry, initPayload))))
        } else if let stream = open[id] {
          if type != "next", type != "data" { open[id] = nil }
          steps.append(Step(time: time, action: .message(stream: stream, object)))
        }
      default: break
      }
    }
    sockets.append(Socket(entry: entry, subprotocol: subprotocol ?? "graphql-transport-ws", initPayload: initPayload))
  }

  private static func isSubscription(_ payload: JSON) -> Bool {
    guard let text = payload["query"]?.stringValue, let document = try? parse(SourceText(text)),
      let operation = try? document.operation(named: payload["operationName"]?.stringValue)
    else { return false }
    return operation.kind == .subscription
  }

  /// A query or a mutation over a WebSocket as the request that it would be over HTTP.
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
