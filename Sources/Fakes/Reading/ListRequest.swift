/// What a call asks of a list: which members, in which order, which part of them.
struct ListRequest: Sendable {
  /// What the members have to be like.
  let condition: Condition
  /// Texts that have to be somewhere in them.
  let searches: [Search]
  var order: [SortKey]
  let window: PageWindow

  /// The members that are asked for, out of all in their own order.
  func read<World: ReadableWorld>(_ members: [World.Member], in world: World) -> ListPage<World.Member> {
    var members = members
    if !condition.isTrivial { members = members.filter { condition.holds(for: $0, in: world) } }
    for search in searches { members = search.found(among: members, in: world) }
    return window.page(SortKey.sorted(members, by: order, in: world), in: world)
  }
}
