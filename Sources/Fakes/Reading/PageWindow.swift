import FakeValues
import GraphQLSchema
import OrderedJSON

/// The requested part of a filtered and ordered list.
struct PageWindow: Hashable, Sendable {
  var first: Int?
  var last: Int?
  /// Keys, not cursors.
  var after: String?
  var before: String?
  /// The key of the member at which the list begins.
  var from: String?
  var offset = 0
  /// The number of the page, from 1.
  var page: Int?
  /// Indicates whether an unknown cursor gives an empty list, as with Graphcool; the Relay algorithm ignores it.
  var unknownCursorIsEmpty = false

  /// The most members in the part; nil if there is no limit.
  var size: Int? { first ?? last ?? (page == nil ? nil : Self.defaultPageSize) }

  /// The size of a page if only its number is given.
  static let defaultPageSize = 10

  /// Returns the part of a list of members with these keys. Cursors, `first` and `last` follow the Relay
  /// specification's connection algorithm; with `last` alone, `offset` is counted from the end, as with Graphcool.
  func page<World: ReadableWorld>(_ members: [World.Member], in world: World) -> ListPage<World.Member> {
    let size = size
    var low = 0
    var high = members.count
    func index(ofKey key: String, in range: Range<Int>) -> Int? {
      if let found = range.first(where: { world.key(of: members[$0]).hasSameScalars(as: key) }) { return found }
      // Only cursors of several types have a line break.
      guard key.contains("\n") else { return nil }
      return range.first {
        Self.key(world.key(of: members[$0]), of: world.type(of: members[$0])).hasSameScalars(as: key)
      }
    }
    var cutsFront = false
    var cutsEnd = false
    if let after {
      if let index = index(ofKey: after, in: low..<high) {
        low = index + 1
        cutsFront = true
      } else if unknownCursorIsEmpty {
        low = high
      }
    }
    if let from {
      if let index = index(ofKey: from, in: low..<high) { low = index } else { low = high }
      cutsFront = cutsFront || low > 0
    }
    if let before {
      if let index = index(ofKey: before, in: low..<high) {
        high = index
        cutsEnd = true
      } else if unknownCursorIsEmpty {
        high = low
      }
    }
    let skipped = offset.addingReportingOverflow(pageOffset(size)).partialValue
    // A page past the end keeps its number.
    let place = last == nil ? low.addingReportingOverflow(max(skipped, 0)).partialValue : low
    if skipped > 0 {
      if last != nil, first == nil { high -= min(skipped, high - low) } else { low += min(skipped, high - low) }
    }
    let edges = high - low
    let bound = page == nil ? first : size
    if let bound { high = low + min(bound, high - low) }
    if let last { low = high - min(last, high - low) }
    let isRelay = offset == 0 && page == nil && from == nil
    return ListPage(
      items: Array(members[low..<high]), totalCount: members.count, offset: max(low, place), pageSize: size,
      hasNext: isRelay ? bound.map { edges > $0 } ?? cutsEnd : high < members.count,
      hasPrevious: isRelay ? last.map { edges > $0 } ?? cutsFront : low > 0)
  }

  /// The key of a member in the cursors of a list of several types.
  static func key(_ key: String, of type: SchemaType) -> String { "\(type.name)\n\(key)" }

  private func pageOffset(_ size: Int?) -> Int {
    guard let page, let size, page > 1 else { return 0 }
    let (product, overflows) = (page - 1).multipliedReportingOverflow(by: size)
    return overflows ? .max / 2 : min(product, .max / 2)
  }
}
