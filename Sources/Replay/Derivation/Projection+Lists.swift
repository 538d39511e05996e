import OrderedJSON
import Recordings

// Lists of an answer. Those of several donors are joined by the ids of their objects.

extension Projection {
  mutating func list(
    _ asked: [[SelectedField]], _ candidates: [Candidate], declared: String?, at place: Place
  ) -> JSON? {
    let path = place.path
    let lists = candidates.map { $0.value.arrayValue ?? [] }
    guard lists.allSatisfy({ $0.count == lists[0].count }) else { return differ(path) }
    guard candidates.count == 1 || areAligned(candidates) else {
      return unaligned(asked, candidates, declared: declared, at: place)
    }
    used.formUnion(candidates.filter { $0.foreign == nil }.map(\.donor))
    if lists[0].isEmpty {
      if !noteUse(of: candidates, asked) { miss(path, .path) }
      requireSelected(asked, candidates.flatMap(\.selections.all).map(\.fields), at: path)
    }
    var place = place
    place.isElement = true
    let shared = plans(asked, candidates, declared: declared)
    var elements: [JSON?] = []
    for index in lists[0].indices {
      var values: [Candidate] = []
      for (list, var candidate) in zip(lists, candidates) where candidate.enter(list[index], .int(index)) {
        values.append(candidate)
      }
      let plans = values.count == candidates.count ? shared : nil
      elements.append(value(asked, values, declared: declared, at: place, plans: plans))
    }
    return elements.contains(nil) ? nil : .array(elements.compactMap(\.self))
  }

  /// Lists whose objects cannot be recognized are not joined: one candidate must have all of it.
  private mutating func unaligned(
    _ asked: [[SelectedField]], _ candidates: [Candidate], declared: String?, at place: Place
  ) -> JSON? {
    let path = place.path
    var result: (value: JSON, used: Set<Int>)?
    var lacking: (missing: Set<[String]>, hints: [[String]: Derivation.MissingFields.Hint])?
    for candidate in candidates {
      var alone = self
      alone.clearMissing()
      let value = alone.list(asked, [candidate], declared: declared, at: place)
      if alone.conflict != nil {
        conflict = alone.conflict
        return nil
      }
      guard alone.missing.isEmpty, let value else {
        if alone.missing.count < lacking?.missing.count ?? .max { lacking = (alone.missing, alone.hints) }
        continue
      }
      if let result, result.value != value { return differ(path) }
      if result == nil { result = (value, alone.used) }
    }
    guard let result else {
      for path in lacking?.missing ?? [path] {
        missing.insert(path)
        hints[path] = lacking?.hints[path] ?? .ids
      }
      return nil
    }
    used = result.used
    return result.value
  }

  /// Indicates whether lists have the same objects in the same order, by ids that are recorded in all of them.
  private func areAligned(_ candidates: [Candidate]) -> Bool {
    var known: [JSON]?
    for candidate in candidates {
      let fields = candidate.selections.all.flatMap(\.fields)
      let key = fields.first { field in
        field.sentIdentity == Self.plainID && field.conditions.isEmpty
          && fields.allSatisfy { $0.responseKey != field.responseKey || $0.hasSameValue(as: field, in: nil) }
      }?.responseKey
      guard let key, let elements = candidate.value.arrayValue else { return false }
      var ids: [JSON] = []
      for element in elements {
        guard let id = element[key], id.stringValue != nil || id.numberValue != nil else { return false }
        ids.append(id)
      }
      guard Set(ids).count == ids.count, known == nil || known == ids else { return false }
      known = ids
    }
    return true
  }

  /// The identity of the field `id` without arguments and directives.
  private static let plainID = ContentHash(ofParts: ["id", "{}"])
}
