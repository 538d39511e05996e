import GraphQLLanguage
import OrderedJSON
import Transports

/// Finds the GraphQL requests of a capture by their content, since URLs show little.
enum GraphQLDetector {
  /// Indicates whether a request is certainly GraphQL.
  static func isGraphQL(_ entry: CapturedEntry) -> Bool {
    if !entry.messages.isEmpty { return speaksGraphQL(entry) }
    switch entry.method {
    case "GET": return isGraphQL(parameters: RequestTarget("/?\(entry.url.query ?? "")").parameters)
    case "POST": return isGraphQL(body: entry.requestBody.bytes, type: entry.requestHeaders.mediaType)
    default: return false
    }
  }

  private static func isGraphQL(parameters: [(name: String, value: String)]) -> Bool {
    if let query = parameters.last(where: { $0.name == "query" })?.value, looksLikeDocument(query) { return true }
    guard let text = parameters.last(where: { $0.name == "extensions" })?.value, let json = try? JSON.parse(text: text)
    else { return false }
    return json["persistedQuery"]?["sha256Hash"] != nil
  }

  private static func isGraphQL(body: [UInt8], type: String?) -> Bool {
    switch type {
    case "application/graphql": return true
    case "multipart/form-data":
      // The parts that the multipart request specification requires.
      return body.firstRange(of: Array(#"name="operations""#.utf8)) != nil
        && body.firstRange(of: Array(#"name="map""#.utf8)) != nil
    default: break
    }
    switch try? JSON.parse(body) {
    case .object(let object)?: return isGraphQL(object)
    case .array(let items)?:
      return !items.isEmpty && items.allSatisfy { $0.objectValue.map(isGraphQL) ?? false }
    default: return false
    }
  }

  private static func isGraphQL(_ object: JSONObject) -> Bool {
    if let query = object["query"]?.stringValue { return looksLikeDocument(query) }
    return object["extensions"]?["persistedQuery"]?["sha256Hash"] != nil
  }

  /// Indicates whether a text is a document, or an invalid one.
  private static func looksLikeDocument(_ text: String) -> Bool {
    guard text.contains("{") else { return false }
    if let document = try? parse(SourceText(text)) { return !document.operations.isEmpty }
    let start = text.drop { $0.isWhitespace }
    return ["query", "mutation", "subscription", "fragment"].contains { start.hasPrefix($0) }
  }

  /// Indicates whether a WebSocket uses one of the two GraphQL subprotocols.
  private static func speaksGraphQL(_ entry: CapturedEntry) -> Bool {
    let chosen = entry.responseHeaders[first: "sec-websocket-protocol"] ?? ""
    if chosen == "graphql-transport-ws" || chosen == "graphql-ws" { return true }
    return entry.messages.contains { message in
      guard message.isSent, let type = (try? JSON.parse(text: message.text))?["type"]?.stringValue else { return false }
      return type == "connection_init" || type == "subscribe" || type == "start"
    }
  }
}
