import FakeValues

/// What an argument says of the part of a list that is wanted.
enum WindowPart: Hashable, Sendable {
  /// At most so many items, from the front or from the end.
  case first, last
  /// Only what is behind or in front of the member with this cursor.
  case after, before
  /// So many items are left out.
  case offset
  /// The page's number, counted from 1 or from 0.
  case page, pageIndex
  /// Prisma's: the list begins at this member itself.
  case cursor

  /// The part that a name means, whatever its underscores; nil if it is none. Sizes and offsets are numbers; of input
  /// objects only Prisma's cursor is a part.
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

  /// Names that are sizes only where the objects have no field of that name.
  static let weakNames: Set<String> = ["size", "count", "max", "top", "start", "from", "num"]
}
