import GraphQLSchema

/// Tells what a mutation does from its name, its arguments and what it answers with.
struct MutationReading {
  let field: FieldPlan
  let plan: WorldPlan
  let name: MutationName
  let reader: InputReader
  /// Arguments, and the members of the input objects around the real ones.
  let slots: [InputSlot]

  init(_ field: FieldPlan, in plan: WorldPlan) {
    self.field = field
    self.plan = plan
    name = MutationName(field.name)
    reader = InputReader(plan: plan)
    slots = Self.slots(of: field.field.arguments, in: plan.schema, path: [])
  }

  var names: EntityNames { plan.entityNames.value }

  func action() -> MutationAction {
    switch name.verb {
    case .logOut: return .logOut
    case .logIn:
      if let viewer = plan.viewer ?? answers.first?.type { return .logIn(viewer) }
      return .unknown
    case .signUp:
      if let type = subject() ?? plan.viewer ?? answers.first?.type { return .create(type, signsIn: true) }
      return .unknown
    default: break
    }
    if let login = logIn() { return login }
    return pair() ?? viewersList() ?? reaction() ?? toggle() ?? plain() ?? .unknown
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

  /// The keys that the request gives, with the types that they may be of; none for a bare `id`.
  private var keySlots: [(slot: InputSlot, types: [TypePlan])] {
    slots.compactMap { slot in
      guard plan.schema.type(of: slot.input.type)?.isLeaf == true else { return nil }
      let parts = words(of: slot.name)
      guard let last = parts.last else { return nil }
      let isKey = InputReader.keyWords.contains(singular(last))
      let stem = isKey ? Array(parts.dropLast()) : parts
      guard isKey || slot.input.type.typeName == "ID", !stem.isEmpty else { return nil }
      let types = names.owners(stem)
      return types.isEmpty ? nil : (slot, types)
    }
  }

  /// The argument that gives the key of an object of a type.
  func keySlot(_ type: TypePlan) -> InputSlot? {
    guard type.key != nil else { return nil }
    return slots.first { slot in
      guard plan.schema.type(of: slot.input.type)?.isLeaf == true else { return false }
      if case .key = reader.meaning(of: slot.input, for: type) { return true }
      return false
    }
  }

  private func hasKey(_ type: TypePlan) -> Bool { keySlot(type) != nil || condition != nil }

  /// Whether the answer tells of many objects: a list of them, or how many.
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

  /// The argument that says by a condition which objects are meant.
  var condition: SchemaInputValue? {
    field.field.arguments.first { argument in
      guard plan.schema.type(of: argument.type)?.kind == .inputObject else { return false }
      if case .condition = reader.meaning(of: argument, for: field.owner) { return true }
      return false
    }
  }

  // MARK: The type

  /// The types with a population that the answer shows, with the words by which it shows them.
  var answers: [(noun: [String], type: TypePlan)] {
    if !field.targets.isEmpty { return field.targets.count == 1 ? [([], field.targets[0])] : [] }
    return field.parts.first.map { answers(of: $0, depth: 0) } ?? []
  }

  private func answers(of payload: TypePlan, depth: Int) -> [(noun: [String], type: TypePlan)] {
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

  /// The type that the name speaks of.
  private func subject(_ noun: [String]? = nil) -> TypePlan? {
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

  /// The type of which the name's words speak a part: `updateUserName`, `renameProductTitle`.
  private func wider() -> TypePlan? {
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

  private var answered: TypePlan? {
    let types = answers.map(\.type)
    guard let first = types.first, types.allSatisfy({ $0 === first }) else { return nil }
    return first
  }

  // MARK: Who asks

  /// `tokenCreate(email, password)`: what makes no object of the world, but wants a password, is a login.
  private func logIn() -> MutationAction? {
    guard name.verb == .create || name.verb == .other, let viewer = plan.viewer ?? userType, subject() == nil else {
      return nil
    }
    let said = Set(slots.map { words(of: $0.name).joined(separator: " ") })
    guard said.contains("password"), !said.isDisjoint(with: ["email", "username", "login", "identifier", "phone"]),
      name.noun.contains("token") || name.noun.contains("session") || name.verb == .other
    else { return nil }
    return .logIn(viewer)
  }

  private var userType: TypePlan? { names.named(["user"]).only ?? names.named(["customer"]).only }

  // MARK: Links

  /// Two keys of two objects that a field links: `addToAttendees(attendeesAttendeeId:, conferencesConferenceId:)`.
  private func pair() -> MutationAction? {
    guard [.add, .remove, .connect, .disconnect].contains(name.verb) else { return nil }
    let ends = keySlots
    guard ends.count == 2 else { return nil }
    if name.verb == .add || name.verb == .remove, let made = names.named(name.noun).only,
      !ends.contains(where: { end in end.types.contains { $0 === made } })
    {
      return nil
    }
    let connects = name.verb == .add || name.verb == .connect
    let hint = name.noun + name.tail
    for isMany in [true, false] {
      for (owner, other) in [(ends[0], ends[1]), (ends[1], ends[0])] {
        for type in owner.types.prefix(1) {
          let links = plan.fields(of: type).filter { field in
            (isMany ? field.role == .toMany : field.role == .toOne)
              && field.targets.contains { target in other.types.contains { $0 === target } }
          }
          guard
            let link = links.first(where: { FieldDraft.noun(of: $0.name) == name.tail || $0.name == hint.last })
              ?? links.first(where: { hint.contains(FieldDraft.noun(of: $0.name).last ?? "") }) ?? links.first
          else { continue }
          return .link(
            LinkAction(field: link, owner: .slot(owner.slot), other: .slot(other.slot), connects: connects))
        }
      }
    }
    return nil
  }

  /// A list of whoever asks: `bookTrips(launchIds:)` adds to `trips`.
  private func viewersList() -> MutationAction? {
    guard let viewer = plan.viewer, keySlots.count <= 1,
      [.create, .add, .remove, .delete, .connect, .disconnect].contains(name.verb)
    else { return nil }
    let others = slots.filter { words(of: $0.name) != ["client", "mutation", "id"] && $0.path.count > 0 }
      .filter { plan.schema.type(of: $0.input.type)?.isLeaf == true }
    guard others.count == 1, let only = others.first else { return nil }
    let noun = name.tail.isEmpty ? name.noun : name.tail
    let lists = plan.fields(of: viewer).filter { $0.role == .toMany && $0.link != .atlas }
    func suits(_ list: FieldPlan) -> Bool {
      if let types = keySlots.first?.types {
        return list.targets.contains { target in types.contains { $0 === target } }
      }
      return InputReader.keyWords.contains(singular(words(of: only.name).last ?? ""))
    }
    var found = lists.first { FieldDraft.noun(of: $0.name) == noun && suits($0) }
    if found == nil, name.verb == .connect || name.verb == .disconnect, keySlots.count == 1 {
      found = lists.first(where: suits)
    }
    // A list of what this very mutation makes or takes away is no list to book from.
    guard let found,
      names.named(noun).isEmpty || name.verb == .connect || name.verb == .disconnect || !name.tail.isEmpty
    else { return nil }
    let connects = [.create, .add, .connect].contains(name.verb)
    return .link(LinkAction(field: found, owner: .viewer, other: .slot(only), connects: connects))
  }

  // MARK: Effects

  /// The object that a verb is done to, by the key that the request gives, and the types that it may be of.
  private func touched() -> [TypePlan] {
    if let types = keySlots.first?.types { return types }
    if let type = subject() ?? wider() ?? answered, hasKey(type) { return [type] }
    return []
  }

  private func update(_ types: [TypePlan], _ effects: (TypePlan) -> [MutationEffect]) -> MutationAction? {
    var table: [Int: [MutationEffect]] = [:]
    for type in types { table[type.index] = effects(type) }
    return table.values.allSatisfy(\.isEmpty) ? nil : .update(types, effects: table)
  }

  /// `likePost(postId)`, `addStar(input: {starrableId})`, `removeLike(id)`.
  private func reaction() -> MutationAction? {
    var verb = name.word
    var isOn = name.verb == .react
    if name.verb == .add || name.verb == .remove || name.verb == .create || name.verb == .delete {
      guard let noun = name.noun.last, name.noun.count == 1, MutationName(noun).verb == .react,
        names.named(name.noun).isEmpty
      else { return nil }
      verb = noun
      isOn = name.verb == .add || name.verb == .create
    } else if name.verb != .react && name.verb != .unreact {
      return nil
    }
    return update(touched()) { StemFields(plan: plan, type: $0).reaction(verb, isOn: isOn) }
  }

  private func toggle() -> MutationAction? {
    guard name.verb == .toggle else { return nil }
    return update(touched()) { type in
      let own = words(of: type.type.name)
      let named = (name.noun + name.tail).filter { !own.contains($0) }
      if let field = StemFields(plan: plan, type: type).toggled(named) { return [.toggle(field)] }
      // `toggleNewsletter(customerId): Profile` turns something of the customer's profile.
      for link in plan.fields(of: type)
      where link.role == .toOne && answers.contains(where: { $0.type === link.targets[0] }) {
        if let field = StemFields(plan: plan, type: link.targets[0]).toggled(named) {
          return [.through(link, .toggle(field))]
        }
      }
      return []
    }
  }

  /// What the verb does to an object by itself, where something of the object is about it.
  private func effects(_ type: TypePlan) -> [MutationEffect] {
    let fields = StemFields(plan: plan, type: type)
    let own = words(of: type.type.name)
    switch name.word {
    case "mark", "set", "change", "update", "make", "move":
      for word in (name.tail + name.noun).reversed() where !own.contains(word) {
        let found = fields.effects(word)
        if !found.isEmpty, name.word == "mark" || !name.tail.isEmpty { return found }
      }
      return []
    case "create", "insert", "new", "add", "edit", "modify", "patch", "rename", "assign", "save", "delete", "destroy":
      return []
    default: return fields.effects(name.word)
    }
  }

  // MARK: Create, update, delete

  private func plain() -> MutationAction? {
    switch name.verb {
    case .create, .add: return create()
    case .upsert:
      return (subject() ?? answered).map { .upsert($0) }
    case .update, .set, .connect, .disconnect, .react, .unreact, .toggle: return change()
    case .delete, .remove: return delete()
    case .other:
      let types = touched()
      return update(types, effects)
    case .logIn, .signUp, .logOut: return nil
    }
  }

  private func create() -> MutationAction? {
    guard let type = subject() ?? (name.noun.isEmpty || name.isPlainCreate ? answered : nil) ?? maker else {
      return nil
    }
    if !name.isPlainCreate, let key = keySlot(type), key.input.isRequired {
      // `publishPost(id)` makes nothing: it does something with what is there.
      return update([type], effects) ?? .update([type], effects: [:])
    }
    // `addPhoto(url): User` adds no user.
    if subject() == nil, name.verb == .add, type === plan.viewer { return nil }
    return .create(type, signsIn: name.noun.isEmpty && type === plan.viewer)
  }

  /// The type that a verb which is a noun as well makes: `order(productIds:): Order`.
  private var maker: TypePlan? { name.noun.isEmpty ? names.named([name.word]).only : nil }

  private func change() -> MutationAction? {
    let type = subject() ?? wider() ?? (keySlots.count == 1 ? keySlots[0].types.only : nil) ?? answered
    guard let type else {
      // `updateProfile`, `updateMe`: of whoever asks, if they have what is said.
      guard let viewer = plan.viewer, isAboutViewer else { return nil }
      return .update([viewer], effects: [viewer.index: effects(viewer)])
    }
    return .update([type], effects: [type.index: effects(type)])
  }

  private var isAboutViewer: Bool {
    ["me", "profile", "account", "settings", "setting", "viewer", "self", "user", "password", "email"]
      .contains(name.noun.last ?? "me")
  }

  private func delete() -> MutationAction? {
    let named = subject() ?? (keySlots.count == 1 ? keySlots[0].types.only : nil)
    let type = named ?? (name.noun.isEmpty || names.named(name.noun).isEmpty ? answered : nil)
    guard let type else {
      return keySlots.count == 1 && name.verb == .delete ? .delete(keySlots[0].types) : nil
    }
    if name.verb == .remove {
      if let done = update([type], effects) { return done }
    }
    // `deleteAvatar(userId)` deletes no user.
    if subject() == nil, !name.noun.isEmpty, named != nil { return nil }
    return .delete([type])
  }
}

extension Array {
  /// The one item that there is; nil if there are none, or more.
  var only: Element? { count == 1 ? self[0] : nil }
}
