import FakeClauses
import FakeValues
import GraphQLSchema
import OrderedJSON

// The effects of mutations by rules.

extension MutationReading {
  /// Returns the action of a rule, which was checked against the schema.
  func action(_ said: ActionRule) -> MutationAction {
    let types =
      said.type.flatMap { plan.schema.type(named: $0) }
      .map { plan.schema.possibleTypes(of: $0).compactMap { plan.plan($0.name) } }?.filter(\.isEntity) ?? []
    // Types without a population have no objects to change, which a warning reports.
    if types.isEmpty, said.type != nil { return .unknown }
    switch said.verb {
    case .none: return .unknown
    case .logout: return .logOut
    case .create: return types.first.map { .create($0, signsIn: false) } ?? .unknown
    case .upsert: return types.first.map { .upsert($0) } ?? .unknown
    case .login: return types.first.map { .logIn($0) } ?? .unknown
    case .delete: return .delete(types)
    case .update: return .update(types, effects: [:])
    case .toggle: return .update(types, effects: effects(types, said.field) { [.toggle($0)] })
    case .add, .remove, .connect, .disconnect, .set:
      let fields = said.field.map { name in types.compactMap { plan.field(name, of: $0) } } ?? []
      guard let field = fields.first(where: { $0.role == .toOne || $0.role == .toMany }) else {
        return .update(types, effects: effects(types, said.field) { [.set($0, .bool(true))] })
      }
      return link(field, connects: said.verb.connects) ?? .unknown
    }
  }

  private func effects(
    _ types: [TypePlan], _ name: String?, _ effects: (FieldPlan) -> [MutationEffect]
  ) -> [Int: [MutationEffect]] {
    var table: [Int: [MutationEffect]] = [:]
    for type in types { table[type.index] = name.flatMap { plan.field($0, of: type) }.map(effects) ?? [] }
    return table
  }

  /// Returns a link between the objects that two arguments name, or between one and the viewer.
  private func link(_ field: FieldPlan, connects: Bool) -> MutationAction? {
    let slots = keySlots + bareKeys(field.targets + [field.owner])
    func slot(_ types: [TypePlan], besides other: InputSlot? = nil) -> InputSlot? {
      slots.first { slot, named in
        slot.path != other?.path && named.contains { named in types.contains { $0 === named } }
      }?.slot
    }
    var owner = slot([field.owner])
    let other = slot(field.targets, besides: owner)
    // For a link between two objects of one type, a single argument names the other end, and the viewer has the field.
    if other == nil, let only = owner, field.targets.contains(where: { $0 === field.owner }),
      field.owner === plan.viewer
    {
      owner = nil
      return .link(LinkAction(field: field, owner: .viewer, other: .slot(only), connects: connects))
    }
    let isViewers = field.targets.contains { $0 === plan.viewer }
    switch (owner, other) {
    case (let owner?, let other?):
      return .link(LinkAction(field: field, owner: .slot(owner), other: .slot(other), connects: connects))
    case (nil, let other?) where field.owner === plan.viewer:
      return .link(LinkAction(field: field, owner: .viewer, other: .slot(other), connects: connects))
    case (let owner?, nil) where isViewers:
      return .link(LinkAction(field: field, owner: .slot(owner), other: .viewer, connects: connects))
    default: return nil
    }
  }

  /// Returns a lone `id`, which names the object to link.
  private func bareKeys(_ types: [TypePlan]) -> [(slot: InputSlot, types: [TypePlan])] {
    guard keySlots.count < 2 else { return [] }
    return slots.filter { slot in
      InputReader.keyWords.contains(singular(slot.name)) && plan.schema.type(of: slot.input.type)?.isLeaf == true
        && reader.said(of: slot.input) == nil
    }.map { ($0, types) }
  }

  /// Returns the types whose objects an argument identifies by a rule; nil if it identifies none.
  func named(by said: ArgumentRule) -> [TypePlan]? {
    guard case .field(let field) = said else { return nil }
    let owners = reader.owners(of: field).filter { type in
      field.isName || type.key?.field == field.name
    }
    return owners.isEmpty ? nil : owners
  }

  // MARK: Effects

  /// Returns an update with the effects of rules.
  func action(_ action: MutationAction, besides said: [SaidEffect]) -> MutationAction {
    guard case .update(let types, var effects) = action else { return action }
    for type in types {
      effects[type.index, default: []] += said.compactMap { effect($0, on: type, among: types) }
    }
    return .update(types, effects: effects)
  }

  /// Returns the effect of a rule on an object of a type; nil if it does not apply to the type.
  private func effect(_ said: SaidEffect, on type: TypePlan, among types: [TypePlan]) -> MutationEffect? {
    let named = plan.schema.type(named: said.type).map(plan.schema.possibleTypes) ?? []
    if named.contains(where: { $0 === type.type }) {
      return plan.field(said.field, of: type).flatMap { done(said, $0) }
    }
    guard !types.contains(where: { other in named.contains { $0 === other.type } }) else { return nil }
    if let viewer = plan.viewer, named.contains(where: { $0 === viewer.type }),
      let list = plan.field(said.field, of: viewer), list.targets.contains(where: { $0 === type }),
      said.word == .joins || said.word == .leaves
    {
      return .intoViewers(list, enters: said.word == .joins)
    }
    // The field of an object to which one field of this one leads: `Profile` of a customer.
    for link in plan.fields(of: type) where link.role == .toOne && link.targets.count == 1 {
      guard named.contains(where: { $0 === link.targets[0].type }) else { continue }
      return plan.field(said.field, of: link.targets[0]).flatMap { done(said, $0) }.map { .through(link, $0) }
    }
    return nil
  }

  private func done(_ said: SaidEffect, _ field: FieldPlan) -> MutationEffect? {
    if field.role == .key { return nil }
    if !field.named.isLeaf, said.value == .null { return field.targets.isEmpty ? .set(field, .null) : .clear(field) }
    if field.named.kind == .enum { return .set(field, said.value) }
    return switch said.word {
    case .now: .moment(field, isNow: true)
    case .turned where ScalarForm(scalar: field.named.name) == .boolean: .toggle(field)
    case .more where ScalarForm(scalar: field.named.name).isNumeric: .add(field, 1)
    case .less where ScalarForm(scalar: field.named.name).isNumeric: .add(field, -1)
    case .joins where field.isMany: .viewerIn(field, enters: true)
    case .leaves where field.isMany: .viewerIn(field, enters: false)
    default: .set(field, said.value)
    }
  }
}

extension MutationEffect {
  var changed: FieldPlan {
    if case .through(_, let inner) = self { inner.changed } else { field }
  }
}
