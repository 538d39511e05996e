package import OrderedJSON
import Recordings

/// Values that a client generates in each run, such as a random e-mail address, with the recorded values they replace.
///
/// A replayed session is looked up with the recorded values, and its client gets answers with its own. So one rule, for
/// the request that first sends such a value, is enough for the rest of the session.
package struct ClientValues: Hashable, Sendable {
  private var pairs: [RandomText.Pair] = []
  /// The pairs, and a reverse pair for each recorded part that is not sent: swapping keeps values different.
  private var exchanges: [RandomText.Pair] = []
  /// Values that are followed as a whole: they are replaced only where they are the whole text.
  private var wholes: [RandomText.Pair] = []
  private var wholeExchanges: [RandomText.Pair] = []

  /// The last bytes of the recorded placeholders of redacted values, by those of the sent ones, and the reverse.
  private var redacted: [UInt8: UInt8] = [:]

  package private(set) var heldBytes = 0

  package init() {}

  package var isEmpty: Bool { pairs.isEmpty && wholes.isEmpty && redacted.isEmpty }

  /// Adds the redacted values, such as random passwords, in which a request differs from a recorded one that rules treat
  /// as equal.
  package mutating func note(recorded: JSONObject, redacted sent: JSONObject) {
    for difference in JSON.differences(from: .object(recorded), to: .object(sent), limit: Self.limit) {
      guard case .changed(.string(let old), .string(let new)) = difference.kind,
        let old = Pseudonym.redactedByte(Array(old.utf8)), let new = Pseudonym.redactedByte(Array(new.utf8)),
        old != new, redacted[new] == nil, redacted[old] == nil
      else { continue }
      (redacted[new], redacted[old]) = (old, new)
    }
  }

  /// Returns a request's redacted variables with the recorded placeholders.
  package func recorded(redacted variables: JSONObject) -> JSONObject {
    guard !redacted.isEmpty else { return variables }
    let rewritten = JSON.object(variables).rewritten(scalars: { value in
      guard let text = value.stringValue, let byte = Pseudonym.redactedByte(Array(text.utf8)),
        let other = redacted[byte]
      else { return value }
      return .string(Pseudonym.redacted(text, byte: other))
    })
    return rewritten.objectValue ?? variables
  }

  /// Adds the random parts in which a request differs from a recorded one that rules treat as equal; returns true if
  /// one is new. `isEchoed` is true for paths whose values answers repeat: distinctive ones are followed as a whole.
  package mutating func note(
    recorded: JSONObject, sent: JSONObject, isEchoed: (JSONPath) -> Bool = { _ in false }
  ) -> Bool {
    let before = pairs.count + wholes.count
    let differences = JSON.differences(from: .object(recorded), to: .object(sent), limit: Self.limit)
    for difference in differences {
      guard case .changed(.string(let old), .string(let new)) = difference.kind else { continue }
      for pair in RandomText.pairs(old, new) ?? [] { heldBytes += Self.note(pair, in: &pairs) }
      let whole = RandomText.Pair(recorded: old, sent: new)
      if isEchoed(difference.path), Self.isDistinctive(whole) { heldBytes += Self.note(whole, in: &wholes) }
    }
    guard pairs.count + wholes.count > before else { return false }
    (exchanges, wholeExchanges) = (Self.exchanges(of: pairs), Self.exchanges(of: wholes))
    return true
  }

  /// Returns these values and others, of which these come first.
  package func adding(_ others: ClientValues?) -> ClientValues {
    guard let others, !others.isEmpty else { return self }
    if isEmpty { return others }
    var all = self
    for pair in others.pairs { all.heldBytes += Self.note(pair, in: &all.pairs) }
    for pair in others.wholes { all.heldBytes += Self.note(pair, in: &all.wholes) }
    (all.exchanges, all.wholeExchanges) = (Self.exchanges(of: all.pairs), Self.exchanges(of: all.wholes))
    all.redacted.merge(others.redacted) { own, _ in own }
    return all
  }

  /// Adds a pair unless one of its sides is known, so that the mapping is one-to-one. Returns its size, in bytes.
  private static func note(_ pair: RandomText.Pair, in pairs: inout [RandomText.Pair]) -> Int {
    guard pairs.count < limit, !pairs.contains(where: { $0.recorded == pair.recorded || $0.sent == pair.sent }) else {
      return 0
    }
    pairs.append(pair)
    // A pair makes up to two exchanges.
    return 200 + 3 * (pair.recorded.utf8.count + pair.sent.utf8.count)
  }

  /// Indicates whether both texts are unlikely to occur by chance: `user482913@example.com`, not `admin` or
  /// `2026-03-01`.
  static func isDistinctive(_ pair: RandomText.Pair) -> Bool {
    [pair.recorded, pair.sent].allSatisfy { text in
      let letters = text.utf8.count(where: \.isLetter)
      return text.utf8.count >= 10 && letters > 0 && letters < text.utf8.count
    }
  }

  private static func exchanges(of pairs: [RandomText.Pair]) -> [RandomText.Pair] {
    let origins = Dictionary(pairs.map { ($0.recorded, $0.sent) }, uniquingKeysWith: { first, _ in first })
    let sent = Set(pairs.map(\.sent))
    var exchanges = pairs
    for pair in pairs where !sent.contains(pair.recorded) {
      var free = pair.sent
      while let next = origins[free] { free = next }
      exchanges.append(RandomText.Pair(recorded: free, sent: pair.recorded))
    }
    return exchanges
  }

  private static let limit = 1_000

  /// Returns a request's variables with the recorded values.
  package func recorded(_ root: JSON) -> JSON {
    rewritten(root, exchanges.map { ($0.sent, $0.recorded) }, wholeExchanges.map { ($0.sent, $0.recorded) })
  }

  /// Returns a request's variables with the random values of a recorded one.
  package static func recorded(_ recorded: JSONObject, insteadOf variables: JSONObject) -> JSONObject {
    var values = ClientValues()
    _ = values.note(recorded: recorded, sent: variables)
    return values.recorded(.object(variables)).objectValue ?? variables
  }

  /// Returns a recorded answer with the values of this run.
  package func sent(_ root: JSON) -> JSON {
    rewritten(root, exchanges.map { ($0.recorded, $0.sent) }, wholeExchanges.map { ($0.recorded, $0.sent) })
  }

  /// Returns the variables to record for a request that a rule treats as equal to a recorded one: the previous ones if
  /// only numbers differ, which are not followed; else the sent ones with the recorded values.
  package func recorded(_ sent: JSONObject, standingFor previous: JSONObject?) -> JSONObject {
    let sent = recorded(.object(sent)).objectValue ?? sent
    guard let previous else { return sent }
    let differences = JSON.differences(from: .object(previous), to: .object(sent), limit: Self.limit)
    let isSame = differences.allSatisfy { if case .changed(.number, .number) = $0.kind { true } else { false } }
    return isSame && differences.count < Self.limit ? previous : sent
  }

  private func rewritten(
    _ root: JSON, _ changes: [(from: String, to: String)], _ wholes: [(from: String, to: String)]
  ) -> JSON {
    if changes.isEmpty, wholes.isEmpty { return root }
    return root.rewritten(scalars: { value in
      guard let text = value.stringValue else { return value }
      let whole = wholes.first { $0.from.hasSameScalars(as: text) }?.to
      return (whole ?? Self.replaced(text, changes)).map { .string($0) } ?? value
    })
  }

  /// Returns a text with every part replaced, each once; nil if it has none of them.
  private static func replaced(_ text: String, _ changes: [(from: String, to: String)]) -> String? {
    guard changes.contains(where: { contains(text, part: $0.from) }) else { return nil }
    var rest = Array(text.utf8)[...]
    var result: [UInt8] = []
    while let first = rest.first {
      let found = changes.first {
        rest.starts(with: $0.from.utf8)
          && isApart(before: result.last, after: rest.dropFirst($0.from.utf8.count).first, $0.from)
      }
      if let found {
        result += Array(found.to.utf8)
        rest = rest.dropFirst(found.from.utf8.count)
      } else {
        result.append(first)
        rest = rest.dropFirst()
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Indicates whether a text has a random part.
  package static func contains(_ text: String, part: String) -> Bool {
    guard text.utf8.count >= part.utf8.count else { return false }
    let (bytes, part) = (Array(text.utf8), Array(part.utf8))
    return (0...(bytes.count - part.count)).contains { start in
      bytes[start] == part[0] && bytes[start...].starts(with: part)
    }
  }

  /// Indicates whether a tree has a random part.
  package static func contains(_ root: JSON, part: String) -> Bool {
    root.scalars.contains { value in
      switch value {
      case .string(let text): contains(text, part: part)
      case .number(let number): number.text == part
      default: false
      }
    }
  }

  /// Indicates whether a part is no piece of a longer word, where a short one may occur by chance.
  private static func isApart(before: UInt8?, after: UInt8?, _ part: String) -> Bool {
    func isWord(_ byte: UInt8?) -> Bool {
      byte?.isLetterOrDigit ?? false
    }
    return part.utf8.count >= 10 || !isWord(before) && !isWord(after)
  }
}
