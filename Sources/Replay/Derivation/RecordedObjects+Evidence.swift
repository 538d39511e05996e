import OrderedJSON
import Recordings

// The evidence of recorded objects for the values of a field at several paths.

extension RecordedObjects {
  /// The recorded values of a leaf at the objects of a scope.
  struct Evidence {
    /// The shapes of two paths at which an object has the same value.
    var agreeing: Set<Set<Shape>> = []
    /// True if an object has two values.
    var differs = false
  }

  /// A leaf of the objects of a scope.
  struct Leaf: Hashable {
    let scope: Scope
    /// The identities and type conditions of the fields from an object to it.
    let chain: [String]
  }

  /// Returns what the recordings show of a leaf: a chain of asked fields from an object to one without selections.
  func evidence(for leaf: [SelectedField], in scope: Scope) -> Evidence {
    let place = Leaf(scope: scope, chain: leaf.flatMap { [$0.identity.hex] + $0.conditions })
    if let known = knownEvidence[place] { return known }
    var result = base?.evidence(for: leaf, in: scope) ?? Evidence()
    if isAmbiguous(scope) { result.differs = true }
    // Of the objects of the base, only those with more occurrences here show anything else.
    for identity in own.identities[scope] ?? [] where !result.differs {
      let values = occurrences(of: identity).compactMap { occurrence in
        reader.value(of: leaf[...], in: occurrence.part, declared: scope.type).map { (occurrence, $0) }
      }
      guard let first = values.first?.1 else { continue }
      if values.contains(where: { $0.1 != first }) { result.differs = true }
      guard first.isEvidence else { continue }
      var paths: [Shape: Set<[ContentHash]>] = [:]
      for (occurrence, _) in values { paths[occurrence.shape, default: []].insert(occurrence.path) }
      for (shape, found) in paths {
        if found.count > 1 { result.agreeing.insert([shape]) }
        for other in paths.keys where other != shape { result.agreeing.insert([shape, other]) }
      }
    }
    knownEvidence.keep(result, for: place, bytes: place.chain.reduce(1_000) { $0 + 32 + $1.utf8.count })
    return result
  }

  /// Indicates whether a key has two objects: two occurrences at paths of one shape differ, so the path is not the cause.
  private func isAmbiguous(_ scope: Scope) -> Bool {
    if let known = knownAmbiguity[scope] { return known }
    let result =
      base?.isAmbiguous(scope) == true
      || (own.identities[scope] ?? []).contains { identity in
        var leaves: [Shape: [[String]: JSON]] = [:]
        return occurrences(of: identity).contains { occurrence in
          reader.leaves(of: occurrence.part, declared: scope.type).contains { leaf, value in
            if let known = leaves[occurrence.shape]?[leaf] { return known != value }
            leaves[occurrence.shape, default: [:]][leaf] = value
            return false
          }
        }
      }
    knownAmbiguity.keep(result, for: scope, bytes: 500)
    return result
  }
}

extension JSON {
  /// Indicates whether equal values at two paths show anything: they have a scalar, and no null.
  fileprivate var isEvidence: Bool {
    switch self {
    case .null: false
    case .array(let elements): !elements.isEmpty && elements.allSatisfy(\.isEvidence)
    default: true
    }
  }
}
