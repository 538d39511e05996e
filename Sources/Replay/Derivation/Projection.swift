import OrderedJSON
import Recordings

/// Puts together the answer to a query from the answers of donors, and notes what is missing.
///
/// Each asked object has one candidate for each donor that has an object at the same path with the same arguments. One
/// donor is a projection, several are a join: then values that several candidates have must be equal. With `objects`,
/// objects at other paths are candidates, too, for the fields that `RecordedObjects` has evidence for.
struct Projection {
  private let schema: any SchemaHints
  /// The donors with a value in the result, by their index.
  var used: Set<Int> = []
  /// The path where two donors have different values.
  var conflict: String?
  /// The paths of the missing fields, without the indices of lists.
  var missing: Set<[String]> = []
  /// The reasons why some of them are recorded and not used.
  var hints: [[String]: Derivation.MissingFields.Hint] = [:]
  let objects: RecordedObjects?
  /// False while an object that is looked up is answered from one occurrence.
  var joinsByKey: Bool

  init(hints: any SchemaHints, objects: RecordedObjects? = nil) {
    schema = hints
    self.objects = objects
    joinsByKey = objects != nil
  }

  /// A donor's value at a path.
  struct Candidate {
    let donor: Int
    let answer: Donor.Answer
    let isWhole: Bool
    let volatile: VolatilePlaces
    var value: JSON
    var selections: DonorSelections
    /// The path in its own answer, if that has errors.
    var path: [JSON] = []
    /// Its place in an object at another path; nil if it is at the asked path.
    var foreign: Foreign?

    /// Enters a member or an element; false if an error may be the cause of its null, or is about its value.
    mutating func enter(_ value: JSON, _ step: @autoclosure () -> JSON) -> Bool {
      self.value = value
      if answer.errors.isEmpty { return true }
      path.append(step())
      switch value {
      case .object, .array: break
      // Some servers give a value and an error beside it.
      default: if answer.errors.contains(path) { return false }
      }
      // A field that was not asked for may have caused the null.
      return value != .null || !answer.explainsNull(at: path)
    }
  }

  /// A value in an object at another path.
  struct Foreign {
    let scope: RecordedObjects.Scope
    /// The shapes of its path and of the asked one.
    let shapes: Set<RecordedObjects.Shape>
    /// True if a rule says that the asked root field looks this object up.
    var isRuled = false
    /// The asked fields from the object to the value.
    var chain: [SelectedField] = []
  }

  /// The place of an asked value.
  struct Place {
    var path: [String] = []
    /// The field whose value it is; nil for the whole answer.
    var field: SelectedField?
    var isElement = false
    /// The arguments on the path to the object that has the field, and the shape of that path.
    var context: Set<String> = []
    var shape: RecordedObjects.Shape = []
  }

  /// Returns the data of the answer, or a part of it if something is missing or in conflict.
  mutating func data(
    _ fields: [SelectedField], from donors: [(index: Int, donor: Donor, answer: Donor.Answer)]
  ) -> JSON {
    let candidates = donors.map { item in
      Candidate(
        donor: item.index, answer: item.answer, isWhole: item.donor.isWhole, volatile: item.donor.volatile,
        value: item.answer.data,
        selections: DonorSelections([DonorSelection(fields: item.donor.fields, isCertain: true)]))
    }
    return object(candidates, plans([fields], candidates, declared: schema.queryType, isRoot: true), at: Place())
  }

  /// Returns the data of the first answers of some donors.
  mutating func data(_ fields: [SelectedField], from indices: [Int], of donors: [Donor]) -> JSON {
    data(fields, from: indices.map { ($0, donors[$0], donors[$0].answers[0]) })
  }

  /// Notes a missing field that is recorded, with the reason why it is not used.
  mutating func miss(_ path: [String], _ hint: Derivation.MissingFields.Hint) {
    missing.insert(path)
    if hints[path] == nil { hints[path] = hint }
  }

  mutating func clearMissing() {
    missing = []
    hints = [:]
  }

  /// Returns the reason why the result is not the whole answer; nil if it is.
  func obstacle(to fields: [SelectedField]) -> Derivation.Obstacle? {
    conflict.map { .conflict(at: $0) } ?? missingFields(of: fields).map { .missing($0) }
  }

  /// Returns the missing fields in the query's order; nil if there are none.
  private func missingFields(of fields: [SelectedField]) -> Derivation.MissingFields? {
    if missing.isEmpty { return nil }
    var paths: [String] = []
    var hint: Derivation.MissingFields.Hint?
    var found = 0
    var seen: Set<[String]> = []
    func walk(_ fields: [SelectedField], at path: [String], isMissing: Bool) {
      for field in fields {
        let place = path + [field.text]
        let isNew = seen.insert(place).inserted
        let isGone = !isMissing && missing.contains(place)
        if isGone, isNew {
          paths.append(place.joined(separator: "."))
          hint = hint ?? hints[place]
        }
        if let children = field.children {
          walk(children, at: place, isMissing: isMissing || isGone)
        } else if isNew, !isMissing, !isGone {
          found += 1
        }
      }
    }
    walk(fields, at: [], isMissing: false)
    return Derivation.MissingFields(paths: paths, found: found, hint: hint)
  }

  func plans(
    _ asked: [[SelectedField]], _ candidates: [Candidate], declared: String?, isRoot: Bool = false
  ) -> ObjectPlans {
    ObjectPlans(
      asked, candidates.map { ($0.selections, $0.isWhole) }, declared: declared, isRoot: isRoot, hints: schema)
  }

  private mutating func object(_ candidates: [Candidate], _ plans: ObjectPlans, at place: Place) -> JSON {
    var type = plans.declaredObjectType
    for (candidate, keys) in zip(candidates, plans.typeKeys) {
      guard let told = keys.lazy.compactMap({ candidate.value[$0]?.stringValue }).first else { continue }
      if let type, type != told { return differ(place.path + ["__typename"]) }
      type = told
    }
    var (candidates, plans) = (candidates, plans)
    let (entered, contrary) = addOccurrences(to: &candidates, &plans, type: type, at: place)
    var members: [JSONObject.Member] = []
    for planned in plans.plan(for: type) {
      let path = place.path + [planned.field.text]
      if planned.isConditional, !planned.isUnclear {
        let twins = planned.sources.filter(\.isTwin)
        let isPresent = twins.contains { candidates[$0.candidate].value[$0.key] != nil }
        let isAbsent = twins.contains { $0.isConclusive && candidates[$0.candidate].value[$0.key] == nil }
        if isPresent, isAbsent { return differ(path) }
        if isAbsent { continue }
        if !isPresent {
          missing.insert(path)
          if type == nil, !planned.sources.isEmpty { hints[path] = .type }
        }
      }
      if planned.isUnclear || (planned.field.name == "__typename" && type == nil) {
        missing.insert(path)
        if type == nil { hints[path] = .type }
        continue
      }
      if planned.field.name == "__typename", let type {
        members.append(.init(planned.key, .string(type)))
        continue
      }
      var values: [Candidate] = []
      for source in planned.sources {
        var candidate = candidates[source.candidate]
        guard let value = candidate.value[source.key], !candidate.volatile.mayName(planned.field.name, of: type) else {
          continue
        }
        candidate.selections = source.selections
        candidate.foreign?.chain.append(planned.field)
        if candidate.enter(value, .string(source.key)) { values.append(candidate) }
      }
      let inner = plans.declaredType(of: planned.field.name, on: type)
      if !planned.children.isEmpty, !values.isEmpty, values.allSatisfy({ $0.foreign != nil }) {
        values.removeAll { $0.value != .null && !isEvident($0, planned.children, declared: inner) }
        if values.isEmpty {
          miss(path, .path)
          continue
        }
      }
      if values.allSatisfy({ $0.foreign != nil }),
        let (_, difference) = contrary.first(where: { objects?.reader.has(planned.field, $0.0, type: type) ?? false })
      {
        miss(path, .difference(at: (place.path + [difference]).joined(separator: ".")))
        continue
      }
      let innerPlace = Place(
        path: path, field: planned.field, context: entered.context, shape: entered.shape)
      if values.isEmpty, place.field == nil, let found = lookedUp(planned, declared: inner, at: innerPlace) {
        if let value = found { members.append(.init(planned.key, value)) }
      } else if let value = value(planned.children, values, declared: inner, at: innerPlace) {
        members.append(.init(planned.key, value))
      }
    }
    return .object(JSONObject(members))
  }

  /// Returns the value that all candidates have; nil if there is none, or if they differ.
  mutating func value(
    _ asked: [[SelectedField]], _ candidates: [Candidate], declared: String?, at place: Place,
    plans shared: ObjectPlans? = nil
  ) -> JSON? {
    let path = place.path
    var candidates = candidates
    // A leaf may have nulls of errors inside.
    if asked.isEmpty { candidates.removeAll { $0.value.isContainer && $0.answer.explainsNull(at: $0.path) } }
    // A leaf has no selections, and anything else has some.
    guard let first = candidates.first, candidates.allSatisfy({ $0.selections.isEmpty == asked.isEmpty }) else {
      missing.insert(path)
      return nil
    }
    if asked.isEmpty || candidates.contains(where: { $0.value == .null }) {
      guard noteUse(of: candidates, asked) else {
        miss(path, .path)
        return nil
      }
      guard candidates.allSatisfy({ $0.value == first.value }) else { return differ(path) }
      requireSelected(asked, candidates.flatMap(\.selections.all).map(\.fields), at: path)
      return first.value
    }
    if candidates.allSatisfy({ $0.value.arrayValue != nil }) {
      return list(asked, candidates, declared: declared, at: place)
    }
    guard candidates.allSatisfy({ $0.value.objectValue != nil }) else { return differ(path) }
    used.formUnion(candidates.filter { $0.foreign == nil }.map(\.donor))
    return object(candidates, shared ?? plans(asked, candidates, declared: declared), at: place)
  }

  /// Notes asked fields that no donor selects in a value without objects, where nothing else shows that they are valid.
  mutating func requireSelected(_ asked: [[SelectedField]], _ selected: [[SelectedField]], at path: [String]) {
    for field in asked.joined() where field.name != "__typename" {
      let same = selected.joined().filter { $0.hasSameValue(as: field, in: nil) }
      let place = path + [field.text]
      if same.isEmpty {
        missing.insert(place)
      } else if let children = field.children {
        requireSelected([children], same.compactMap(\.children), at: place)
      }
    }
  }

  mutating func differ(_ path: [String]) -> JSON {
    if conflict == nil { conflict = path.joined(separator: ".") }
    return .null
  }
}
