import FakeValues
import GraphQLSchema
import OrderedJSON

/// The links between recorded objects.
struct LearnedLinks: Sendable {
  private(set) var toOne: [FieldOf: ObjectID?] = [:]
  /// Complete lists without an inverse, and links of the real world.
  private(set) var lists: [FieldOf: [ObjectID]] = [:]
  /// The beginnings of such lists that were not completely recorded.
  private(set) var beginnings: [FieldOf: [ObjectID]] = [:]
  /// Lists of the root that are not simply all objects of a type.
  private(set) var rootLists: [Int: [ObjectID]] = [:]
  private(set) var pairs: [Int: [ObjectPair: Bool]] = [:]
  private(set) var order: [FieldOf: [ObjectID]] = [:]
  /// Lists to which the seed adds nothing.
  private(set) var closed: Set<FieldOf> = []
  /// The lengths of lists that were not completely recorded.
  private(set) var lengths: [FieldOf: Int] = [:]
  /// The lists that derive from a to-one field; for one end of pairs, the other.
  let inverses: [Int: [Int]]
  /// Types whose objects are all in recorded lists, so that there are no others.
  private(set) var sharedOut: Set<Int> = []

  init(_ facts: RecordedFacts, _ plan: WorldPlan, _ populations: LearnedPopulations) {
    inverses = Self.inverses(plan)
    var ids: [ObjectID] = []
    for type in facts.order.keys.sorted() { ids += (facts.order[type] ?? []).map { ObjectID(type: type, key: $0) } }
    for id in ids {
      guard let object = facts.objects[id] else { continue }
      for (link, target) in object.toOne.sorted(by: { $0.key < $1.key }) { lead(plan.fields[link], id, target) }
      for (link, length) in object.lengths { lengths[FieldOf(object: id, field: link)] = length }
    }
    for id in ids {
      guard let object = facts.objects[id] else { continue }
      for (link, list) in object.lists.sorted(by: { $0.key < $1.key }) {
        set(list, isWhole: true, of: id, plan.fields[link], plan)
      }
      for (link, windows) in object.windows.sorted(by: { $0.key < $1.key }) where object.lists[link] == nil {
        let joined = ListWindow.joined(windows)
        set(joined.items, isWhole: joined.isWhole, of: id, plan.fields[link], plan)
      }
    }
    for (field, list) in populations.rootLists where !populations.isPlain(list, plan.fields[field]) {
      rootLists[field] = list
    }
    for field in plan.fields where field.link == .atlas { completeReal(field, plan, populations) }
    shareOut(plan, populations)
  }

  private static func inverses(_ plan: WorldPlan) -> [Int: [Int]] {
    var inverses: [Int: [Int]] = [:]
    for field in plan.fields where field.linkID == field.id {
      switch field.link {
      case .derived(let from): for link in from { inverses[link, default: []].append(field.id) }
      case .pairs(let lead, isLead: false):
        inverses[lead, default: []].append(field.id)
        inverses[field.id, default: []].append(lead)
      default: break
      }
    }
    return inverses
  }

  private mutating func lead(_ field: FieldPlan, _ id: ObjectID, _ target: ObjectID?) {
    let place = FieldOf(object: id, field: field.linkID)
    guard toOne[place] == nil else { return }
    if case .oneToOne(let partner) = field.link, let target {
      let back = FieldOf(object: target, field: partner)
      guard toOne[back] == nil else { return }
      toOne[back] = .some(id)
    }
    toOne[place] = .some(target)
  }

  /// Sets the content of a list, and the links that lead back.
  private mutating func set(
    _ list: [ObjectID], isWhole: Bool, of id: ObjectID, _ field: FieldPlan, _ plan: WorldPlan
  ) {
    let place = FieldOf(object: id, field: field.linkID)
    switch field.link {
    case .derived(let from):
      for other in list {
        guard let back = from.first(where: { plan.fields[$0].owner.index == other.type }) else { continue }
        let link = FieldOf(object: other, field: plan.fields[back].linkID)
        if toOne[link] == nil { toOne[link] = .some(id) }
      }
    case .pairs(let lead, let isLead):
      for other in list {
        pairs[lead, default: [:]][isLead ? ObjectPair(lead: id, other: other) : ObjectPair(lead: other, other: id)] =
          true
      }
    case .symmetric:
      for other in list {
        pairs[field.linkID, default: [:]][ObjectPair(lead: id, other: other)] = true
        pairs[field.linkID, default: [:]][ObjectPair(lead: other, other: id)] = true
      }
    case .free, .atlas:
      if isWhole { lists[place] = list } else if field.link == .free { beginnings[place] = list }
      return
    case .toOne, .oneToOne: return
    }
    order[place] = list
    if isWhole { closed.insert(place) }
  }

  /// Completes links of real things from their inverse: a continent's recorded countries have that continent.
  private mutating func completeReal(_ field: FieldPlan, _ plan: WorldPlan, _ populations: LearnedPopulations) {
    guard field.linkID == field.id, let from = field.owner.atlas, let to = field.targets[0].atlas,
      let back = plan.fields(of: field.targets[0]).first(where: {
        $0.link == .atlas && $0.targets[0] === field.owner && $0.linkID == $0.id
      })
    else { return }
    // The objects whose recorded link leads to an object of the owner's type, and all that have a link.
    var leading: [String: [ObjectID]] = [:]
    var said: Set<String> = []
    for key in populations.members[field.targets[0].index] ?? [] {
      let id = ObjectID(type: field.targets[0].index, key: key)
      let place = FieldOf(object: id, field: back.id)
      let targets = lists[place] ?? toOne[place].map { $0.map { [$0] } ?? [] }
      guard let targets else { continue }
      said.insert(key)
      for target in targets { leading[target.key, default: []].append(id) }
    }
    guard !said.isEmpty else { return }
    let known = populations.members[field.owner.index] ?? []
    let others = populations.whole.contains(field.owner.index) ? [] : from.codes.filter { !Set(known).contains($0) }
    for key in known + others {
      let place = FieldOf(object: ObjectID(type: field.owner.index, key: key), field: field.id)
      guard lists[place] == nil, toOne[place] == nil else { continue }
      let member = AtlasMember(from, code: key, hash: field.owner.hash)
      let usual = from.codes.contains(key) ? member.related(to) ?? [] : []
      let rest = usual.filter { !said.contains($0) }.map { ObjectID(type: field.targets[0].index, key: $0) }
      let targets = (leading[key] ?? []) + rest
      if field.isMany {
        lists[place] = targets
      } else if let first = targets.first {
        toOne[place] = .some(first)
      }
    }
  }

  /// If every object of a type is in a recorded list of all objects of another type, there are no others.
  private mutating func shareOut(_ plan: WorldPlan, _ populations: LearnedPopulations) {
    for field in plan.fields where field.linkID == field.id && populations.whole.contains(field.owner.index) {
      guard case .derived(let from) = field.link, from.count == 1, plan.fields[from[0]].isNonNull else { continue }
      let isClosed = (populations.members[field.owner.index] ?? []).allSatisfy {
        closed.contains(FieldOf(object: ObjectID(type: field.owner.index, key: $0), field: field.id))
      }
      if isClosed { sharedOut.insert(plan.fields[from[0]].owner.index) }
    }
  }
}
