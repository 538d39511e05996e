package import OrderedJSON
import Recordings

// Answers from recordings that have the query's objects at other paths: objects that it looks up, and fields that are
// joined by key.

extension Derivation {
  /// Derives the answer from recordings with objects at other paths, too.
  ///
  /// - Parameter objects: those of the recordings that are valid in the state and `mayBeJoined`, not only of those with
  ///   the query's root fields.
  /// - Returns: the outcome, with the donors by their index in `objects`; nil if that does not answer the query.
  package func outcomeByKeys(from objects: RecordedObjects) -> Outcome? {
    if objects.isEmpty { return nil }
    switch joined(own(in: objects), of: objects.donors, objects) {
    case .success(let (data, used)): return .derived([data], from: used)
    case .failure(.conflict(let path)): return .obstacle(.conflict(at: path))
    case .failure(.missing(let missing)) where missing.hint != nil || missing.found > 0:
      return .obstacle(.missing(missing))
    case .failure: return nil
    }
  }

  /// The names of all its fields.
  package var fieldNames: Set<String> {
    var names: Set<String> = []
    var pending = fields
    while let field = pending.popLast() {
      names.insert(field.name)
      pending += field.children ?? []
    }
    return names
  }

  /// Returns the part of the answer that recordings have, at whatever path; nil if they differ.
  package func knownPart(from objects: RecordedObjects) -> KnownPart? {
    objects.isEmpty ? nil : knownPart(of: objects.donors, own(in: objects), objects)
  }

  /// Returns the indices of the donors with root fields of the query.
  private func own(in objects: RecordedObjects) -> [Int] {
    let hashes = Set(roots.map(\.hash))
    return objects.donors.indices.filter { index in
      objects.donors[index].fields.contains { hashes.contains($0.identity) }
    }
  }

  /// Indicates whether fields of a recording may be joined with others.
  package func mayBeJoined(_ donor: Donor) -> Bool { donor.directives == directives && donor.answers.count == 1 }

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
    for (value, _) in answer.walk(at: (), inside: { slot, _ in slot.name == "__typename" ? nil : () })
    where !value.isContainer {
      guard keys.count < keyLimit else { return }
      if let key = value.keyText, key.utf8.count <= 64, !key.contains(" ") { keys.insert(key) }
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
