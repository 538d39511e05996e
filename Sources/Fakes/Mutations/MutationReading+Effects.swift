import GraphQLSchema
import OrderedJSON

// What somebody says that a verb does besides.

extension MutationReading {
  /// An action with what is said of what it does besides, in the place of what was inferred of the same fields.
  func action(_ inferred: MutationAction, besides rule: EffectsRule) -> MutationAction {
    guard case .update(let types, var effects) = inferred else { return inferred }
    for type in types {
      guard case .said(let said) = rule else {
        effects[type.index] = []
        continue
      }
      let kept = (effects[type.index] ?? []).filter { rule.said(of: $0.changed) == nil }
      effects[type.index] = kept + said.compactMap { effect($0, on: type, among: types) }
    }
    return .update(types, effects: effects)
  }

  /// What is said of a field, done to an object of a type; nil where nothing is to be done to those.
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
    // Of an object to which one field of this one leads: `Profile` of a customer.
    for link in plan.fields(of: type) where link.role == .toOne && link.targets.count == 1 {
      guard named.contains(where: { $0 === link.targets[0].type }) else { continue }
      return plan.field(said.field, of: link.targets[0]).flatMap { done(said, $0) }.map { .through(link, $0) }
    }
    return nil
  }

  private func done(_ said: SaidEffect, _ field: FieldPlan) -> MutationEffect? {
    if field.role == .key { return nil }
    if !field.named.isLeaf, said.value == .null { return field.targets.isEmpty ? .set(field, .null) : .clear(field) }
    // An enum, or a text, may have a value of that name; `none` is nobody's.
    if said.word == SaidEffect.Word.none { return nil }
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
  /// The field whose values change.
  var changed: FieldPlan {
    if case .through(_, let inner) = self { inner.changed } else { field }
  }
}
