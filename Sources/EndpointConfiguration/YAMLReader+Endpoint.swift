import OrderedJSON
import Recordings
import Yams

extension YAMLReader {
  func upstream(_ node: Node) throws(RecordingError) -> UpstreamURL {
    let text = try string(node, "\"upstream\"", such: "https://api.example.com/graphql")
    do {
      return try UpstreamURL(text)
    } catch {
      throw self.error(node.mark, "\"upstream\" \(error.problem).")
    }
  }

  /// Reads names of hosts, in lower case.
  func hosts(_ node: Node, _ what: String, such example: String) throws(RecordingError) -> Set<String> {
    guard case .sequence(let sequence) = node else {
      throw error(node.mark, "\(what) is \(kindName(node)): expected a list of hosts such as [\(example)].")
    }
    var hosts: Set<String> = []
    for element in sequence {
      let text = try string(element, "a host", such: example)
      // Also addresses, and patterns of names.
      let isHost = !text.isEmpty && text.utf8.allSatisfy { $0.isOfHostName || "*:".utf8.contains($0) }
      guard isHost else {
        throw error(
          element.mark,
          "\(RecordingError.shown(.string(text))) is not a host: expected one such as \(example), without a port."
        )
      }
      hosts.insert(text.lowercased())
    }
    return hosts
  }

  func resolvedHosts(_ node: Node) throws(RecordingError) -> [ResolvedHost] {
    var hosts: [ResolvedHost] = []
    for (key, value) in try mapping(node, "\"resolve\"", such: "api.example.com: 127.0.0.1:8443") {
      let name = try string(key, "a host", such: "api.example.com")
      let shownName = RecordingError.shown(.string(name))
      guard let host = ResolvedHost.host(name[...]) else {
        throw error(key.mark, "\(shownName) is not a host: expected one such as api.example.com, without a port.")
      }
      guard !hosts.contains(where: { $0.host == host }) else {
        throw error(key.mark, "\(shownName) is in \"resolve\" twice: remove one of the two.")
      }
      let text = try string(value, "the address of \(shownName)", such: "127.0.0.1:8443")
      guard let (address, port) = ResolvedHost.place(text[...]) else {
        throw error(
          value.mark,
          "\(RecordingError.shown(.string(text))) is not an address with a port: expected one such as 127.0.0.1:8443.")
      }
      hosts.append(ResolvedHost(host: host, address: address, port: port))
    }
    return hosts
  }

  func headers(_ node: Node) throws(RecordingError) -> [String] {
    guard case .sequence(let sequence) = node else {
      throw error(node.mark, "\"headers\" is \(kindName(node)): expected a list of header names such as [x-cost].")
    }
    var names: [String] = []
    for element in sequence {
      let text = try string(element, "a header's name", such: "x-cost")
      let found = RecordingError.shown(.string(text))
      guard HeaderName.isValid(text) else {
        throw error(element.mark, "\(found) is not a header name: expected one such as x-cost.")
      }
      let name = text.lowercased()
      guard !ResponseHeaders.never.contains(name) else {
        throw error(
          element.mark,
          "the header \(found) is never recorded: it is a secret, or belongs to the connection. Remove it."
        )
      }
      if !names.contains(name) { names.append(name) }
    }
    return names
  }
}
