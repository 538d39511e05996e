import FakeValues
import GraphQLSchema

// The effect of each verb of the table on the types of a schema.

extension MutationReading {
  /// Returns the action that the name, the arguments and the type show.
  func inferred() -> MutationAction {
    switch name.verb {
    case .logOut: .logOut
    case .logIn: (plan.viewer ?? answers.first?.type).map { .logIn($0) } ?? .unknown
    case .create: logIn() ?? viewersList() ?? create() ?? .unknown
    case .add: pair() ?? viewersList() ?? item() ?? create() ?? .unknown
    case .connect, .disconnect: pair() ?? viewersList() ?? viewerJoins() ?? .unknown
    case .upsert: (subject() ?? answered).map { .upsert($0) } ?? .unknown
    case .update: update() ?? .unknown
    case .delete: viewersList() ?? delete() ?? .unknown
    case .remove: pair() ?? viewersList() ?? delete() ?? .unknown
    case .other: logIn() ?? .unknown
    }
  }

  // MARK: The viewer

  /// `tokenCreate(email, password)`: without an object to create, but with a password, it is a login.
  private func logIn() -> MutationAction? {
    guard let viewer = plan.viewer ?? names.named(["user"]).only ?? names.named(["customer"]).only, subject() == nil
    else { return nil }
    let said = Set(slots.map { words(of: $0.name).joined(separator: " ") })
    guard said.contains("password"), !said.isDisjoint(with: ["email", "username", "login", "identifier", "phone"]),
      name.noun.contains("token") || name.noun.contains("session") || name.verb == .other
    else { return nil }
    return .logIn(viewer)
  }

  private var isAboutViewer: Bool {
    ["me", "profile", "account", "settings", "setting", "viewer", "self", "user", "password", "email"]
      .contains(name.noun.last ?? "me")
  }

  // MARK: Create, update, delete

  private func create() -> MutationAction? {
    let byVerb = name.noun.isEmpty ? names.named([name.word]).only ?? (name.isPlain ? plan.viewer : nil) : nil
    guard let type = subject() ?? (name.noun.isEmpty || name.isPlain ? answered : nil) ?? byVerb else { return nil }
    // `publishPost(id)`, `addStar(postId): Post` create no post: they change one.
    if let key = keySlot(type), subject() == nil || (!name.isPlain && key.input.isRequired) { return nil }
    // `addPhoto(url): User` adds no user, `addFunds(amount): Wallet` no wallet, `addToCart(productId): Cart` no cart.
    if subject() == nil, name.verb == .add,
      type === plan.viewer || !name.tail.isEmpty
        || !reader.changes(type, by: field.field.arguments, besides: nil)
    {
      return nil
    }
    return .create(type, signsIn: name.noun.isEmpty && type === plan.viewer)
  }

  /// `addToCart(productId, quantity): Cart` creates an item of the cart: an object between the cart and the product.
  private func item() -> MutationAction? {
    guard let whole = names.named(name.tail).only, keySlot(whole) != nil || plan.singleton(whole) != nil,
      let other = keySlots.filter({ !$0.types.contains { $0 === whole } }).only,
      name.noun.isEmpty || other.types.contains(where: { $0 === subject() }),
      let (list, _) = reader.through(whole, other.types)
    else { return nil }
    return .create(list.targets[0], signsIn: false)
  }

  private func update() -> MutationAction? {
    var type = subject() ?? wider() ?? keySlots.only?.types.only ?? answered
    // `updateProfile`, `updateMe` change the viewer.
    if type == nil, isAboutViewer { type = plan.viewer }
    guard let type, reader.changes(type, by: field.field.arguments, besides: keySlot(type)) else { return nil }
    return .update([type], effects: [:])
  }

  private func delete() -> MutationAction? {
    guard name.isPlain else { return nil }
    if let type = subject() ?? (name.noun.isEmpty ? keySlots.only?.types.only ?? answered : nil) {
      return removesFromOther(type) ? nil : .delete([type])
    }
    guard name.verb == .delete, !name.noun.isEmpty else { return nil }
    // `customerDelete(id): User`, `draftOrderDelete(id): Order`, but not `variantStocksDelete(variantId): Variant`.
    let owners = names.owners(name.noun)
    if let type = answered, keySlot(type) != nil,
      owners.isEmpty ? wider() == nil : owners.contains(where: { $0 === type })
    {
      return .delete([type])
    }
    if isAboutViewer, keySlots.isEmpty, let viewer = plan.viewer { return .delete([viewer]) }
    // `deleteAvatar(userId)` deletes no user.
    guard names.named(name.noun).count > 1, let types = keySlots.only?.types else { return nil }
    return .delete(types)
  }

  /// Indicates whether objects of a type outlive their removal: `removeFromCart(productId)` deletes no product. A
  /// `CartItem` exists only in its cart.
  func removesFromOther(_ type: TypePlan) -> Bool {
    name.verb == .remove && !name.tail.isEmpty && !words(of: type.type.name).dropLast().starts(with: name.tail)
  }

  // MARK: Links

  /// Returns a link of two objects by two keys: `addToAttendees(attendeesAttendeeId:, conferencesConferenceId:)`.
  private func pair() -> MutationAction? {
    let ends = keySlots
    guard ends.count == 2 else { return nil }
    if name.verb == .add || name.verb == .remove, let made = names.named(name.noun).only,
      !ends.contains(where: { end in end.types.contains { $0 === made } })
    {
      return nil
    }
    let hint = name.noun + name.tail
    var first: LinkAction?
    for (owner, other) in [(ends[0], ends[1]), (ends[1], ends[0])] {
      guard let type = owner.types.first else { continue }
      for link in plan.fields(of: type) where link.role == .toMany && leads(link, to: other.types) {
        let action = LinkAction(
          field: link, owner: .slot(owner.slot), owners: owner.types, other: .slot(other.slot), connects: connects)
        if hint.contains(FieldDraft.noun(of: link.name).last ?? "") { return .link(action) }
        first = first ?? action
      }
    }
    return first.map { .link($0) }
  }

  /// Returns a link in a list of the viewer's: `bookTrips(launchIds:)` adds to `trips`.
  private func viewersList() -> MutationAction? {
    let others = slots.filter {
      words(of: $0.name) != ["client", "mutation", "id"] && plan.schema.type(of: $0.input.type)?.isLeaf == true
    }
    guard let viewer = plan.viewer, keySlots.count <= 1, let only = others.only else { return nil }
    let noun = name.tail.isEmpty ? name.noun : name.tail
    let lists = plan.fields(of: viewer).filter { list in
      guard list.role == .toMany, list.link != .atlas else { return false }
      if let types = keySlots.first?.types { return leads(list, to: types) }
      return InputReader.keyWords.contains(singular(words(of: only.name).last ?? ""))
    }
    let isLinking = name.verb == .connect || name.verb == .disconnect
    let named = lists.first { FieldDraft.noun(of: $0.name) == noun }
    guard let found = named ?? (isLinking && keySlots.count == 1 ? lists.first : nil) else { return nil }
    // A list of the objects that this mutation creates or deletes does not select them.
    let isOwn = !names.named(noun).isEmpty || leads(found, to: names.ending(noun))
    guard !isOwn || isLinking || !name.tail.isEmpty else { return nil }
    return .link(LinkAction(field: found, owner: .viewer, other: .slot(only), connects: connects))
  }

  /// `joinRoom(roomId:)` if the room has a list of the viewer's type.
  private func viewerJoins() -> MutationAction? {
    guard let viewer = plan.viewer, let only = keySlots.only, let type = only.types.only else {
      return nil
    }
    let lists = plan.fields(of: type).filter { $0.role == .toMany && leads($0, to: [viewer]) }
    guard let list = lists.first(where: { FieldDraft.noun(of: $0.name) == ["member"] }) ?? lists.only else {
      return nil
    }
    return .link(LinkAction(field: list, owner: .slot(only.slot), other: .viewer, connects: connects))
  }

  private var connects: Bool { [.create, .add, .connect].contains(name.verb) }

  private func leads(_ field: FieldPlan, to types: [TypePlan]) -> Bool {
    field.targets.contains { target in types.contains { $0 === target } }
  }
}
