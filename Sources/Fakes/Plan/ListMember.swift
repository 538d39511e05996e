import GraphQLSchema

/// The object of a list that a to-one field of the same type shows: `lastMessage` beside `messages`.
struct ListMember: Sendable {
  /// The number of the list.
  let list: Int
  /// The place in the list, so that `homeTeam` and `awayTeam` differ; nil for the newest object.
  let place: Int?

  private static let newest: Set<String> = ["last", "latest", "newest", "recent"]

  /// Finds the fields that end with the noun of a list, unless they have an inverse. `groups` are the relations of each
  /// type.
  static func find(_ groups: [[FieldDraft]], _ links: [Int: Link]) -> [Int: ListMember] {
    var inverses: Set<Int> = []
    for case .derived(let from) in links.values { inverses.formUnion(from) }
    var members: [Int: ListMember] = [:]
    for group in groups {
      var taken: [Int: Int] = [:]
      for draft in group
      where links[draft.id] == .toOne && draft.noun.count > 1 && !inverses.contains(draft.id)
        && draft.field.arguments.isEmpty && draft.targets.only !== draft.owner
      {
        let list = group.first { list in
          list.isMany && list.noun == draft.noun.suffix(1)
            && list.targets.map(\.index) == draft.targets.map(\.index)
        }
        guard let list else { continue }
        if newest.contains(draft.noun[0]) {
          members[draft.id] = ListMember(list: list.id, place: nil)
        } else {
          members[draft.id] = ListMember(list: list.id, place: taken[list.id, default: 0])
          taken[list.id, default: 0] += 1
        }
      }
    }
    return members
  }
}
