import OrderedJSON
import Recordings

/// How a request says which document it means, if not by its text alone.
package enum DocumentNaming: Hashable, Sendable {
  /// The text came, and nothing else.
  case text
  /// The text came with its SHA-256, so that the next request can leave it out.
  case textWithHash(String)
  /// The SHA-256 came, and the text was known.
  case hash(String)
  /// An id came, and a manifest told its text.
  case id(String)
}

/// `extensions.persistedQuery`: automatic persisted queries, as Apollo's clients and servers agree on them.
struct PersistedQuery: Hashable, Sendable {
  let hash: String

  /// Nil where a request has no such extension.
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

  /// The document of a request that has the extension.
  ///
  /// - Parameters:
  ///   - text: what came in `query`; nil or empty where nothing did.
  ///   - documents: what is known.
  /// - Returns: the text, and how the request named it.
  /// - Throws: where a text came that the hash is not of, or none came and none is known.
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

/// A document that is named by an id, as clients do whose operations were registered when they were built.
struct NamedDocument: Hashable, Sendable {
  let id: String

  /// Where clients put it: Relay and Apollo at the top, others among the extensions.
  static let members = ["documentId", "id"]

  /// Nil where a request names none.
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
    // `sha256:` stands before hashes in the draft for persisted documents.
    let bare = id.hasPrefix("sha256:") ? String(id.dropFirst("sha256:".count)) : nil
    guard let text = documents.text(of: id) ?? bare.flatMap({ documents.text(of: $0) }) else {
      throw .unknownDocument(id, configuration: documents.configurationPath)
    }
    return (text, .id(id))
  }
}
