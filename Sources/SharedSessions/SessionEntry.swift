import EndpointConfiguration
import Engine
package import OrderedJSON
import Recordings
package import Requests
import Transports

/// An entry of a session's log.
package enum SessionEntry: Hashable, Sendable {
  /// The first entry: the settings of the session's generated data, if it has any.
  case begin(data: JSONObject?)
  case request(SentRequest)
}

/// A request that changed its session, or missed, with its result.
package struct SentRequest: Hashable, Sendable {
  package var endpoint: String
  /// The path below the endpoint.
  package var path: String
  package var request: ClientRequest
  /// The document that the request names by its hash alone.
  package var document: (text: String, hash: String)?
  /// Identifies its answer; nil for a stream, whose events come later.
  package var result: String?
  /// The GraphQL error of a miss; nil for an answer.
  package var miss: JSON?

  package init(
    endpoint: String, path: String, request: ClientRequest, document: (text: String, hash: String)? = nil,
    result: String?, miss: JSON? = nil
  ) {
    self.endpoint = endpoint
    self.path = path
    self.request = request
    self.document = document
    self.result = result
    self.miss = miss
  }

  package static func == (left: SentRequest, right: SentRequest) -> Bool {
    SessionEntry.request(left).json == SessionEntry.request(right).json
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(endpoint) }
}

// The format of an entry: JSON. A replica of another format refuses it.
extension SessionEntry {
  private static let format = "1"

  package var json: JSON {
    switch self {
    case .begin(let data):
      return .object(["format": .string(Self.format), "data": data.map { .object($0) } ?? .null])
    case .request(let sent):
      let request = sent.request
      var members: JSONObject = [
        "endpoint": .string(sent.endpoint), "path": .string(sent.path), "method": .string(request.method),
        "target": .string(request.target.text),
        "headers": .array(request.headers.fields.map { .array([.string($0.name), .string($0.value)]) }),
        "body": Self.json(of: request.body),
      ]
      if request.upload != nil { members["upload"] = .bool(true) }
      if let place = request.exchange {
        members["exchange"] = .object([
          "path": .string(place.path), "host": place.host.map { .string($0) } ?? .null,
          "url": place.url.map { .string($0) } ?? .null,
        ])
      }
      if let socket = request.socket {
        members["socket"] = .object([
          "protocol": .string(socket.subprotocol), "payload": socket.initPayload ?? .null,
        ])
      }
      if let document = sent.document {
        members["document"] = .object(["text": .string(document.text), "hash": .string(document.hash)])
      }
      members["result"] = sent.result.map { .string($0) }
      members["miss"] = sent.miss
      return .object(members)
    }
  }

  private static func json(of body: [UInt8]) -> JSON {
    if let text = String(validating: body, as: UTF8.self) { return .string(text) }
    return .object(["base64": .string(Base64.encode(body))])
  }

  /// Reads an entry; nil for one of another format.
  package init?(_ json: JSON) {
    guard case .object(let members) = json else { return nil }
    if let format = members["format"] {
      guard format.stringValue == Self.format else { return nil }
      self = .begin(data: members["data"]?.objectValue)
      return
    }
    guard let endpoint = members["endpoint"]?.stringValue, let path = members["path"]?.stringValue,
      let method = members["method"]?.stringValue, let target = members["target"]?.stringValue,
      let fields = members["headers"]?.arrayValue, let body = members["body"].flatMap(Self.bytes)
    else { return nil }
    var headers = HeaderList()
    for field in fields {
      guard let pair = field.arrayValue, pair.count == 2, let name = pair[0].stringValue,
        let value = pair[1].stringValue
      else { return nil }
      headers.append(name, value)
    }
    var request = ClientRequest(method: method, target: target, headers: headers, body: body)
    if members["upload"]?.boolValue == true { request = request.reading(body, kept: nil) }
    if let place = members["exchange"]?.objectValue {
      request.exchange = ExchangePlace(
        path: place["path"]?.stringValue ?? "", host: place["host"]?.stringValue, url: place["url"]?.stringValue)
    }
    if let socket = members["socket"]?.objectValue {
      request.socket = SocketOrigin(
        subprotocol: socket["protocol"]?.stringValue ?? "", handshake: request,
        initPayload: socket["payload"].flatMap { $0 == .null ? nil : $0 })
    }
    var document: (text: String, hash: String)?
    if let known = members["document"]?.objectValue, let text = known["text"]?.stringValue,
      let hash = known["hash"]?.stringValue
    {
      document = (text, hash)
    }
    self = .request(
      SentRequest(
        endpoint: endpoint, path: path, request: request, document: document, result: members["result"]?.stringValue,
        miss: members["miss"]))
  }

  private static func bytes(_ json: JSON) -> [UInt8]? {
    if let text = json.stringValue { return Array(text.utf8) }
    return json["base64"]?.stringValue.flatMap { Base64.decode($0) }
  }
}

extension SentRequest {
  /// Header fields of a connection, which say nothing about the operation (RFC 9110, section 7.6.1), and trace ids.
  private static let connectionFields: Set<String> = [
    "connection", "keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade", "content-length",
    "traceparent", "tracestate", "user-agent", "accept-encoding",
  ]

  /// Creates an entry for a request and its answer, which is a miss if `miss` is not nil.
  init(_ request: ClientRequest, at endpoint: Endpoint, path: String, answer: Answer, miss: JSON?) {
    let rules = endpoint.configuration
    let counted = rules.rules.countedHeaders.union(rules.identity.headers)
    var kept = request
    kept.headers.fields.removeAll {
      let name = $0.name.lowercased()
      return Self.connectionFields.contains(name) && !counted.contains(name)
    }
    let document = endpoint.persistedText(of: request)
    self.init(
      endpoint: endpoint.name, path: path, request: kept, document: document, result: Self.result(of: answer),
      miss: miss)
  }

  /// Identifies an answer by its status, its source, its state and its body; nil for a stream.
  static func result(of answer: Answer) -> String? {
    guard case .bytes(let body) = answer.body else { return nil }
    let head =
      "\(answer.status) \(answer.headers[first: AnswerSource.header] ?? "") \(answer.headers[first: AnswerState.header] ?? "")"
    return ContentHash(of: Array(head.utf8) + body).hex(digits: 16)
  }

  /// The GraphQL error of a miss; nil for an answer.
  static func miss(_ answer: Answer) -> JSON? {
    guard answer.headers[first: AnswerSource.header] == AnswerSource.miss.rawValue,
      case .bytes(let body) = answer.body, let json = try? JSON.parse(body)
    else { return nil }
    return json["errors"]?.arrayValue?.first
  }
}
