import FakeValues
import GraphQLSchema
import OrderedJSON

extension FakeWorld {
  /// Returns the facts with the current user that the rules name: an object that has this email, name or key, or else
  /// the usual one with it.
  static func naming(_ facts: LearnedFacts, of world: FakeWorld) -> LearnedFacts {
    guard let text = world.plan.rules.viewer, let type = world.plan.viewer else { return facts }
    let learned = LearnedWorld(facts)
    let snapshot = Snapshot(WorldPlan(world.unlearnedPlan, recorded: learned.recorded), learned: learned)
    var facts = facts
    let fields = world.plan.fields(of: type).filter { $0.role == .leaf && !$0.isList && $0.named.kind == .scalar }
    let identifying = fields.filter {
      type.unique.contains($0.name) || [.email, .username, .fullName].contains($0.leaf.value.kind)
    }
    let known = snapshot.members(type).first { member in
      member.key == text
        || identifying.contains { snapshot.value(of: $0, member, JSONObject(), imageOrigin: "") == .string(text) }
    }
    if let id = known?.id {
      facts.setViewer(id, [:])
      return facts
    }
    let (isEmail, isName) = (text.contains("@"), text.contains(" "))
    let words = text.prefix { $0 != "@" }.split { " .-_+".contains($0) }.map {
      $0.prefix(1).uppercased() + $0.dropFirst()
    }
    var values: [String: JSON] = [:]
    for field in fields {
      switch field.leaf.value.kind {
      case .email where isEmail: values[field.name] = .string(text)
      case .username where isEmail: values[field.name] = .string(words.joined(separator: ".").lowercased())
      case .username where !isName: values[field.name] = .string(text)
      case .username: values[field.name] = .string(words.joined(separator: ".").lowercased())
      case .fullName: values[field.name] = .string(words.joined(separator: " "))
      case .givenName: values[field.name] = words.first.map { .string($0) }
      case .familyName where words.count > 1: values[field.name] = .string(words[words.count - 1])
      default: break
      }
    }
    let isFound = values.values.contains(.string(text)) || isName
    if !isFound, let key = type.key { values[key.field] = key.json(text) }
    guard let usual = isFound ? snapshot.anyone(type)?.id : ObjectID(type: type.index, key: text) else { return facts }
    facts.setViewer(usual, values)
    return facts
  }
}

extension LearnedFacts {
  /// Sets the current user, and values of it that no fixture has.
  fileprivate mutating func setViewer(_ id: ObjectID, _ values: [String: JSON]) {
    var facts = recorded[.fixture] ?? RecordedFacts()
    facts.viewer = id
    // A generated object without other values stays at its place in the population, on which its name depends.
    if !values.isEmpty { facts.insert(id) }
    facts.objects[id]?.values.merge(values) { old, _ in old }
    recorded[.fixture] = facts
  }
}
