import FakeValues

/// A bound of the requested part of a list.
enum WindowPart: Hashable, Sendable {
  /// The most items, from the front or from the end.
  case first, last
  /// Only items after or before the member with this cursor.
  case after, before
  /// The number of items to skip.
  case offset
  /// The page's number, from 1 or from 0.
  case page, pageIndex
  /// Prisma's: the list begins at this member itself.
  case cursor

  /// Finds the bound by a name, in any notation; nil if it is none. Sizes and offsets are numbers; of input objects
  /// only Prisma's cursor is a bound.
  init?(_ name: String, isNumber: Bool, isObject: Bool) {
    let text = words(of: name).joined()
    switch text {
    case "cursor" where isObject: self = .cursor
    case _ where isObject: return nil
    case "after", "aftercursor", "cursor", "startafter", "nextcursor", "aftertoken", "pagetoken", "nexttoken":
      self = .after
    case "before", "beforecursor", "endbefore": self = .before
    case _ where !isNumber: return nil
    case _ where Self.sizes.contains(text): self = .first
    case "last": self = .last
    case "skip", "offset", "start", "startindex", "startat", "from": self = .offset
    case "page", "pagenumber", "pageno", "currentpage": self = .page
    case "pageindex": self = .pageIndex
    default: return nil
    }
  }

  private static let sizes: Set<String> = [
    "first", "limit", "take", "pagesize", "perpage", "size", "top", "count", "max", "itemsperpage", "resultsperpage",
    "maxresults", "maxitems", "num", "pagelimit", "limitto",
  ]

  /// Names that are sizes only if the objects have no field of that name.
  static let weakNames: Set<String> = ["size", "count", "max", "top", "start", "from", "num"]
}
