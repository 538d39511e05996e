import FakeValues
import GraphQLSchema

/// The lists of a page.
struct PagePlan: Hashable, Sendable {
  let edges: String?
  /// The names of its lists of objects, `edges` included; the page's facts are about the first one.
  let lists: [String]
  /// The named type of the objects in the first list.
  let items: String
}

/// A page's fact about its list.
enum PageFact: Hashable, Sendable {
  /// The number of objects in the whole list, after filtering.
  case total
  /// The most objects of a page.
  case size
  /// The number of objects of this page.
  case length
  case hasNext, hasPrevious
  case startCursor, endCursor
  /// Pages are counted from 1.
  case page, pageCount, nextPage, previousPage
  /// The number of objects before the first.
  case offset
  /// The numbers of the first and the last object in the whole list, from 1, as Laravel's `from` and `to`.
  case firstNumber, lastNumber

  /// Finds the fact by the name of a page's field; nil for any other field.
  init?(field: String) {
    guard let fact = Self.names[words(of: field).joined(separator: " ")] else { return nil }
    self = fact
  }

  /// Indicates whether it proves that its type is a page: letters and journeys have `from` and `to`, too.
  var isDecisive: Bool { self != .firstNumber && self != .lastNumber }

  private static let names: [String: PageFact] = {
    var names: [String: PageFact] = [:]
    func add(_ fact: PageFact, _ list: [String]) { for name in list { names[name] = fact } }
    add(
      .total,
      ["total count", "total", "count", "all", "total items", "total results", "total elements", "total records"])
    add(.size, ["page size", "per page", "items per page", "limit", "size", "results per page"])
    add(.length, ["number of elements", "items on page", "count on page"])
    add(.hasNext, ["has next page", "has next", "has more", "has more pages", "more", "has more results"])
    add(.hasPrevious, ["has previous page", "has previous", "has prev", "has prev page"])
    add(.startCursor, ["start cursor", "first cursor", "previous cursor", "prev cursor"])
    add(.endCursor, ["end cursor", "next cursor", "cursor", "last cursor", "next token", "next page token", "after"])
    add(.page, ["page", "current page", "page number"])
    add(.pageCount, ["page count", "pages", "total pages", "last page", "number of pages", "max page"])
    add(.nextPage, ["next page", "next"])
    add(.previousPage, ["previous page", "prev page", "prev", "previous"])
    add(.offset, ["offset", "skip", "start index"])
    add(.firstNumber, ["from", "first item"])
    add(.lastNumber, ["to", "last item"])
    return names
  }()
}

extension PageFact {
  /// The words of rules for the fields of a page, in the order of messages.
  static let roles: [(word: String, fact: PageFact)] = [
    ("total", .total), ("size", .size), ("length", .length), ("hasMore", .hasNext), ("hasPrevious", .hasPrevious),
    ("startCursor", .startCursor), ("cursor", .endCursor), ("page", .page), ("pageCount", .pageCount),
    ("nextPage", .nextPage), ("previousPage", .previousPage), ("offset", .offset), ("firstNumber", .firstNumber),
    ("lastNumber", .lastNumber),
  ]
}
