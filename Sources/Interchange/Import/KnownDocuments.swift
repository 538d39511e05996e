import OrderedJSON
import Recordings
import Transports

/// The documents in some files by their SHA-256, for requests that name a document by its hash alone: a capture may
/// begin after the text was sent.
struct KnownDocuments {
  private var texts: [String: String] = [:]

  init(_ entries: [CapturedEntry]) {
    for entry in entries {
      if entry.method == "GET" {
        let parameters = RequestTarget("/?\(entry.url.query ?? "")").parameters
        if let query = parameters.last(where: { $0.name == "query" })?.value { learn(query) }
      } else if let json = try? JSON.parse(entry.requestBody.bytes) {
        learn(json)
      }
      for message in entry.messages where message.isSent {
        if let payload = (try? JSON.parse(text: message.text))?["payload"] { learn(payload) }
      }
    }
  }

  private mutating func learn(_ json: JSON) {
    for item in json.arrayValue ?? [json] { if let text = item["query"]?.stringValue { learn(text) } }
  }

  private mutating func learn(_ text: String) {
    if !text.isEmpty { texts[PersistedDocuments.id(of: text)] = text }
  }

  /// Returns a body with documents in place of hashes; nil if it has no known hash.
  func filled(_ body: [UInt8]) -> [UInt8]? {
    guard !texts.isEmpty, let json = try? JSON.parse(body) else { return nil }
    if case .array(let items) = json {
      let filled = items.map { self.filled($0) ?? $0 }
      return filled == items ? nil : JSON.array(filled).serialize()
    }
    return filled(json)?.serialize()
  }

  /// Returns a request with the document in place of its hash; nil if it has no known hash.
  func filled(_ json: JSON) -> JSON? {
    guard case .object(var object) = json, object["query"]?.stringValue ?? "" == "",
      let hash = json["extensions"]?["persistedQuery"]?["sha256Hash"]?.stringValue,
      let text = texts[hash.lowercased()]
    else { return nil }
    object.members.removeAll { $0.name == "query" }
    object.members.append(.init("query", .string(text)))
    return .object(object)
  }

  /// Returns a URL's query with the document in addition to its hash.
  func filled(query: String) -> String {
    let parameters = RequestTarget("/?\(query)").parameters
    guard !parameters.contains(where: { $0.name == "query" && !$0.value.isEmpty }),
      let text = parameters.last(where: { $0.name == "extensions" })?.value,
      let hash = (try? JSON.parse(text: text))?["persistedQuery"]?["sha256Hash"]?.stringValue,
      let document = texts[hash.lowercased()]
    else { return query }
    return "\(query)&query=\(PercentEncoding.encoded(Array(document.utf8)).text)"
  }
}
