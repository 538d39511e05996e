import GraphQLSchema

// Mutations that make, change and delete objects.

extension MutationReading {
  // MARK: Effects

  /// The object that a verb is done to, by the key that the request gives, and the types that it may be of.
  func touched() -> [TypePlan] {
    if let type = subject(), keySlot(type) != nil { return [type] }
    if let types = keySlots.first?.types { return types }
    if let type = subject() ?? wider() ?? answered, hasKey(type) { return [type] }
    return []
  }

  func update(_ types: [TypePlan], _ effects: (TypePlan) -> [MutationEffect]) -> MutationAction? {
    var table: [Int: [MutationEffect]] = [:]
    for type in types { table[type.index] = effects(type) }
    return table.values.allSatisfy(\.isEmpty) ? nil : .update(types, effects: table)
  }

  /// `likePost(postId)`, `addStar(input: {starrableId})`, `removeLike(id)`.
  func reaction() -> MutationAction? {
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

  func toggle() -> MutationAction? {
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
  func effects(_ type: TypePlan) -> [MutationEffect] {
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

  func plain() -> MutationAction? {
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

  func create() -> MutationAction? {
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
  var maker: TypePlan? { name.noun.isEmpty ? names.named([name.word]).only : nil }

  func change() -> MutationAction? {
    // `markAllDone(listId:): [Todo!]!` is about what it answers with, not about the list.
    let many = name.isMany && field.isList ? answered.flatMap { effects($0).isEmpty ? nil : $0 } : nil
    let type = subject() ?? wider() ?? many ?? (keySlots.count == 1 ? keySlots[0].types.only : nil) ?? answered
    guard let type else {
      // `updateProfile`, `updateMe`: of whoever asks, if they have what is said.
      guard let viewer = plan.viewer, isAboutViewer else { return nil }
      return .update([viewer], effects: [viewer.index: effects(viewer)])
    }
    return .update([type], effects: [type.index: effects(type)])
  }

  var isAboutViewer: Bool {
    ["me", "profile", "account", "settings", "setting", "viewer", "self", "user", "password", "email"]
      .contains(name.noun.last ?? "me")
  }

  func delete() -> MutationAction? {
    if let (type, _) = flagged() { return .delete([type]) }
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
