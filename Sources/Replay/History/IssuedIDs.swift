import OrderedJSON

/// The ids that one set-up issued in this run, with those that it issued when it was recorded.
package struct IssuedIDs: Sendable {
  /// The ids in the order in which they came, unchanged ones included.
  private(set) var pairs: [Pair] = []

  struct Pair: Sendable {
    let kind: IDKind
    let id: ObjectID
    let recorded: ObjectID
    let isNumber: Bool
  }

  /// The texts that differ with the ids and the clock, with the recorded ones.
  private(set) var texts: [(text: ObjectID, recorded: ObjectID)] = []

  /// The codes that the set-up's mutations sent in this run.
  private(set) var sent = SentCodes()

  package private(set) var heldBytes = 0

  package init() {}

  /// Adds the codes that a mutation of this run sent.
  package mutating func note(_ codes: SentCodes) {
    let before = sent.heldBytes
    sent.formUnion(codes)
    heldBytes += sent.heldBytes - before
  }

  /// Adds the ids of this run in a mutation's answer, by their places in the recorded answer, `known`.
  package mutating func note(_ ids: [Trace.IssuedID], standingFor known: [Trace.IssuedID]) {
    let recorded = Dictionary(known.map { ($0.path, $0.id) }, uniquingKeysWith: { first, _ in first })
    for found in ids {
      guard let id = recorded[found.path] else { continue }
      pairs.append(Pair(kind: found.kind, id: found.id, recorded: id, isNumber: found.isNumber))
      heldBytes += 200 + found.id.text.utf8.count + id.text.utf8.count
    }
  }

  /// Adds a text that a set-up sent in this run, such as a random name, and the one that it sent when it was recorded.
  package mutating func note(sent text: String, standingFor recorded: String) {
    guard let new = ObjectID(.string(text)), let old = ObjectID(.string(recorded)) else { return }
    texts.append((new, old))
    heldBytes += 200 + text.utf8.count + recorded.utf8.count
  }

  /// Adds the texts of a mutation's answer whose ids were added before, by their places in the recorded answer, `known`.
  mutating func note(_ found: IssuedTexts, standingFor known: IssuedTexts) {
    let ids = pairs.map { ($0.id, $0.recorded) }
    for (path, text) in found.byPath.sorted(by: { $0.key.precedesByScalars($1.key) }) {
      guard let recorded = known.byPath[path], IssuedTexts.isSame(text, asRecorded: recorded, ids: ids),
        let new = ObjectID(.string(text)), let old = ObjectID(.string(recorded))
      else { continue }
      texts.append((new, old))
      heldBytes += 200 + text.utf8.count + recorded.utf8.count
    }
  }
}
