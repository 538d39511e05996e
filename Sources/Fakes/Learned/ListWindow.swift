import FakeValues
import OrderedJSON

/// A recorded part of a list: a page, or its beginning.
struct ListWindow: Sendable {
  /// The cursor after which it begins; nil if there was none.
  var after: String?
  /// The number of items before it; nil if that is unknown.
  var offset: Int?
  var end: String?
  /// Indicates whether items follow it; nil if that is unknown.
  var hasNext: Bool?
  var items: [ObjectID]

  func mapped(_ name: (ObjectID) -> ObjectID?) -> ListWindow {
    var window = self
    window.items = items.compactMap(name).withoutRepeats
    return window
  }

  /// Joins consecutive windows. Returns the objects in the order of the list, with unconnected windows last; true if
  /// this is the whole list; and the number of consecutive objects from the first on.
  static func joined(_ windows: [ListWindow]) -> (items: [ObjectID], isWhole: Bool, inRow: Int) {
    var rest = windows
    var items: [ObjectID] = []
    var isWhole = false
    if let first = rest.indices.filter({ rest[$0].offset == 0 }).max(by: { rest[$0].items.count < rest[$1].items.count }
    ) {
      var next: Int? = first
      while let index = next {
        let window = rest.remove(at: index)
        items += window.items
        isWhole = window.hasNext == false
        if isWhole { break }
        next = rest.firstIndex {
          ($0.after != nil && $0.after == window.end) || ($0.offset ?? 0) > 0 && $0.offset == items.count
        }
      }
    }
    let row = items.withoutRepeats
    if isWhole { return (row, true, row.count) }
    return ((row + rest.flatMap(\.items)).withoutRepeats, false, row.count)
  }

  /// Reads a part from the arguments of a list field; nil if they filter rather than cut. In a fixture, filtered items
  /// are some of the list, and a page without a size is the whole list.
  init?(_ arguments: JSONObject, items: [ObjectID], isPage: Bool, isFixture: Bool = false) {
    var (after, offset): (String?, Int?) = (nil, 0)
    var size: Int?
    for argument in arguments.members {
      switch words(of: argument.name).joined(separator: " ") {
      case "first", "limit", "take", "page size", "per page", "size", "count", "items per page":
        size = argument.value.intValue
      case "after", "cursor", "page token", "next token": (after, offset) = (argument.value.keyText, nil)
      case "skip", "offset", "start": offset = argument.value.intValue
      case "page", "page number": if argument.value.intValue ?? 0 > 1 { offset = nil }
      case "last", "before": offset = nil
      default:
        guard isFixture else { return nil }
        offset = nil
      }
    }
    self.after = after
    self.offset = offset
    self.items = items
    // Fewer items than requested: there are no more.
    if let size, items.count < size, offset != nil || after != nil { hasNext = false }
    if arguments.isEmpty, !isPage || isFixture { hasNext = false }
  }
}
