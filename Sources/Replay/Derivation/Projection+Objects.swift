import OrderedJSON
import Recordings

// Values of an asked object from other paths.

extension Projection {
  /// Adds the occurrences of an object at other paths to its candidates, unless they contradict one. Returns its place,
  /// for those of its fields, and the contrary occurrences with the field that differs.
  mutating func addOccurrences(
    to candidates: inout [Candidate], _ plans: inout ObjectPlans, type: String?, at place: Place
  ) -> (entered: Place, contrary: [(RecordedPart, String)]) {
    guard let objects, let field = place.field else { return (place, []) }
    let keys = type.map { objects.keys(of: candidates.map(\.part), type: $0) } ?? []
    let own = field.context(of: place.isElement ? nil : type, keys)
    var entered = place
    entered.context.formUnion(field.context(of: nil, []))
    entered.shape.append(field.shape(own))
    guard joinsByKey, let type else { return (entered, []) }
    var contrary: [(RecordedPart, String)] = []
    let count = candidates.count
    for (scope, occurrence) in objects.occurrences(ofType: type, keys, context: place.context.union(own)) {
      let difference = candidates[..<count].lazy.compactMap {
        objects.reader.compare($0.part, occurrence.part, type: type).difference
      }.first
      if let difference {
        contrary.append((occurrence.part, difference))
      } else {
        candidates.append(candidate(occurrence, Foreign(scope: scope, shapes: [occurrence.shape, entered.shape])))
      }
    }
    if candidates.count > count { plans = plans.with(candidates.map { ($0.selections, $0.isWhole) }) }
    return (entered, contrary)
  }

  private func candidate(_ occurrence: RecordedObjects.Occurrence, _ foreign: Foreign) -> Candidate {
    let donor = objects?.donors[occurrence.donor]
    return Candidate(
      donor: occurrence.donor, answer: donor?.answers.first ?? Donor.Answer(data: .null, errors: []),
      isWhole: donor?.isWhole ?? false, volatile: donor?.volatile ?? .standard, value: occurrence.part.value,
      selections: occurrence.part.selections,
      foreign: foreign)
  }

  /// Notes the donors of a value without objects; false if there is no evidence that one of the candidates has it.
  mutating func noteUse(of candidates: [Candidate], _ asked: [[SelectedField]]) -> Bool {
    let own = candidates.filter { $0.foreign == nil }
    if own.isEmpty {
      guard let found = candidates.first(where: { isEvident($0, asked) }) else { return false }
      used.insert(found.donor)
    }
    used.formUnion(own.map(\.donor))
    return true
  }

  /// Indicates whether the recordings show that the objects in a value at another path are the asked ones: by their
  /// keys, or by all asked leaves. Other recordings of the same objects may have the rest.
  func isEvident(_ candidate: Candidate, _ asked: [[SelectedField]], declared: String?) -> Bool {
    if isEvident(candidate, asked) { return true }
    let names = objects?.reader.keyFields(of: declared ?? "") ?? []
    let keys = candidate.selections.all.flatMap(\.fields).filter { names.contains(where: $0.isPlain) }
    return keys.contains { isEvident(candidate, [[$0]]) }
  }

  /// Indicates whether the recordings show that the leaves of a value at another path are the asked ones.
  private func isEvident(_ candidate: Candidate, _ asked: [[SelectedField]]) -> Bool {
    guard let foreign = candidate.foreign, let objects else { return true }
    func isEvident(_ leaf: [SelectedField], _ children: [[SelectedField]]) -> Bool {
      if children.isEmpty {
        let evidence = objects.evidence(for: leaf, in: foreign.scope)
        return !evidence.differs && (foreign.isRuled || evidence.agreeing.contains(foreign.shapes))
      }
      return children.joined().allSatisfy { isEvident(leaf + [$0], $0.children.map { [$0] } ?? []) }
    }
    return isEvident(foreign.chain, asked)
  }

  /// Returns the value of a root field that looks up an object which other recordings have. The inner nil means that a
  /// part of it is missing, the outer one that it looks up none.
  mutating func lookedUp(_ planned: ObjectPlans.Planned, declared: String?, at place: Place) -> JSON?? {
    guard let objects, !planned.children.isEmpty else { return nil }
    let found: [(RecordedObjects.Scope, RecordedObjects.Occurrence)]
    let byRule: Bool
    switch objects.lookup(planned.field, declared: declared) {
    case .object(let occurrences, let rule)?: (found, byRule) = (occurrences, rule)
    case .unproven(let argument)?:
      miss(place.path, .lookup(field: planned.field.name, argument: argument))
      return nil
    case nil: return nil
    }
    let shape = [planned.field.shape(Set(found.first?.0.context ?? []))]
    var lacking: Projection?
    // The rest of one occurrence may be joined from others.
    for joins in [false, true] {
      var result: (value: JSON, used: Set<Int>)?
      for (scope, occurrence) in found {
        var alone = self
        alone.joinsByKey = joins
        alone.clearMissing()
        let candidate = candidate(
          occurrence, Foreign(scope: scope, shapes: [occurrence.shape, shape], isRuled: byRule))
        let value = alone.value(planned.children, [candidate], declared: scope.type, at: place)
        guard let value, alone.conflict == nil, alone.missing.isEmpty else {
          if alone.missing.count < lacking?.missing.count ?? .max { lacking = alone }
          continue
        }
        if let result, result.value != value { return .some(differ(place.path)) }
        // A type alone is no value of the donor, but follows from it.
        result = result ?? (value, alone.used.union([occurrence.donor]))
      }
      if let result {
        used = result.used
        return result.value
      }
    }
    guard let lacking, !lacking.missing.isEmpty else { return nil }
    missing.formUnion(lacking.missing)
    hints.merge(lacking.hints) { first, _ in first }
    return .some(nil)
  }
}

extension Projection.Candidate {
  var part: RecordedPart { RecordedPart(value, selections) }
}
