import FakeClauses
import FakeValues
import GraphQLSchema

extension FakeWorld {
  /// Rules that are valid but cannot take effect.
  package var warnings: [String] {
    let tooMany = plan.sizes.bounded.map { type, asked in
      "The rules ask for \(FakeText.grouped(asked)) objects of \(type); the limit is \(FakeText.grouped(FakeRules.maximumPopulation)) of a type."
    }
    let vain = plan.fields.compactMap { field -> String? in
      guard field.rule?.saysValues == true else { return nil }
      let place = "\(field.owner.type.name).\(field.name)"
      return switch field.role {
      case .key: "The rule for the values of \(place) has no effect: the field identifies the objects."
      case .count(let list):
        "The rule for the values of \(place) has no effect: the field counts \(plan.fields[list].name). Add \"counts: none\"."
      default: nil
      }
    }
    let unreal = plan.types.compactMap { type -> String? in
      guard case .real(let kind)? = plan.rules.types[type.type.name]?.real, type.key?.style != .atlas,
        !plan.fields(of: type).contains(where: { $0.realFact != nil })
      else { return nil }
      return
        "\(type.type.name) is declared as a real \(kind.rawValue), which has no effect: it has no known field of one, such as code or name."
    }
    return tooMany + vain + unreal + plan.fields.compactMap(unheeded)
  }

  /// Returns a warning for further effects of a mutation on objects that it does not change.
  private func unheededEffects(_ said: [SaidEffect]?, _ field: FieldPlan, _ place: String) -> String? {
    guard let said else { return nil }
    guard case .update(let types, let effects) = mutations.plan(of: field).action else {
      return
        "The additional rules of \(place) have no effect: it updates no objects. Add \"does: update \(said.first?.type ?? "…")\"."
    }
    let done = effects.values.joined().map(\.changed)
    for effect in said {
      let named = plan.schema.type(named: effect.type).map(plan.schema.possibleTypes) ?? []
      if !done.contains(where: { other in other.name == effect.field && named.contains { $0 === other.owner.type } }) {
        let isKey = types.contains { type in
          type.key?.field == effect.field && named.contains { $0 === type.type }
        }
        return
          "The rule that \(place) sets \(effect.type).\(effect.field) has no effect: \(isKey ? "keys never change" : "it is about \(types.map(\.type.name).joined(separator: " or "))")."
      }
    }
    return nil
  }

  /// Indicates whether a field of a part may lead to an object around the part.
  private func isOwner(_ field: FieldPlan) -> Bool {
    guard !field.owner.isEntity else { return false }
    var around: [TypePlan] = [field.owner]
    for part in plan.types.indices where part < around.count {
      for holder in plan.fields where holder.parts.contains(where: { $0 === around[part] }) {
        if !around.contains(where: { $0 === holder.owner }) { around.append(holder.owner) }
      }
    }
    return around.contains { other in (field.targets + field.parts).contains { $0 === other } }
  }

  /// Returns a warning for a rule that the world cannot apply to a field.
  private func unheeded(_ field: FieldPlan) -> String? {
    guard let rule = field.rule else { return nil }
    let place = "\(field.owner.type.name).\(field.name)"
    if let action = rule.action, action.verb != .none, case .unknown = mutations.plan(of: field).action {
      let type = action.type ?? ""
      return plan.plan(type)?.isEntity == false
        ? "The rule for \(place) has no effect: \(type) has no objects of its own. Add its key or its population."
        : "The rule for \(place) has no effect: no argument selects the objects. Declare one under \"arguments\"."
    }
    if let list = rule.counts, !list.isEmpty {
      switch field.role {
      case .count: break
      default:
        return "The rule that \(place) counts \(list) has no effect: the field is not part of an object with that list."
      }
    }
    if let told = unheededEffects(rule.effects, field, place) { return told }
    if rule.isOwner == true, !isOwner(field) {
      return
        "\(place) is declared as the owner of \(field.owner.type.name), which has no effect: \(field.owner.isEntity ? "its objects are not parts" : "no \(field.named.name) has it as a part")."
    }
    if rule.isViewer == true, field.role != .viewer {
      return
        "\(place) is declared as the viewer, which has no effect: \(field.named.name) has no objects of its own. Add its key or its population."
    }
    guard let follows = rule.follows, !follows.isEmpty else { return nil }
    switch field.role {
    case .linkKey, .membership, .meta: return nil
    default: return "The rule that \(place) follows \(follows) has no effect: the field is not a link between objects."
    }
  }
}
