import OrderedJSON
import Recordings
import Yams

extension YAMLReader {
  private enum SubscriptionKey: String, CaseIterable {
    case url, `protocol`
  }

  func persistedQueries(_ node: Node) throws(RecordingError) -> [PersistedQueryFile] {
    var files: [PersistedQueryFile] = []
    let example = "../../app/persisted-query-manifest.json"
    for element in try list(node, "\"persistedQueries\"", of: "paths", such: example, orOne: true) {
      let name = try string(element, "a path", such: example)
      guard !name.utf8.contains(0) else { throw error(element.mark, "a path contains a zero byte: remove it.") }
      if files.contains(where: { $0.name.hasSameScalars(as: name) }) { continue }
      let place = element.mark.map { RecordingError.Place(line: $0.line, column: $0.column) }
      files.append(PersistedQueryFile(name, at: place))
    }
    return files
  }

  func subscriptions(_ node: Node) throws(RecordingError) -> SubscriptionSettings {
    var settings = SubscriptionSettings()
    var transportMark: Mark?
    for (key, value) in try mapping(node, "\"subscriptions\"", such: "protocol: graphql-transport-ws") {
      switch try self.key(key, of: SubscriptionKey.self) {
      case .url: (settings.url, settings.isSocketURL) = try subscriptionURL(value)
      case .protocol:
        settings.transport = try transport(value)
        transportMark = value.mark
      }
    }
    if settings.isSocketURL, let transport = settings.transport, !transport.isSocket {
      throw error(
        transportMark,
        "\"\(transport.rawValue)\" uses HTTP, and \"url\" is a WebSocket URL: write https:// there, or another "
          + "protocol.")
    }
    return settings
  }

  private func transport(_ node: Node) throws(RecordingError) -> SubscriptionSettings.Transport {
    let valid = SubscriptionSettings.Transport.allCases.map(\.rawValue)
    guard let text = node.scalar?.string, !node.isEmptyScalar else {
      throw error(
        node.mark,
        "\"protocol\" of \"subscriptions\" is \(kindName(node)): expected \(RecordingError.list(valid, "or")).")
    }
    if let transport = SubscriptionSettings.Transport(rawValue: text) { return transport }
    throw error(
      node.mark,
      "\"protocol\" of \"subscriptions\" is \(found(node)): \(RecordingError.expected(.string(text), valid))")
  }

  private func subscriptionURL(_ node: Node) throws(RecordingError) -> (UpstreamURL, isSocket: Bool) {
    let what = "\"url\" of \"subscriptions\""
    let text = try string(node, what, such: "wss://api.example.com/graphql")
    var plain = text
    var isSocket = false
    if let separator = text.firstRange(ofText: "://") {
      let scheme = text[..<separator.lowerBound].lowercased()
      let rest = text[separator.lowerBound...]
      switch scheme {
      case "ws": (plain, isSocket) = ("http\(rest)", true)
      case "wss": (plain, isSocket) = ("https\(rest)", true)
      case "http", "https": break
      default:
        throw error(node.mark, "\(what) has the scheme \"\(scheme)\": expected ws, wss, http or https.")
      }
    }
    do {
      return (try UpstreamURL(plain), isSocket)
    } catch {
      throw self.error(node.mark, "\(what) \(error.problem).")
    }
  }
}
