import OrderedJSON
import Recordings

/// The way a request identifies its document.
package enum DocumentNaming: Hashable, Sendable {
  case text
  /// By its text and SHA-256, so that the next request can omit the text.
  case textWithHash(String)
  /// By the SHA-256 of a known text.
  case hash(String)
  case id(String)
}

/// `extensions.persistedQuery`: the automatic persisted queries of Apollo's clients and servers.
struct PersistedQuery: Hashable, Sendable {
  let hash: String

  init?(_ extensions: JSONObject?) throws(RequestProblem) {
    guard let value = extensions?["persistedQuery"], value != .null else { return nil }
    guard case .object(let members) = value else {
      throw .wrongType("extensions.persistedQuery", "an object", found: value.kindDescription)
    }
    guard members["version"] == .int(1) else { throw .persistedQueryVersion }
    guard case .string(let hash)? = members["sha256Hash"] else {
      throw .wrongType(
        "extensions.persistedQuery.sha256Hash", "a string", found: members["sha256Hash"]?.kindDescription ?? "nothing")
    }
    self.hash = hash
  }

  /// Returns the document of a request that has the extension.
  /// - Returns: the text, and the way the request identified it.
  /// - Throws: the problem if the text does not match the hash, or if it is absent and unknown.
  func document(
    _ text: String?, _ documents: some DocumentTexts
  ) throws(RequestProblem) -> (text: String, naming: DocumentNaming) {
    if let text, !text.isEmpty {
      guard ContentHash(of: Array(text.utf8)).hex == hash else { throw .persistedQueryMismatch }
      return (text, .textWithHash(hash))
    }
    guard let known = documents.text(of: hash) else { throw .persistedQueryNotFound(hash) }
    return (known, .hash(hash))
  }
}

/// A document identified by an id, as sent by clients that register their operations at build time.
struct NamedDocument: Hashable, Sendable {
  let id: String

  /// The members with the id: top-level in Relay and Apollo, in `extensions` elsewhere.
  static let members = ["documentId", "id"]

  init?(_ members: JSONObject, extensions: JSONObject?) throws(RequestProblem) {
    for (place, object) in [("", members), ("extensions.", extensions ?? JSONObject())] {
      for name in Self.members {
        guard let value = object[name], value != .null else { continue }
        guard case .string(let id) = value else {
          throw .wrongType("\(place)\(name)", "a string", found: value.kindDescription)
        }
        if !id.isEmpty {
          self.id = id
          return
        }
      }
    }
    return nil
  }

  func document(_ documents: some DocumentTexts) throws(RequestProblem) -> (text: String, naming: DocumentNaming) {
    // The draft for persisted documents puts `sha256:` before hashes.
    let bare = id.hasPrefix("sha256:") ? String(id.dropFirst("sha256:".count)) : nil
    guard let text = documents.text(of: id) ?? bare.flatMap({ documents.text(of: $0) }) else {
      throw .unknownDocument(id, configuration: documents.configurationPath)
    }
    return (text, .id(id))
  }
}
