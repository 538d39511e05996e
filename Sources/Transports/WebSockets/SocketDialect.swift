package import OrderedJSON

/// The two subprotocols for GraphQL over WebSockets, on the client side.
package enum SocketDialect: String, Hashable, Sendable, CaseIterable {
  /// The current one, of the library graphql-ws.
  case transport = "graphql-transport-ws"
  /// The older one, of the library subscriptions-transport-ws.
  case legacy = "graphql-ws"

  var offers: [String] {
    let others = Self.allCases.filter { $0 != self }
    return ([self] + others).map(\.rawValue)
  }

  func initialisation(_ payload: JSON?) -> String { message("connection_init", id: nil, payload) }

  package func start(id: String, _ payload: JSON) -> String {
    message(self == .transport ? "subscribe" : "start", id: id, payload)
  }

  package func stop(id: String) -> String { message(self == .transport ? "complete" : "stop", id: id, nil) }

  /// The message before the connection is closed; nil for none.
  var farewell: String? { self == .legacy ? message("connection_terminate", id: nil, nil) : nil }

  private func message(_ type: String, id: String?, _ payload: JSON?) -> String {
    var members: [JSONObject.Member] = id.map { [.init("id", .string($0))] } ?? []
    members.append(.init("type", .string(type)))
    if let payload { members.append(.init("payload", payload)) }
    return JSON.object(JSONObject(members)).compactText
  }
}

extension SocketDialect {
  /// A server's message.
  package enum Message: Hashable, Sendable {
    /// The connection is accepted, with the message's payload.
    case acknowledged(JSON?)
    /// The connection is rejected (`connection_error`), with the message's payload.
    case refused(JSON?)
    case result(id: String, UpstreamResult)
    /// A ping, whose payload must be returned.
    case ping(JSON?)
    /// A heartbeat.
    case alive
    /// A violation of the protocol, described.
    case wrong(String)
  }

  package func message(_ text: String) -> Message {
    guard let json = try? JSON.parse(text: text), case .string(let type)? = json["type"] else {
      return .wrong("a message that is not a JSON object with a type: \(text.prefix(80))")
    }
    let payload = json["payload"]
    switch (self, type) {
    case (_, "connection_ack"): return .acknowledged(payload)
    case (.transport, "ping"): return .ping(payload)
    case (.transport, "pong"), (.legacy, "ka"): return .alive
    case (.legacy, "connection_error"): return .refused(payload)
    case (.transport, "next"), (.legacy, "data"), (_, "error"), (_, "complete"):
      guard let id = Self.id(json["id"]) else { return .wrong("a message \"\(type)\" without an id") }
      return result(type, id: id, payload)
    // Servers of the older protocol send messages beyond its specification, which clients ignore.
    default: return self == .legacy ? .alive : .wrong("a message of the unknown type \"\(type.prefix(40))\"")
    }
  }

  private func result(_ type: String, id: String, _ payload: JSON?) -> Message {
    switch type {
    case "error": return .result(id: id, .errors(EncodedErrors.array(payload)))
    case "complete": return .result(id: id, .complete)
    default:
      guard let payload, payload.objectValue != nil else { return .wrong("a message \"\(type)\" without a payload") }
      return .result(id: id, .next(payload))
    }
  }

  private static func id(_ json: JSON?) -> String? {
    switch json {
    case .string(let id)?: id
    case .number(let number)?: number.text
    default: nil
    }
  }
}
