import OrderedJSON
import Recordings

/// The secrets that are known of an endpoint, in memory only, and what stands for each.
///
/// What of it must outlive the process is on disk already: a pseudonym is made of its origin, so it comes out the same
/// when the origin is met again, and is known by its marks.
struct SecretTable: Sendable {
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

  private struct Place: Hashable {
    let origin: ContentHash
    let session: Int?
  }

  private struct Owner: Hashable {
    let origin: ContentHash
    let occurrence: Int
  }

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
  mutating func note(_ secret: [UInt8], as text: String, isOpen: Bool) {
    if let known = replacements[secret], isOpen || !known.isOpen { return }
    insert(secret, Replacement(text: text, isIssued: false, isOpen: isOpen))
  }

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

/// Finds known secrets inside of texts.
struct SecretNeedles: Sendable {
  private struct Needle: Sendable {
    let bytes: [UInt8]
    /// Where `isBase64`, what is encoded.
    let replacement: [UInt8]
    let isBase64: Bool
  }

  private var needles: [Needle] = []
  /// Needles by their first eight bytes.
  private var byStart: [UInt64: [Int]] = [:]
  /// Which first two bytes a needle has: most places of a text are passed by this alone.
  private var starts = [Bool]()

  /// Whether a secret can be told from ordinary words: eight characters, and not letters only unless sixteen.
  static func isDistinctive(_ secret: [UInt8]) -> Bool {
    secret.count >= 16 || (secret.count >= 8 && !secret.allSatisfy { $0.isLetterOrDigit && !$0.isDigit })
  }

  /// Adds a secret and its encoded forms, if it can be told from ordinary words.
  mutating func insert(_ secret: [UInt8], _ replacement: String) {
    guard Self.isDistinctive(secret) else { return }
    let plain = Array(replacement.utf8)
    add(secret, plain)
    for spelling in PercentEncoding.spellings {
      let encoded = spelling(secret)
      if encoded != secret { add(encoded, spelling(plain)) }
    }
    let base64 = Base64.encode(secret).utf8.filter { $0 != UInt8(ascii: "=") }
    add(base64, plain, isBase64: true)
    let url = Base64.encodeForURL(secret)
    if url != base64 { add(url, plain, isBase64: true) }
  }

  private mutating func add(_ bytes: [UInt8], _ replacement: [UInt8], isBase64: Bool = false) {
    let needle = Needle(bytes: bytes, replacement: replacement, isBase64: isBase64)
    let known = (byStart[Self.start(bytes, 0)] ?? []).first { needles[$0].bytes == bytes }
    if let known {
      // What an answer handed out takes the place of what was known from a header.
      needles[known] = needle
      return
    }
    if starts.isEmpty { starts = [Bool](repeating: false, count: 1 << 16) }
    starts[Int(bytes[0]) << 8 | Int(bytes[1])] = true
    byStart[Self.start(bytes, 0), default: []].append(needles.count)
    needles.append(needle)
  }

  /// The text with all secrets in it replaced, nil if there are none. Short ones only where they stand alone.
  func replacing(in text: [UInt8]) -> [UInt8]? {
    guard !needles.isEmpty, text.count >= 8 else { return nil }
    guard let decoded = replacingInBase64(text) else { return replacingPlain(in: text) }
    return replacingPlain(in: decoded) ?? decoded
  }

  /// `user:password` in Base64 and the like: whole runs of Base64 that stand for text are looked into.
  private func replacingInBase64(_ text: [UInt8]) -> [UInt8]? {
    var result: [UInt8]?
    var copied = 0
    for run in Base64Run.all(in: text) {
      guard let decoded = Base64.decodeLenient(text[run.range]), decoded.allSatisfy({ $0 >= 0x20 || $0 == 0x0A }),
        let replaced = replacingPlain(in: decoded)
      else { continue }
      result = (result ?? []) + text[copied..<run.range.lowerBound] + run.encoded(replaced, as: text)
      copied = run.range.upperBound
    }
    return result.map { $0 + text[copied...] }
  }

  private func replacingPlain(in text: [UInt8]) -> [UInt8]? {
    guard text.count >= 8 else { return nil }
    var result: [UInt8]?
    var copied = 0
    var position = 0
    while position + 8 <= text.count {
      guard starts[Int(text[position]) << 8 | Int(text[position + 1])], let needle = needle(in: text, at: position)
      else {
        position += 1
        continue
      }
      var start = result ?? []
      start += text[copied..<position]
      position += needle.bytes.count
      if needle.isBase64 {
        let run = Base64Run(needle.bytes, endingAt: position, in: text)
        start += run.encoded(needle.replacement, as: text)
        position = run.range.upperBound
      } else {
        start += needle.replacement
      }
      result = start
      copied = position
    }
    return result.map { $0 + text[copied...] }
  }

  /// The longest needle at a place.
  private func needle(in text: [UInt8], at position: Int) -> Needle? {
    var longest: Needle?
    for index in byStart[Self.start(text, position)] ?? [] {
      let needle = needles[index]
      let end = position + needle.bytes.count
      guard end <= text.count, needle.bytes.count > longest?.bytes.count ?? 0 else { continue }
      guard text[position..<end].elementsEqual(needle.bytes) else { continue }
      let isAlone =
        (position == 0 || !text[position - 1].isLetterOrDigit) && (end == text.count || !text[end].isLetterOrDigit)
      if isAlone || needle.bytes.count >= 16 { longest = needle }
    }
    return longest
  }

  private static func start(_ bytes: [UInt8], _ position: Int) -> UInt64 {
    var word: UInt64 = 0
    for offset in 0..<8 { word = word << 8 | UInt64(bytes[position + offset]) }
    return word
  }
}
