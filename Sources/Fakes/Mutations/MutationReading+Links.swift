import GraphQLSchema

// Mutations about who asks, and about links.

extension MutationReading {
  // MARK: Who asks

  /// `tokenCreate(email, password)`: what makes no object of the world, but wants a password, is a login.
  func logIn() -> MutationAction? {
    guard name.verb == .create || name.verb == .other, let viewer = plan.viewer ?? userType, subject() == nil else {
      return nil
    }
    let said = Set(slots.map { words(of: $0.name).joined(separator: " ") })
    guard said.contains("password"), !said.isDisjoint(with: ["email", "username", "login", "identifier", "phone"]),
      name.noun.contains("token") || name.noun.contains("session") || name.verb == .other
    else { return nil }
    return .logIn(viewer)
  }

  var userType: TypePlan? { names.named(["user"]).only ?? names.named(["customer"]).only }

  // MARK: Links

  /// Two keys of two objects that a field links: `addToAttendees(attendeesAttendeeId:, conferencesConferenceId:)`.
  func pair() -> MutationAction? {
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
  func viewersList() -> MutationAction? {
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
      (names.named(noun).isEmpty && !names.ending(noun).contains { type in found.targets.contains { $0 === type } })
        || name.verb == .connect || name.verb == .disconnect || !name.tail.isEmpty
    else { return nil }
    let connects = [.create, .add, .connect].contains(name.verb)
    return .link(LinkAction(field: found, owner: .viewer, other: .slot(only), connects: connects))
  }

  /// What whoever asks has one of: `setDefaultAddress(addressId:)`.
  func viewersOne() -> MutationAction? {
    guard let viewer = plan.viewer, [.set, .update].contains(name.verb), names.named(name.noun).isEmpty,
      let only = keySlots.only
    else { return nil }
    let field = plan.fields(of: viewer).first { field in
      field.role == .toOne && FieldDraft.noun(of: field.name) == name.noun
        && field.targets.contains { target in only.types.contains { $0 === target } }
    }
    return field.map { .link(LinkAction(field: $0, owner: .viewer, other: .slot(only.slot), connects: true)) }
  }

  /// `joinRoom(roomId:)` where the room has members of the type of whoever asks.
  func viewerJoins() -> MutationAction? {
    guard let viewer = plan.viewer, name.verb == .connect || name.verb == .disconnect, let only = keySlots.only,
      let type = only.types.only
    else { return nil }
    let list = plan.fields(of: type).first { field in
      field.role == .toMany && field.targets.contains { $0 === viewer }
        && Self.members.contains(FieldDraft.noun(of: field.name).last ?? "")
    }
    return list.map {
      .link(LinkAction(field: $0, owner: .slot(only.slot), other: .viewer, connects: name.verb == .connect))
    }
  }

  private static let members: Set<String> = [
    "member", "participant", "attendee", "user", "player", "subscriber", "guest", "student", "people", "person",
  ]

  /// What a verb undoes that was said with another one: `unassignTodo(todoId:)` leads `assignee` to nobody.
  func cleared() -> MutationAction? {
    guard name.verb == .disconnect || name.verb == .other, name.word.hasPrefix("un"), keySlots.count <= 1 else {
      return nil
    }
    let stem = String(name.word.dropFirst(2))
    guard stem.utf8.count >= 4 else { return nil }
    return update(touched()) { type in
      plan.fields(of: type).filter { field in
        words(of: field.name).contains { word in
          guard word.hasPrefix(stem), field.role == .toMany else { return word.hasPrefix(stem) && field.role == .toOne }
          return word.hasSuffix("ees") || word.hasSuffix("ed")
        } && (field.isMany || !field.isNonNull)
      }.map { .clear($0) }
    }
  }
}
