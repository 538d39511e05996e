import FakeValues

/// The objects among which a lookup below an object finds one: `repository { issue(number: 1) }` finds its own issues.
struct LookupScope {
  let object: FakeObject
  private let plan: WorldPlan
  private let snapshot: Snapshot
  private let field: FieldPlan

  /// - Returns: nil at the root, and for an object without a population.
  init?(_ field: FieldPlan, of object: FakeObject, _ plan: WorldPlan, _ snapshot: Snapshot) {
    guard object.key != nil, !object.isRoot else { return nil }
    self.field = field
    self.object = object
    self.plan = plan
    self.snapshot = snapshot
  }

  /// Returns the objects of a type that belong to the object; nil if the schema has no relation between the two.
  func members(of type: TypePlan) -> [FakeObject]? {
    let lists = plan.fields(of: object.plan).filter { list in
      list.role == .toMany && list.targets.contains { $0 === type }
    }
    if !lists.isEmpty {
      // `projectV2` finds those of `projectsV2` first.
      let name = words(of: field.name)
      let named = lists.filter { words(of: $0.name).map(singular) == name.map(singular) }
      var seen: Set<String> = []
      return (named + lists).flatMap { snapshot.targets(of: $0, from: object) }
        .filter { $0.plan === type && seen.insert($0.key ?? "").inserted }
    }
    guard let link = link(from: type) else { return nil }
    return snapshot.members(type).filter { snapshot.target(of: link, from: $0)?.isSame(as: object) == true }
  }

  /// Returns the field of a type that leads back to the object.
  func link(from type: TypePlan) -> FieldPlan? {
    plan.fields(of: type).first { link in
      link.role == .toOne && !link.isMany && link.targets.contains { $0 === object.plan }
    }
  }
}
