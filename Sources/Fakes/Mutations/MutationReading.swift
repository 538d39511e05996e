import FakeValues
import GraphQLSchema

struct MutationReading {
  let field: FieldPlan
  let plan: WorldPlan
  let name: MutationName
  let reader: InputReader
  /// Arguments, and the members of the wrapping input objects.
  let slots: [InputSlot]

  init(_ field: FieldPlan, in plan: WorldPlan) {
    self.field = field
    self.plan = plan
    name = MutationName(field.name)
    reader = InputReader(plan: plan, of: field)
    slots = Self.slots(of: field.field.arguments, in: plan.schema, path: [])
  }

  var names: EntityNames { plan.entityNames.value }

  func action() -> MutationAction {
    let action = field.rule?.action.map { self.action($0) } ?? inferred()
    guard let said = field.rule?.effects else { return action }
    // A rule for the fields alone implies an update.
    if case .unknown = action, field.rule?.action == nil {
      return self.action(.update(touched, effects: [:]), besides: said)
    }
    return self.action(action, besides: said)
  }

  // MARK: Slots and keys

  private static func slots(of inputs: [SchemaInputValue], in schema: Schema, path: [String]) -> [InputSlot] {
    var slots: [InputSlot] = []
    for input in inputs {
      slots.append(InputSlot(path: path + [input.name], input: input))
      guard let named = schema.type(of: input.type), named.kind == .inputObject, !input.type.nullable.isList,
        path.count < 2, path.isEmpty || inputs.count <= 3, !wheres.contains(input.name)
      else { continue }
      slots += Self.slots(of: named.inputFields, in: schema, path: path + [input.name])
    }
    return slots
  }

  private static let wheres: Set<String> = ["where", "filter", "_set", "_inc", "on_conflict", "create", "update"]

  /// The keys in the request, with their possible types; without a bare `id`.
  var keySlots: [(slot: InputSlot, types: [TypePlan])] {
    slots.compactMap { slot in
      guard plan.schema.type(of: slot.input.type)?.isLeaf == true else { return nil }
      if let said = reader.said(of: slot.input) { return named(by: said).map { (slot, $0) } }
      let parts = words(of: slot.name)
      guard let last = parts.last else { return nil }
      let isKey = InputReader.keyWords.contains(singular(last))
      let stem = isKey ? Array(parts.dropLast()) : parts
      guard isKey || slot.input.type.typeName == "ID", !stem.isEmpty else {
        // `projectSlug`: a field that identifies an object is as good as its key.
        let types = names.owners(Array(parts.dropLast())).filter { reader.lookup(slot.name, of: $0) != nil }
        return types.isEmpty || last == "email" ? nil : (slot, types)
      }
      let types = names.owners(stem)
      return types.isEmpty ? nil : (slot, types)
    }
  }

  /// Returns the argument with the key of an object of a type.
  func keySlot(_ type: TypePlan) -> InputSlot? {
    guard type.key != nil else { return nil }
    if let said = slots.first(where: { reader.isSaidToName($0.input, type) }) { return said }
    let key = slots.first { slot in
      guard plan.schema.type(of: slot.input.type)?.isLeaf == true else { return false }
      if case .key = reader.meaning(of: slot.input, for: type) { return true }
      return false
    }
    return key ?? lookupSlot(type)
  }

  /// Returns the argument that identifies the object by another field than the key: `archiveProject(slug:)`.
  private func lookupSlot(_ type: TypePlan) -> InputSlot? {
    if [.create, .add, .upsert, .logIn, .logOut].contains(name.verb) { return nil }
    // For the viewer, `updateEmail(email:)` has the new value.
    if condition != nil || (type === plan.viewer && subject() !== type) { return nil }
    return slots.first { $0.input.isRequired && reader.lookup($0.name, of: type) != nil }
  }

  /// The keys by which a request names objects, with their possible types, a bare `id` included.
  var namingSlots: [(slot: InputSlot, types: [TypePlan])] {
    var found = keySlots
    for type in [subject(), wider(), answered] {
      guard let type, let slot = keySlot(type), !found.contains(where: { $0.slot.path == slot.path }) else { continue }
      found.append((slot, [type]))
    }
    return found
  }

  func hasKey(_ type: TypePlan) -> Bool { keySlot(type) != nil || condition != nil }

  /// Indicates whether the answer shows many objects: a list of them, or their number.
  var answersMany: Bool {
    if field.page != nil || field.isList { return true }
    if field.named.isLeaf { return ScalarForm(scalar: field.named.name).isNumeric }
    guard field.targets.isEmpty, let payload = field.parts.first else { return false }
    return plan.fields(of: payload).contains { field in
      field.named.isLeaf
        ? ScalarForm(scalar: field.named.name).isNumeric && PayloadField.isCount(field.name)
        : field.isList && !field.targets.isEmpty
    }
  }

  /// The argument that selects objects by a condition.
  var condition: SchemaInputValue? {
    field.field.arguments.first { argument in
      guard plan.schema.type(of: argument.type)?.kind == .inputObject else { return false }
      if case .condition = reader.meaning(of: argument, for: field.owner) { return true }
      return false
    }
  }

  /// Returns keys that limit a mutation of many: `deleteAllTodos(listId:)` deletes the todos of the list.
  func scopes(_ action: MutationAction) -> [MutationScope] {
    switch action {
    case .update, .delete: break
    default: return []
    }
    // `moveAllCards(listId:)` changes the list of each card.
    guard let type = action.types.only, keySlot(type) == nil, condition == nil,
      name.verb != .update || name.word == "update"
    else { return [] }
    return slots.compactMap { slot in
      guard plan.schema.type(of: slot.input.type)?.isLeaf == true, !slot.input.type.isList,
        case .link(let field, .set) = reader.meaning(of: slot.input, for: type), field.role == .toOne
      else { return nil }
      return MutationScope(slot: slot, field: field)
    }
  }

  // MARK: The type

  /// The types with a population in the answer, with the words of their fields.
  var answers: [(noun: [String], type: TypePlan)] {
    if !field.targets.isEmpty { return field.targets.count == 1 ? [([], field.targets[0])] : [] }
    return field.parts.first.map { answers(of: $0, depth: 0) } ?? []
  }

  func answers(of payload: TypePlan, depth: Int) -> [(noun: [String], type: TypePlan)] {
    plan.fields(of: payload).flatMap { field -> [(noun: [String], type: TypePlan)] in
      if PayloadField.isErrors(field.name) || field.named.name == plan.schema.queryTypeName { return [] }
      if field.targets.count == 1 { return [(FieldDraft.noun(of: field.name), field.targets[0])] }
      guard let part = field.parts.first, field.targets.isEmpty else { return [] }
      if case .edge(let node) = part.role, let leads = plan.field(node, of: part), leads.targets.count == 1 {
        var noun = words(of: field.name)
        if noun.last == "edge" { noun.removeLast() }
        return [(noun.map(singular), leads.targets[0])]
      }
      // Strapi's `data` around the object, Saleor's payloads in payloads.
      return depth == 0 && !field.isList ? answers(of: part, depth: 1) : []
    }
  }

  /// Returns the type in the name.
  func subject(_ noun: [String]? = nil) -> TypePlan? {
    let noun = noun ?? name.noun
    guard !noun.isEmpty else { return nil }
    if let exact = names.named(noun).only { return exact }
    if let answer = answers.first(where: { EntityNames.joined($0.noun) == EntityNames.joined(noun) }) {
      return answer.type
    }
    let ending = names.ending(noun)
    if let answer = answers.first(where: { answer in ending.contains { $0 === answer.type } }) { return answer.type }
    return ending.only
  }

  /// Returns the type in a part of the name's words: `updateUserName`, `renameProductTitle`.
  func wider() -> TypePlan? {
    let noun = name.noun
    guard noun.count > 1 else { return nil }
    for end in noun.indices.dropFirst().reversed() {
      if let type = names.named(noun[..<end]).only { return type }
    }
    for start in noun.indices.dropFirst() {
      if let type = names.named(noun[start...]).only { return type }
    }
    return nil
  }

  /// The types of the objects that a mutation which is not understood may change.
  var touched: [TypePlan] {
    // `markAllDone(listId:): [Todo!]!` changes the todos that it returns, not the list.
    let many = name.isMany && field.isList ? answered : nil
    return (subject() ?? many).map { [$0] } ?? keySlots.first?.types ?? [wider() ?? answered].compactMap { $0 }
  }

  var answered: TypePlan? {
    let types = answers.map(\.type)
    guard let first = types.first, types.allSatisfy({ $0 === first }) else { return nil }
    return first
  }
}

extension Array {
  /// The only item; nil if there are none, or more.
  var only: Element? { count == 1 ? self[0] : nil }
}
