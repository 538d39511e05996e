import FakeValues
import GraphQLSchema

/// The one-line explanation of a mutation.
struct MutationExplanation {
  let reading: MutationReading
  let action: MutationAction
  let keySlots: [Int: InputSlot]
  let isMany: Bool
  let scopes: [MutationScope]

  var text: String {
    switch action {
    case .create(let type, let signsIn):
      return "create \(type.type.name)\(inputs(type))\(signsIn ? "; it becomes the current user" : "")"
    case .update(let types, let effects):
      let done = types.first.flatMap { effects[$0.index] }?.map(Self.text) ?? []
      let said = types.first.map { inputs($0) } ?? ""
      return "update \(Self.names(types))\(key(types))\(said)"
        + (done.isEmpty ? "" : "; \(done.joined(separator: ", "))")
    case .upsert(let type): return "update or create \(type.type.name)\(key([type]))\(inputs(type))"
    case .delete(let types): return "delete \(Self.names(types))\(key(types))"
    case .link(let link):
      let field = "\(link.field.owner.type.name).\(link.field.name)"
      let ends = [link.owner, link.other].map { end in
        switch end {
        case .slot(let slot): slot.name
        case .viewer: "the current user"
        }
      }
      return
        "\(link.connects ? "add to" : "remove from") \(field): \(ends[1]) \(link.connects ? "to" : "from") \(ends[0])"
    case .logIn(let type): return "log in: the \(type.type.name) becomes the current user"
    case .logOut: return "log out: no current user"
    case .unknown:
      if let said = reading.field.rule?.action {
        return said.verb == .none
          ? "answers and changes nothing"
          : "answers and changes nothing: no argument says whom to \(said.verb.rawValue)"
      }
      return "not understood: answers and changes nothing"
    }
  }

  private func key(_ types: [TypePlan]) -> String {
    if let slot = types.lazy.compactMap({ keySlots[$0.index] }).first {
      return " by \(slot.path.joined(separator: "."))"
    }
    if let condition = reading.condition { return " by \(condition.name)" }
    if types.count == 1, types[0] === reading.plan.viewer { return " who asks" }
    let whole = scopes.map { "of the \($0.field.name) by \($0.slot.path.joined(separator: "."))" }
      .joined(separator: " and ")
    return isMany ? ", all \(whole.isEmpty ? "of them" : whole)" : ""
  }

  private static func names(_ types: [TypePlan]) -> String {
    let names = types.prefix(3).map(\.type.name).joined(separator: " or ")
    return types.count > 3 ? "\(names) or \(types.count - 3) others" : names
  }

  private func inputs(_ type: TypePlan) -> String {
    var values: [String] = []
    var links: [String] = []
    var seen: Set<String> = []
    var unread: [String] = []
    collect(reading.field.field.arguments, type, 0, &seen, &values, &links, &unread)
    return (values.isEmpty ? "" : ": \(values.joined(separator: ", "))")
      + (links.isEmpty ? "" : "; \(links.joined(separator: "; "))")
      + (unread.isEmpty ? "" : "; not read: \(unread.joined(separator: ", "))")
  }

  private func collect(
    _ inputs: [SchemaInputValue], _ type: TypePlan, _ depth: Int, _ seen: inout Set<String>, _ values: inout [String],
    _ links: inout [String], _ unread: inout [String]
  ) {
    for input in inputs where input.name != keySlots[type.index]?.name && seen.count < 40 {
      if scopes.contains(where: { $0.slot.name == input.name }) { continue }
      let inner = reading.plan.schema.type(of: input.type)?.inputFields ?? []
      switch reading.reader.meaning(of: input, for: type) {
      case .value(let field):
        if seen.insert(input.name).inserted {
          values.append(field.name == input.name ? field.name : "\(input.name) is \(field.name)")
        }
      case .link(let field, _):
        if seen.insert(input.name).inserted {
          links.append(field.name == input.name ? "links \(field.name)" : "\(input.name) links \(field.name)")
        }
      case .backLink(let field):
        if seen.insert(input.name).inserted {
          links.append("\(input.name) adds to \(field.owner.type.name).\(field.name)")
        }
      case .through(let list, let link):
        if seen.insert(input.name).inserted { links.append("\(input.name) makes \(list.name) with \(link.name)") }
      case .values, .whenNew, .whenKnown:
        if depth < 3 { collect(inner, type, depth + 1, &seen, &values, &links, &unread) }
      case .anyKey:
        if case .create = action, seen.insert(input.name).inserted {
          links.append("\(input.name) links what has this key")
        }
      case .nothing:
        if words(of: input.name) != ["client", "mutation", "id"], seen.insert(input.name).inserted {
          unread.append(input.name)
        }
      case .key, .increments, .condition, .conflict: continue
      }
    }
  }

  private static func text(_ effect: MutationEffect) -> String {
    switch effect {
    case .set(let field, let value): "sets \(field.name) to \(value.keyText ?? "null")"
    case .moment(let field, let isNow): "sets \(field.name) to \(isNow ? "the current time" : "null")"
    case .toggle(let field): "toggles \(field.name)"
    case .add(let field, let by): "\(by < 0 ? "decreases" : "increases") \(field.name) by one"
    case .clear(let field): "sets \(field.name) to null"
    case .through(let field, let inner): "in its \(field.name), \(text(inner))"
    case .viewerIn(let field, let enters): "the current user is \(enters ? "added to" : "removed from") \(field.name)"
    case .intoViewers(let field, let enters):
      "it is \(enters ? "added to" : "removed from") \(field.owner.type.name).\(field.name)"
    }
  }
}
