import GraphQLSchema

// Which of many objects a mutation is about that names none of them.

/// The objects that lead by a field to the one that a request names: the todos of a list.
struct MutationScope: Sendable {
  let slot: InputSlot
  let field: FieldPlan
}

extension MutationReading {
  /// Keys of others beside "all": `markAllDone(listId:)` is about the todos of the list, and moves none there.
  func scopes(_ action: MutationAction) -> [MutationScope] {
    switch action {
    case .update, .delete: break
    default: return []
    }
    guard let type = action.types.only, keySlot(type) == nil, condition == nil,
      !["move", "assign", "reassign", "transfer", "replace"].contains(name.word)
    else { return [] }
    return slots.compactMap { slot in
      guard plan.schema.type(of: slot.input.type)?.isLeaf == true, !slot.input.type.isList,
        case .link(let field, .set) = reader.meaning(of: slot.input, for: type), field.role == .toOne
      else { return nil }
      return MutationScope(slot: slot, field: field)
    }
  }

  /// `clearCompleted`, `deleteCompletedTodos`: the type, and the flag of it that says which objects are meant.
  func flagged() -> (type: TypePlan, flag: FieldPlan)? {
    guard name.verb == .delete || name.verb == .remove, let word = name.noun.first, name.noun.count <= 2,
      names.named(name.noun).isEmpty
    else { return nil }
    var types = plan.types.filter(\.isEntity)
    if name.noun.count == 2 {
      let noun = [name.noun[1]]
      types = names.named(noun).isEmpty ? names.ending(noun) : names.named(noun)
    } else if let answered {
      types = [answered]
    }
    let found = types.compactMap { type in
      StemFields(plan: plan, type: type).flag(word).map { (type: type, flag: $0) }
    }
    guard let only = found.only, keySlot(only.type) == nil else { return nil }
    return only
  }
}
