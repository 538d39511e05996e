import DequeModule
import OrderedJSON
import Recordings

/// The known secrets of an endpoint and their placeholders, in memory only.
///
/// Nothing needs to outlive the process: a placeholder is derived from its origin, so the same origin gives the same
/// one, and its markers identify it.
///
/// Past a limit in bytes, the oldest secrets that only clients know are dropped, so that a client that makes a new
/// token for each request cannot fill the memory. A dropped secret gets the same placeholder when it comes again.
struct SecretTable: Equatable, Sendable {
  /// The placeholder of a secret.
  struct Replacement: Hashable, Sendable {
    let text: String
    /// True if an answer issued the secret, false if only the client knew it.
    let isIssued: Bool
    /// True if an answer that issues the secret may still give it another placeholder: clients send stored credentials
    /// in headers before they are issued again.
    var isOpen = false
  }

  private(set) var replacements: [[UInt8]: Replacement] = [:]
  private var needles: SecretNeedles = SecretNeedles()
  /// The origin of each placeholder, and its number there.
  private var owners: [String: Owner] = [:]
  /// The number of secrets that a session was first issued at an origin, by the origin's hash.
  private var counts: [Place: Int] = [:]
  /// The secrets that only clients know, oldest first.
  private var ofClients: Deque<[UInt8]> = []
  private var bytesOfClients = 0
  private let byteLimit: Int

  private struct Place: Hashable {
    let origin: ContentHash
    let session: Int?
  }

  private struct Owner: Hashable {
    let origin: ContentHash
    let occurrence: Int
  }

  /// - Parameter byteLimit: the maximum memory of secrets that only clients know, in bytes.
  init(byteLimit: Int = 32 << 20) { self.byteLimit = byteLimit }

  var isEmpty: Bool { replacements.isEmpty }

  func replacement(of secret: [UInt8]) -> Replacement? { replacements[secret] }

  /// Returns the placeholder of a secret that an answer issues: its existing one, or a new one derived from `origin`. A
  /// secret that the client sent before keeps its placeholder, because a replayed client sends it again on its own.
  ///
  /// Each session counts separately: the first secret that it is issued at a place has the placeholder of the first
  /// secret of other sessions there.
  mutating func handOut(
    _ secret: [UInt8], at origin: @autoclosure () -> SecretOrigin, session: Int? = nil
  ) -> String {
    if let known = replacements[secret], !known.isOpen { return known.text }
    let origin = origin()
    let place = Place(origin: origin.hash(occurrence: 1), session: session)
    var count = counts[place] ?? 0
    var text = ""
    // A short shape may produce the placeholder of another secret. Then the next one is used.
    repeat {
      count += 1
      text = Pseudonym.text(for: secret, name: origin.name, hash: origin.hash(occurrence: count))
    } while !isFree(text, for: Owner(origin: place.origin, occurrence: count))
    counts[place] = count
    insert(secret, Replacement(text: text, isIssued: true))
    owners[text] = Owner(origin: place.origin, occurrence: count)
    return text
  }

  private func isFree(_ text: String, for owner: Owner) -> Bool {
    (owners[text] ?? owner) == owner && replacements[Array(text.utf8)] == nil
  }

  /// Registers a secret that the client sent and no answer issued. `isOpen` is true for a credential in a header.
  mutating func note(_ secret: [UInt8], as text: @autoclosure () -> String, isOpen: Bool) {
    let known = replacements[secret]
    if let known, isOpen || !known.isOpen { return }
    insert(secret, Replacement(text: text(), isIssued: false, isOpen: isOpen))
    guard known == nil else { return }
    ofClients.append(secret)
    bytesOfClients += Self.heldBytes(secret)
    while bytesOfClients > byteLimit, let oldest = ofClients.popFirst() {
      bytesOfClients -= Self.heldBytes(oldest)
      // An answer may have issued it since then.
      guard let replacement = replacements[oldest], !replacement.isIssued else { continue }
      replacements[oldest] = nil
      needles.remove(oldest, replacement.text)
    }
  }

  /// The approximate memory of a secret, in bytes: three copies and as many encoded ones, with their table entries.
  private static func heldBytes(_ secret: [UInt8]) -> Int { 1_000 + 8 * secret.count }

  private mutating func insert(_ secret: [UInt8], _ replacement: Replacement) {
    replacements[secret] = replacement
    needles.insert(secret, replacement.text)
  }

  /// Replaces all known secrets in the text, including percent-encoded and Base64 ones; nil if there are none.
  func replacing(in text: [UInt8]) -> [UInt8]? {
    guard !isEmpty else { return nil }
    // A word that is also a password stays, unless a name makes it a secret.
    if SecretNeedles.isDistinctive(text), let whole = replacements[text] { return Array(whole.text.utf8) }
    return needles.replacing(in: text)
  }
}
