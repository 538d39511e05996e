import Recordings
import Synchronization

/// Selected fields of a donor's value. They are certain unless they belong to a fragment on an unknown type.
struct DonorSelection: Sendable {
  let fields: [SelectedField]
  let isCertain: Bool
}

/// All selected fields of a donor's value, which the elements of a list share; empty for a leaf.
final class DonorSelections: Sendable {
  let all: [DonorSelection]
  /// The keys under which they have `__typename` and nothing else.
  let typenameKeys: [String]
  private let members = Mutex<[String: [PartReader.Member]]>([:])
  private let producers = Mutex<[[String?]: [Producers]]>([:])

  /// The fields that an object of a type may have under a key.
  struct Producers {
    let key: String
    /// Each is certain if the object certainly has it, and selected if it does not belong to a fragment on an unknown type
    /// further up.
    let all: [Producer]
    /// The fields that are selected in the value.
    let selections: DonorSelections

    typealias Producer = (field: SelectedField, isCertain: Bool, isSelected: Bool)

    init(key: String, _ all: [Producer]) {
      self.key = key
      self.all = all
      selections = DonorSelections(
        all.compactMap { producer in
          producer.field.children.map { DonorSelection(fields: $0, isCertain: producer.isCertain) }
        })
    }
  }

  init(_ all: [DonorSelection]) {
    self.all = all
    let fields = all.flatMap(\.fields)
    let keys = Set(fields.filter { $0.name == "__typename" }.map(\.responseKey))
    typenameKeys =
      keys.isEmpty
      ? [] : keys.subtracting(fields.filter { $0.name != "__typename" }.map(\.responseKey)).sorted()
  }

  var isEmpty: Bool { all.isEmpty }

  /// Returns the members of objects of a type, made once.
  func members(ofType type: String?, _ make: () -> [PartReader.Member]) -> [PartReader.Member] {
    if let known = members.withLock({ $0[type ?? ""] }) { return known }
    let made = make()
    members.withLock { $0[type ?? ""] = made }
    return made
  }

  /// Returns the fields of objects of a type by key, found once. `matches` tells if an object has the types of conditions.
  func producers(
    ofType type: String?, declared: String?, isRoot: Bool, _ matches: ([String]) -> Bool?
  ) -> [Producers] {
    let place = [type, declared, isRoot ? "root" : nil]
    if let known = producers.withLock({ $0[place] }) { return known }
    var keys: [String] = []
    var byKey: [String: [Producers.Producer]] = [:]
    for selection in all {
      for field in selection.fields {
        let match = matches(field.conditions)
        if match == false { continue }
        if byKey[field.responseKey] == nil { keys.append(field.responseKey) }
        byKey[field.responseKey, default: []].append(
          (field, selection.isCertain && match == true, selection.isCertain))
      }
    }
    let found = keys.map { Producers(key: $0, byKey[$0] ?? []) }
    producers.withLock { $0[place] = found }
    return found
  }
}

/// Finds the donors' fields that have the values of asked fields, for the objects at one path: those of a list share it.
final class ObjectPlans {
  /// One asked field of an object.
  struct Planned {
    let key: String
    let field: SelectedField
    /// The asked fields of its value; empty for a leaf.
    var children: [[SelectedField]]
    /// True if its type conditions may not match.
    var isConditional: Bool
    /// True if only the object's type decides what is asked, and the type is unknown.
    var isUnclear = false
    var sources: [Source] = []
  }

  /// A donor's field with the same value.
  struct Source {
    let candidate: Int
    let key: String
    let selections: DonorSelections
    /// True if it has the same type conditions as the asked field, so that both are present or both are absent.
    let isTwin: Bool
    /// True if its absence means that its type conditions do not match.
    let isConclusive: Bool
  }

  private let asked: [[SelectedField]]
  private let candidates: [(selections: DonorSelections, isWhole: Bool)]
  private let declared: String?
  private let isRoot: Bool
  private let hints: any SchemaHints
  /// The keys of each candidate's recorded `__typename`.
  let typeKeys: [[String]]
  private var plans: [String: [Planned]] = [:]

  /// Prepares for objects with these asked fields. `candidates` are the selections of each donor, and whether its absent
  /// fields mean something. `declared` is the type that the schema declares; nil if it is unknown.
  init(
    _ asked: [[SelectedField]], _ candidates: [(selections: DonorSelections, isWhole: Bool)], declared: String?,
    isRoot: Bool, hints: any SchemaHints
  ) {
    self.isRoot = isRoot
    self.asked = asked
    self.candidates = candidates
    self.declared = declared
    self.hints = hints
    typeKeys = candidates.map(\.selections.typenameKeys)
  }

  /// Returns the plans for the same objects with these candidates.
  func with(_ candidates: [(selections: DonorSelections, isWhole: Bool)]) -> ObjectPlans {
    ObjectPlans(asked, candidates, declared: declared, isRoot: isRoot, hints: hints)
  }

  /// The type of all objects, if the schema declares an object type.
  var declaredObjectType: String? { declared.flatMap { hints.isObjectType($0) ? $0 : nil } }

  /// Returns the type of the value of a field, if the schema declares it.
  func declaredType(of field: String, on type: String?) -> String? { hints.type(of: field, on: type ?? declared) }

  /// Returns the asked fields of an object of this type, in order.
  func plan(for type: String?) -> [Planned] {
    if let known = plans[type ?? ""] { return known }
    var plan = planned(for: type)
    for index in plan.indices { plan[index].sources = sources(of: plan[index].field, type) }
    plans[type ?? ""] = plan
    return plan
  }

  /// Merges the fields with one response key (specification section 6.3.2).
  private func planned(for type: String?) -> [Planned] {
    var plan: [Planned] = []
    var positions: [String: Int] = [:]
    for field in asked.joined() {
      let match = matches(field.conditions, type)
      if match == false { continue }
      guard let position = positions[field.responseKey] else {
        positions[field.responseKey] = plan.count
        plan.append(
          Planned(
            key: field.responseKey, field: field, children: field.children.map { [$0] } ?? [],
            isConditional: match == nil))
        continue
      }
      let first = plan[position]
      let isSame =
        first.field.hasSameValue(as: field, in: type) && (first.field.children == nil) == (field.children == nil)
      // Of a field that is there anyway, another fragment may still ask for more. Of one that may be absent, it may
      // change the place in the answer.
      let isClear =
        first.isConditional
        ? match == nil && first.field.conditions == field.conditions : match == true || field.children == nil
      if !isSame || !isClear { plan[position].isUnclear = true }
      if let children = field.children { plan[position].children.append(children) }
    }
    return plan
  }

  private func sources(of field: SelectedField, _ type: String?) -> [Source] {
    var sources: [Source] = []
    for (index, candidate) in candidates.enumerated() {
      let known = candidate.selections.producers(ofType: type, declared: declared, isRoot: isRoot) {
        matches($0, type)
      }
      // If another field may have a key, its value may be the other's.
      for producers in known where producers.all.allSatisfy({ $0.field.hasSameValue(as: field, in: type) }) {
        sources.append(
          Source(
            candidate: index, key: producers.key, selections: producers.selections,
            isTwin: producers.all.allSatisfy { $0.field.conditions == field.conditions },
            isConclusive: candidate.isWhole && producers.all.contains { $0.isSelected }))
      }
    }
    return sources
  }

  /// Indicates whether an object has the types of all conditions; nil if that is unknown.
  private func matches(_ conditions: [String], _ type: String?) -> Bool? {
    // There is one root type, so a valid fragment applies.
    if isRoot { return true }
    return hints.matches(conditions, type: type, declared: declared)
  }
}
