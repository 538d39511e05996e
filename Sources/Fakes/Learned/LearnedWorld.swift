import FakeValues
import GraphQLSchema
import OrderedJSON

/// The recorded facts as part of a world. They override generated values, and a session's changes override them.
final class LearnedWorld: Sendable {
  let recorded: RecordedMembers
  /// The objects about which something is known, if there are fixtures.
  let objects: Set<ObjectID>
  /// The identities of objects whose key was not selected, by their placeholders.
  let names: [ObjectID: ObjectID]
  /// The values of objects, by `JSONObject.valueName`.
  let values: [ObjectID: [String: JSON]]
  let root: [String: JSON]
  let viewer: ObjectID?
  let memberships: [Int: [ObjectID: Bool]]
  let links: LearnedLinks
  let pools: [Int: FieldPool]

  init(_ learned: LearnedFacts) {
    let plan = learned.plan
    var facts = RecordedFacts()
    for moment in LearnedFacts.Moment.allCases {
      let left = moment == .later ? learned.made.subtracting(facts.objects.keys) : []
      if let found = learned.recorded[moment] { facts.add(found, leavingOut: left) }
    }
    names = NamelessObjects(facts, plan).names
    facts = facts.renamed(names)

    let populations = LearnedPopulations(facts, plan)
    links = LearnedLinks(facts, plan, populations)
    recorded = RecordedMembers(
      members: populations.members, whole: populations.whole.union(links.sharedOut), totals: populations.totals,
      missing: facts.missing, missingTypes: Set(facts.missing.map(\.type)), leading: populations.leading,
      isFixed: learned.recorded.keys.allSatisfy { $0 == .fixture })
    var values: [ObjectID: [String: JSON]] = [:]
    for (id, object) in facts.objects where id != RecordedFacts.root && !object.values.isEmpty {
      values[id] = object.values
    }
    self.values = values
    objects = learned.recorded[.fixture] == nil ? [] : Set(facts.objects.keys)
    root = facts.objects[RecordedFacts.root]?.values ?? [:]
    let ofSessions = Set(learned.sessionViewers.map { [names] in names[$0] ?? $0 })
    let only = ofSessions.count == 1 ? ofSessions.first : nil
    viewer = facts.viewer ?? only.flatMap { learned.made.contains($0) ? nil : $0 }
    memberships = facts.memberships
    pools = learned.pools
  }
}

/// The recorded members of each type.
struct LearnedPopulations {
  private(set) var members: [Int: [String]] = [:]
  private(set) var whole: Set<Int> = []
  private(set) var totals: [Int: Int] = [:]
  /// The number of members in the lists of the root, which come first.
  private(set) var leading: [Int: Int] = [:]
  /// The objects of each list of the root that is not simply all of their type.
  private(set) var rootLists: [Int: [ObjectID]] = [:]

  init(_ facts: RecordedFacts, _ plan: WorldPlan) {
    let root = facts.objects[RecordedFacts.root] ?? RecordedObject()
    var longest: [Int: Int] = [:]
    var firsts: [Int: [String]] = [:]
    for field in plan.fields where field.role == .population && field.linkID == field.id {
      let joined = ListWindow.joined(root.windows[field.id] ?? [])
      let list = root.lists[field.id] ?? (joined.isWhole ? joined.items : nil)
      if let list { rootLists[field.id] = list }
      for target in field.targets {
        let keys = (list ?? joined.items).filter { $0.type == target.index }.map(\.key)
        if list != nil, keys.count > longest[target.index] ?? -1 {
          longest[target.index] = keys.count
          members[target.index] = keys
          whole.insert(target.index)
        }
        if list == nil { firsts[target.index, default: []] += keys }
        if field.targets.count == 1, list == nil, let total = root.lengths[field.id] {
          totals[target.index] = max(totals[target.index] ?? 0, total)
        }
      }
    }
    for (type, keys) in facts.order where !whole.contains(type) {
      var seen: Set<String> = []
      let first = (firsts[type] ?? []).filter { seen.insert($0).inserted }
      leading[type] = first.count
      members[type] = first + keys.filter { seen.insert($0).inserted }
    }
  }

  /// Indicates whether a list of the root shows all members of its types, in their order.
  func isPlain(_ list: [ObjectID], _ field: FieldPlan) -> Bool {
    field.targets.count == 1 && list.map(\.key) == members[field.targets[0].index]
  }
}
