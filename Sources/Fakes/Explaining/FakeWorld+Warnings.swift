import FakeClauses
import FakeValues
import GraphQLSchema

extension FakeWorld {
  /// Rules that are valid but cannot take effect.
  package var warnings: [String] {
    let tooMany = plan.sizes.bounded.map { type, asked in
      "The rules ask for \(FakeText.grouped(asked)) objects of \(type); at most \(FakeText.grouped(FakeRules.maximumPopulation)) of a type are made."
    }
    let vain = plan.fields.compactMap { field -> String? in
      guard field.rule?.saysValues == true else { return nil }
      let place = "\(field.owner.type.name).\(field.name)"
      return switch field.role {
      case .key: "What is said of the values of \(place) changes nothing: it tells the objects apart."
      case .count(let list):
        "What is said of the values of \(place) changes nothing: it counts \(plan.fields[list].name). Say \"counts: none\" of it as well."
      default: nil
      }
    }
    let unreal = plan.types.compactMap { type -> String? in
      guard case .real(let kind)? = plan.rules.types[type.type.name]?.real, type.key?.style != .atlas,
        !plan.fields(of: type).contains(where: { $0.realFact != nil })
      else { return nil }
      return
        "\(type.type.name) is said to be a real \(kind.rawValue), which changes nothing: no field of it is called as what is known of one, such as code or name."
    }
    return tooMany + vain + unreal + plan.fields.compactMap(unheeded)
  }

  /// Returns a warning for further effects of a mutation on objects that it does not change.
  private func unheededEffects(_ said: [SaidEffect]?, _ field: FieldPlan, _ place: String) -> String? {
    guard let said else { return nil }
    guard case .update(let types, let effects) = mutations.plan(of: field).action else {
      return
        "What \(place) is said to do besides changes nothing: it is none that updates objects. Say \"does: update \(said.first?.type ?? "…")\" as well."
    }
    let done = effects.values.joined().map(\.changed)
    for effect in said {
      let named = plan.schema.type(named: effect.type).map(plan.schema.possibleTypes) ?? []
      if !done.contains(where: { other in other.name == effect.field && named.contains { $0 === other.owner.type } }) {
        let isKey = types.contains { type in
          type.key?.field == effect.field && named.contains { $0 === type.type }
        }
        return
          "That \(place) sets \(effect.type).\(effect.field) changes nothing: \(isKey ? "keys stay" : "it is about \(types.map(\.type.name).joined(separator: " or "))")."
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
        ? "What \(place) is said to do changes nothing: \(type) has no objects of its own. Say its key or its population as well."
        : "What \(place) is said to do changes nothing: no argument says which objects are meant. Say it with \"arguments\"."
    }
    if let list = rule.counts, !list.isEmpty {
      switch field.role {
      case .count: break
      default: return "That \(place) counts \(list) changes nothing: it is no part of an object that has the list."
      }
    }
    if let told = unheededEffects(rule.effects, field, place) { return told }
    if rule.isOwner == true, !isOwner(field) {
      return
        "\(place) is said to show the object of which \(field.owner.type.name) is a part, which changes nothing: \(field.owner.isEntity ? "its objects are parts of nothing" : "no \(field.named.name) has it as a part")."
    }
    if rule.isViewer == true, field.role != .viewer {
      return
        "\(place) is said to show whoever asks, which changes nothing: \(field.named.name) has no objects of its own. Say its key or its population as well."
    }
    guard let follows = rule.follows, !follows.isEmpty else { return nil }
    switch field.role {
    case .linkKey, .membership, .meta: return nil
    default: return "That \(place) follows \(follows) changes nothing: it is no link between objects of the world."
    }
  }
}
