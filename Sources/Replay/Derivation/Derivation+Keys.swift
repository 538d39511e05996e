package import OrderedJSON
import Recordings

// Answers from recordings that have the query's objects at other paths: objects that it looks up, and fields that are
// joined by key.

extension Derivation {
  /// Derives the answer from recordings with objects at other paths, too.
  ///
  /// - Parameters:
  ///   - donors: All recordings that are valid in the state, not only those with the query's root fields.
  ///   - lookups: The root fields that look an object up, with the argument that is its key, by the endpoint's rules.
  /// - Returns: the outcome; nil if that does not answer the query.
  package func outcomeByKeys(from donors: [Donor], lookups: [String: String]) -> Outcome? {
    let hashes = Set(roots.map(\.hash))
    let single = donors.indices.filter { donors[$0].directives == directives && donors[$0].answers.count == 1 }
    let own = single.filter { index in donors[index].fields.contains { hashes.contains($0.identity) } }
    let order = own + single.filter { !own.contains($0) }
    let pool = order.map { donors[$0] }
    guard let objects = RecordedObjects(pool, lookups: lookups, hints: hints) else { return nil }
    switch joined(Array(pool[..<own.count]), objects) {
    case .success(let (data, used)): return .derived([data], from: used.map { order[$0] })
    case .failure(.conflict(let path)): return .obstacle(.conflict(at: path))
    case .failure(.missing(let missing)) where missing.hint != nil || missing.found > 0:
      return .obstacle(.missing(missing))
    case .failure: return nil
    }
  }

  /// Indicates whether other recordings may have objects of the query.
  package var mayUseKeys: Bool { fields.contains { $0.children != nil } }

  /// Returns the texts that may be keys of the query's objects: those in the arguments of its root fields, and in answers
  /// with a part of it.
  package func keys(in answers: [JSON], limit: Int) -> [String] {
    var keys: [String] = []
    var seen: Set<String> = []
    for argument in fields.lazy.flatMap(\.arguments) {
      if let key = argument.value.keyText, seen.insert(key).inserted { keys.append(key) }
    }
    for answer in answers where keys.count < limit {
      var found: Set<String> = []
      Self.addKeys(in: answer, to: &found)
      keys += found.subtracting(seen).sorted { $0.precedesByScalars($1) }
      seen.formUnion(found)
    }
    return Array(keys.prefix(limit))
  }

  /// Adds the texts in a recorded answer that may be keys of objects: short ones without spaces.
  package static func addKeys(in answer: JSON, to keys: inout Set<String>) {
    switch answer {
    case .object(let object): for member in object.members { addKeys(in: member.value, to: &keys) }
    case .array(let elements): for element in elements { addKeys(in: element, to: &keys) }
    default:
      if keys.count < keyLimit, let key = answer.keyText, key.utf8.count <= 64, !key.contains(" ") { keys.insert(key) }
    }
  }

  /// The most keys of a recording.
  private static let keyLimit = 1_000
}

extension Derivation.Outcome {
  /// Indicates whether objects at other paths may answer the query.
  package var mayNeedKeys: Bool {
    switch self {
    case .unrelated, .obstacle(.missing): true
    case .derived, .obstacle: false
    }
  }
}
