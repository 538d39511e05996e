import FakeValues
import GraphQLSchema

/// The one-line explanation of a mutation.
struct MutationExplanation {
  let reading: MutationReading
  let action: MutationAction
  let keySlots: [Int: InputSlot]
  let isMany: Bool
  let scopes: [MutationScope]
  /// The inputs for the first type; nil for an action that sets no fields.
  let inputs: MutationInputs?

  var text: String {
    switch action {
    case .create(let type, let signsIn):
      return "create \(type.type.name)\(uses)\(signsIn ? "; it becomes the current user" : "")"
    case .update(let types, let effects):
      let done = types.first.flatMap { effects[$0.index] }?.map(Self.text) ?? []
      return "update \(Self.names(types))\(key(types))\(uses)"
        + (done.isEmpty ? "" : "; \(done.joined(separator: ", "))")
    case .upsert(let type): return "update or create \(type.type.name)\(key([type]))\(uses)"
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

  private var uses: String {
    guard let inputs else { return "" }
    return (inputs.values.isEmpty ? "" : ": \(inputs.values.joined(separator: ", "))")
      + (inputs.links.isEmpty ? "" : "; \(inputs.links.joined(separator: "; "))")
      + (inputs.unread.isEmpty ? "" : "; not read: \(inputs.unread.compactMap(\.last).joined(separator: ", "))")
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

/// The inputs of a mutation by their use for the objects of a type.
struct MutationInputs {
  private(set) var values: [String] = []
  private(set) var links: [String] = []
  /// The paths of those that have no effect.
  private(set) var unread: [[String]] = []
  private var hasIncrements = false
  private let reading: MutationReading
  private let type: TypePlan
  private let keyName: String?
  private let scopes: [MutationScope]
  private let creates: Bool
  private let updates: Bool
  private var seen: Set<String> = []

  /// Indicates whether none of them changes an object.
  var isEmpty: Bool { values.isEmpty && links.isEmpty && !hasIncrements }

  init(
    _ reading: MutationReading, for type: TypePlan, key: InputSlot?, scopes: [MutationScope], _ action: MutationAction
  ) {
    self.reading = reading
    self.type = type
    keyName = key?.name
    self.scopes = scopes
    creates = if case .create = action { true } else { false }
    updates = if case .update = action { true } else { false }
    collect(reading.field.field.arguments, [])
  }

  private mutating func collect(_ inputs: [SchemaInputValue], _ path: [String]) {
    for input in inputs where input.name != keyName && seen.count < 40 {
      if scopes.contains(where: { $0.slot.name == input.name }) { continue }
      let path = path + [input.name]
      let inner = reading.plan.schema.type(of: input.type)?.inputFields ?? []
      switch reading.reader.meaning(of: input, for: type) {
      case .value(let field) where updates && NewObject.isRevision(field): unread.append(path)
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
      case .values, .whenNew, .whenKnown: if path.count < 4 { collect(inner, path) }
      case .anyKey:
        if creates, seen.insert(input.name).inserted { links.append("\(input.name) links what has this key") }
      case .nothing:
        if words(of: input.name) != ["client", "mutation", "id"], seen.insert(path.joined(separator: ".")).inserted {
          unread.append(path)
        }
      case .increments: hasIncrements = true
      case .key, .condition, .conflict: continue
      }
    }
  }
}
