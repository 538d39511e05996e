import Crypto
import OrderedJSON

/// Encrypts entries, which have requests as clients sent them, with their credentials: AES-GCM with a key made from the
/// store's password (HKDF, RFC 5869), so that a backup or another user of the store does not show them. The settings of a
/// replica are in the key, too, so that one with others cannot read its entries and answer differently.
package struct EntrySeal: Sendable {
  private let key: SymmetricKey

  /// - Parameters:
  ///   - password: the password of the store; empty for none, which only a store on this machine may have.
  ///   - prefix: the prefix of the store's keys.
  ///   - settings: a text that differs if the replica's version or settings do.
  package init(password: String, prefix: String, settings: String = "") {
    key = HKDF<SHA256>.deriveKey(
      inputKeyMaterial: SymmetricKey(data: Array(password.utf8) + [0]), salt: Array("understudy sessions".utf8),
      info: Array("\(prefix) \(settings)".utf8), outputByteCount: 32)
  }

  /// Encrypts an entry of a session.
  func sealed(_ entry: SessionEntry, of session: String) throws(StoreProblem) -> [UInt8] {
    do {
      let box = try AES.GCM.seal(entry.json.serialize(), using: key, authenticating: Array(session.utf8))
      guard let bytes = box.combined else {
        throw StoreProblem("The request cannot be encrypted for the store.", hadNoEffect: true)
      }
      return Array(bytes)
    } catch {
      throw error as? StoreProblem
        ?? StoreProblem("The request cannot be encrypted for the store: \(error)", hadNoEffect: true)
    }
  }

  /// Decrypts an entry of a session; nil if it was sealed with another password or other settings, or has
  /// another format.
  func opened(_ bytes: [UInt8], of session: String) -> SessionEntry? {
    guard let box = try? AES.GCM.SealedBox(combined: bytes),
      let text = try? AES.GCM.open(box, using: key, authenticating: Array(session.utf8)),
      let json = try? JSON.parse(Array(text))
    else { return nil }
    return SessionEntry(json)
  }
}
