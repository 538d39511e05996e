import DequeModule
import OrderedJSON
import Recordings

/// The secrets that are known of an endpoint, in memory only, and what stands for each.
///
/// What of it must outlive the process is on disk already: a pseudonym is made of its origin, so it comes out the same
/// when the origin is met again, and is known by its marks.
///
/// Of the secrets that only clients know, those that came first are forgotten past a bound in bytes: a client that makes
/// a new token for each request must not fill the memory. One that comes again is noted again, with the same text.
struct SecretTable: Equatable, Sendable {
  /// What stands for a secret.
  struct Replacement: Hashable, Sendable {
    let text: String
    /// Whether an answer handed the secret out; else only the client knew it.
    let isIssued: Bool
    /// Whether an answer that hands it out may still give it a pseudonym: a credential that was stored by the client
    /// comes in headers before it is handed out again.
    var isOpen = false
  }

  private(set) var replacements: [[UInt8]: Replacement] = [:]
  private var needles: SecretNeedles = SecretNeedles()
  /// Of which place a pseudonym is, and of which secret of it.
  private var owners: [String: Owner] = [:]
  /// How many secrets a session was handed out first at an origin, by the origin's hash.
  private var counts: [Place: Int] = [:]
  /// The secrets that only clients know, in the order in which they came.
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

  /// - Parameter byteLimit: the most bytes that secrets take which only clients know.
  init(byteLimit: Int = 32 << 20) { self.byteLimit = byteLimit }

  var isEmpty: Bool { replacements.isEmpty }

  func replacement(of secret: [UInt8]) -> Replacement? { replacements[secret] }

  /// The pseudonym of a secret that an answer hands out: the one it has, or a new one named after `origin`. One that the
  /// client had sent before keeps what stands for it: a client that is replayed sends it again, from what it knows.
  ///
  /// Each session counts by itself: what it is handed out as the first at a place has the pseudonym of what others were
  /// handed out there as the first.
  mutating func handOut(_ secret: [UInt8], at origin: SecretOrigin, session: Int? = nil) -> String {
    if let known = replacements[secret], !known.isOpen { return known.text }
    let place = Place(origin: origin.hash(occurrence: 1), session: session)
    var count = counts[place] ?? 0
    var text = ""
    // A short shape may come out as another secret's pseudonym: then the next one is taken.
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

  /// Notes a secret that the client sent and no answer handed out. `isOpen` is for a credential in a header.
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

  /// About how many bytes a secret takes: three copies and as many that are encoded, with their places in tables.
  private static func heldBytes(_ secret: [UInt8]) -> Int { 1_000 + 8 * secret.count }

  private mutating func insert(_ secret: [UInt8], _ replacement: Replacement) {
    replacements[secret] = replacement
    needles.insert(secret, replacement.text)
  }

  /// The text with all known secrets in it replaced, also where they are percent-encoded or in Base64; nil if there
  /// are none.
  func replacing(in text: [UInt8]) -> [UInt8]? {
    guard !isEmpty else { return nil }
    // A word that happens to be somebody's password stays where no name makes it a secret.
    if SecretNeedles.isDistinctive(text), let whole = replacements[text] { return Array(whole.text.utf8) }
    return needles.replacing(in: text)
  }
}
