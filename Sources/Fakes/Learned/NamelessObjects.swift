import FakeValues
import GraphQLSchema
import OrderedJSON

/// Identifies recorded objects without a selected key: as known by their values, as real ones, or as new ones.
struct NamelessObjects {
  private let plan: WorldPlan
  private let facts: RecordedFacts
  /// The identity of each object, by its placeholder.
  private(set) var names: [ObjectID: ObjectID] = [:]
  private var known: [ObjectID: [String: JSON]] = [:]
  private var byValue: [Fact: [ObjectID]] = [:]
  /// The codes of the real members of a type that have a value.
  private var real: [Fact: [String]] = [:]
  private var realFields: Set<Fact> = []
  /// The objects already used for equal placeholders, which are several objects.
  private var taken: Set<Taken> = []

  private struct Fact: Hashable {
    let type: Int
    let field: String
    var value: JSON = .null
  }

  private struct Taken: Hashable {
    let standIn: Substring
    let object: ObjectID
  }

  private typealias Values = [(name: String, value: JSON)]

  init(_ facts: RecordedFacts, _ plan: WorldPlan) {
    self.facts = facts
    self.plan = plan
    for type in facts.order.keys.sorted() {
      let keys = facts.order[type] ?? []
      let nameless = keys.filter { $0.hasPrefix(LearnedFacts.namelessMark) }
      guard !nameless.isEmpty else { continue }
      for key in keys where !key.hasPrefix(LearnedFacts.namelessMark) {
        let id = ObjectID(type: type, key: key)
        add(id, facts.objects[id]?.values ?? [:])
      }
      // The objects with the most values first, since others may be the same.
      let described = nameless.enumerated().map { index, key in
        let id = ObjectID(type: type, key: key)
        return (index: index, id: id, values: Self.plain(facts.objects[id]?.values ?? [:]))
      }.sorted { ($1.values.count, $0.index) < ($0.values.count, $1.index) }
      for each in described { find(each.id, each.values) }
    }
  }

  /// Returns the values that identify objects, in the order of their fields' names.
  private static func plain(_ values: [String: JSON]) -> Values {
    values.filter { name, value in
      switch value {
      case .null, .object, .array: false
      case .bool, .number, .string: !name.contains("(")
      }
    }.sorted { $0.key.precedesByScalars($1.key) }.map { ($0.key, $0.value) }
  }

  private mutating func add(_ id: ObjectID, _ values: [String: JSON]) {
    let new = known[id] == nil ? values : values.filter { known[id]?[$0.key] == nil }
    known[id, default: [:]].merge(new) { old, _ in old }
    for (name, value) in Self.plain(new) {
      byValue[Fact(type: id.type, field: name, value: value), default: []].append(id)
    }
  }

  private mutating func find(_ id: ObjectID, _ values: Values) {
    let standIn = id.key.prefix { $0 != "#" }
    let found = known(id, values, standIn) ?? realOne(id, values, standIn) ?? fresh(id)
    names[id] = found
    taken.insert(Taken(standIn: standIn, object: found))
    add(found, facts.objects[id]?.values ?? [:])
  }

  /// Returns a known object that nothing contradicts.
  private func known(_ id: ObjectID, _ values: Values, _ standIn: Substring) -> ObjectID? {
    let lists = values.compactMap { byValue[Fact(type: id.type, field: $0.name, value: $0.value)] }
    // Of a value that identifies objects there is only one.
    for (name, value) in values where plan.types[id.type].unique.contains(name) {
      if let same = byValue[Fact(type: id.type, field: name, value: value)]?.first { return same }
    }
    guard let fewest = lists.min(by: { $0.count < $1.count }) else { return nil }
    return fewest.prefix(200).first { candidate in
      guard !taken.contains(Taken(standIn: standIn, object: candidate)) else { return false }
      let has = known[candidate] ?? [:]
      return values.allSatisfy { has[$0.name] == nil || has[$0.name] == $0.value } && agree(id, candidate)
    }
  }

  /// Indicates whether two objects lead to the same objects, as far as both are known.
  private func agree(_ id: ObjectID, _ other: ObjectID) -> Bool {
    guard let one = facts.objects[id], let two = facts.objects[other] else { return true }
    return one.toOne.allSatisfy { field, target in
      guard let also = two.toOne[field] else { return true }
      guard let target, let also else { return target == nil && also == nil }
      let isKnown = !target.key.hasPrefix(LearnedFacts.namelessMark) && !also.key.hasPrefix(LearnedFacts.namelessMark)
      return !isKnown || target == also
    }
  }

  private mutating func realOne(_ id: ObjectID, _ values: Values, _ standIn: Substring) -> ObjectID? {
    let type = plan.types[id.type]
    guard let kind = type.atlas, type.key?.style == .atlas else { return nil }
    for (name, value) in values {
      guard let fact = plan.field(name, of: type)?.realFact else { continue }
      if realFields.insert(Fact(type: id.type, field: name)).inserted {
        for code in kind.codes {
          let samples = AtlasMember(kind, code: code, hash: type.hash).samples(fact) ?? []
          guard let sample = samples.first, samples.count == 1 else { continue }
          real[Fact(type: id.type, field: name, value: .string(sample.text)), default: []].append(code)
        }
      }
      for code in real[Fact(type: id.type, field: name, value: value)] ?? [] {
        let member = ObjectID(type: id.type, key: code)
        let has = known[member] ?? [:]
        guard values.allSatisfy({ has[$0.name] == nil || has[$0.name] == $0.value }),
          !taken.contains(Taken(standIn: standIn, object: member))
        else { continue }
        return member
      }
    }
    return nil
  }

  private func fresh(_ id: ObjectID) -> ObjectID {
    let type = plan.types[id.type]
    var attempt = 0
    while true {
      let hash = StableHash().with("recorded").with(type.type.name).with(id.key).with(UInt64(attempt))
      let number = known.count + 1 + attempt
      let isReal = type.key?.style == .atlas
      let key = type.key?.made(type, hash, number: isReal ? .max : number, locale: plan.rules.locale) ?? String(number)
      let made = ObjectID(type: id.type, key: key)
      if known[made] == nil, !facts.missing.contains(made), !(isReal && type.atlas?.codes.contains(key) == true) {
        return made
      }
      attempt += 1
    }
  }
}
