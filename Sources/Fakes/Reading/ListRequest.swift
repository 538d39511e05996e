import FakeValues
import GraphQLSchema
import OrderedJSON

/// The request of a call for a list: a condition, an order, and a part.
struct ListRequest: Sendable {
  let condition: Condition
  let searches: [Search]
  var order: [SortKey]
  let window: PageWindow

  func read<World: ReadableWorld>(_ members: [World.Member], in world: World) -> ListPage<World.Member> {
    page(of: matches(members, in: world), in: world)
  }

  /// Returns the members that the filters and searches find.
  func matches<World: ReadableWorld>(_ members: [World.Member], in world: World) -> [World.Member] {
    var members = members
    if !condition.isTrivial { members = members.filter { condition.holds(for: $0, in: world) } }
    for search in searches { members = search.found(among: members, in: world) }
    return members
  }

  /// Returns the requested part of the members that were found, in order.
  func page<World: ReadableWorld>(of matches: [World.Member], in world: World) -> ListPage<World.Member> {
    window.page(SortKey.sorted(matches, by: order, in: world), in: world)
  }
}

/// The objects of a world, as lists are read from it.
protocol ReadableWorld {
  associatedtype Member

  /// Returns the value of a leaf field without arguments: a scalar, an enum value's name, an array of them, or `.null`.
  func leaf(_ field: SchemaField, of member: Member) -> JSON

  /// Returns the objects of a composite field without arguments, directly or through a connection; none for null.
  func related(_ field: SchemaField, of member: Member) -> [Member]

  func type(of member: Member) -> SchemaType

  /// Returns the text that identifies a member in cursors and `ids`: `25` or `CA`.
  func key(of member: Member) -> String
}

/// A part of a list, with the facts of connections and pages.
struct ListPage<Member> {
  var items: [Member]
  /// The number of members on all pages, after filtering.
  var totalCount: Int
  /// The number of members before the first item, or before the place of an empty page.
  var offset: Int
  /// The most items of a page; nil if the request sets no bound.
  var pageSize: Int?
  var hasNext: Bool
  var hasPrevious: Bool

  /// The number of the page, from 1.
  var currentPage: Int {
    guard let pageSize, pageSize > 0 else { return 1 }
    return offset / pageSize + 1
  }

  /// The number of pages of this size, at least 1.
  var lastPage: Int {
    guard let pageSize, pageSize > 0 else { return 1 }
    return max(1, (totalCount + pageSize - 1) / pageSize)
  }
}

extension ListPage: Sendable where Member: Sendable {}
extension ListPage: Equatable where Member: Equatable {}
