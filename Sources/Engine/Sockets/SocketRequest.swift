import OrderedJSON
import Recordings
import Requests
import Transports

extension ClientRequest {
  /// Creates the HTTP request of an operation that came over a WebSocket.
  ///
  /// It has the handshake's header fields, except those about the connection or the handshake's empty body, and the
  /// values from `connection_init`: browsers cannot add header fields to a WebSocket, so clients put credentials there.
  init(operation payload: JSONObject, over origin: SocketOrigin) {
    var headers = origin.handshake.headers
    headers.fields.removeAll { field in
      let name = field.name.lowercased()
      return Self.handshakeOnly.contains(name) || name.hasPrefix("sec-websocket-")
    }
    if let said = origin.initPayload?.objectValue { headers.set(saidIn: said) }
    headers.set("content-type", "application/json")
    self.init(method: "POST", target: "/", headers: headers)
    target = origin.handshake.target
    setBody(.object(payload))
    socket = origin
    (listener, proxyUser) = (origin.handshake.listener, origin.handshake.proxyUser)
  }

  private static let handshakeOnly: Set<String> = [
    "upgrade", "connection", "content-length", "transfer-encoding", "accept-encoding",
  ]
}

extension HeaderList {
  /// Adds the string members of a `connection_init` payload, and those of an object `headers` in it.
  fileprivate mutating func set(saidIn payload: JSONObject) {
    let nested = payload["headers"]?.objectValue?.members ?? []
    for member in payload.members + nested {
      guard case .string(let value) = member.value, Self.mayBeSaid(member.name), Self.isFieldValue(value) else {
        continue
      }
      set(member.name, value)
    }
    // A token under another name identifies the caller as `Authorization` does.
    guard self[first: "authorization"] == nil else { return }
    for member in payload.members + nested where Self.tokenNames.contains(member.name.lowercased()) {
      guard case .string(let value) = member.value, Self.isFieldValue(value), !value.isEmpty else { continue }
      return set("authorization", value)
    }
  }

  /// The names of tokens in a `connection_init` payload besides `Authorization`, in lower case.
  private static let tokenNames: Set<String> = [
    "authtoken", "auth_token", "token", "accesstoken", "access_token", "jwt", "idtoken", "id_token", "bearer",
  ]

  /// The fields that only the handshake and the body determine.
  private static let notToBeSaid: Set<String> = [
    "host", "origin", "content-type", "content-length", "content-encoding", "transfer-encoding", "connection",
    "upgrade",
    "accept-encoding", "expect", "te", "trailer",
  ]

  /// True if a name is a field name (a token: RFC 9110, section 5.6.2) that a client may add here.
  private static func mayBeSaid(_ name: String) -> Bool {
    HeaderName.isValid(name) && !notToBeSaid.contains(name.lowercased())
  }

  private static func isFieldValue(_ value: String) -> Bool {
    value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
  }
}
