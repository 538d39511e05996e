import FakeValues
import OrderedJSON

/// A part of a list that was recorded: a page, or its first few.
struct ListWindow: Sendable {
  /// The cursor behind which it begins; nil where none was given.
  var after: String?
  /// How many stand before it; nil where that is not known.
  var offset: Int?
  /// The cursor of its end.
  var end: String?
  /// Whether something stands behind it; nil where nobody said so.
  var hasNext: Bool?
  var items: [ObjectID]

  func mapped(_ name: (ObjectID) -> ObjectID?) -> ListWindow {
    var window = self
    window.items = items.compactMap(name).withoutRepeats
    return window
  }

  /// The windows one behind the other.
  ///
  /// - Returns: the objects in the order of the list, those of windows that follow none of the others last; whether
  ///   this is the whole list; and how many of them, from the first on, stand one behind the other.
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

  /// What the arguments of a list field say of the part; nil where they choose rather than cut.
  init?(_ arguments: JSONObject, items: [ObjectID], isPage: Bool) {
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
      default: return nil
      }
    }
    self.after = after
    self.offset = offset
    self.items = items
    // Fewer than were asked for: there are no more.
    if let size, items.count < size, offset != nil || after != nil { hasNext = false }
    if arguments.isEmpty, !isPage { hasNext = false }
  }
}
