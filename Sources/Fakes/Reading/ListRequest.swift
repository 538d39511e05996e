import FakeValues
import GraphQLSchema
import OrderedJSON

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

/// What a world tells of its objects to who reads lists of them.
protocol ReadableWorld {
  /// What stands for an object.
  associatedtype Member

  /// The value of a leaf field without arguments: a scalar, an enum value's name, an array of them, or `.null`.
  func leaf(_ field: SchemaField, of member: Member) -> JSON

  /// The objects that a composite field leads to without arguments, through a connection too; none for null.
  func related(_ field: SchemaField, of member: Member) -> [Member]

  /// The object type of a member.
  func type(of member: Member) -> SchemaType

  /// The text by which a member is known, `25` or `CA`: what cursors and `ids` mean.
  func key(of member: Member) -> String
}

/// A part of a list, and what connections and pages say of it.
struct ListPage<Member> {
  var items: [Member]
  /// How many members there are on all pages, after filtering.
  var totalCount: Int
  /// How many of them are in front of the first item; of an empty page, where it would stand.
  var offset: Int
  /// How many items a page may have; nil if the request sets no bound.
  var pageSize: Int?
  var hasNext: Bool
  var hasPrevious: Bool

  /// The number of the page, counted from 1.
  var currentPage: Int {
    guard let pageSize, pageSize > 0 else { return 1 }
    return offset / pageSize + 1
  }

  /// How many pages of this size there are, at least 1.
  var lastPage: Int {
    guard let pageSize, pageSize > 0 else { return 1 }
    return max(1, (totalCount + pageSize - 1) / pageSize)
  }
}

extension ListPage: Sendable where Member: Sendable {}
extension ListPage: Equatable where Member: Equatable {}
