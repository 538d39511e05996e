import GraphQLExecution
import OrderedJSON

/// Which part of a list is asked for.
struct ListWindow: Hashable, Sendable {
  /// At most so many items; nil for all.
  var limit: Int?
  /// Whether the items are taken from the end (`last`).
  var fromEnd = false

  /// The arguments that say from where on a list is wanted.
  private static let offsets: Set<String> = ["skip", "offset", "after", "before", "page"]

  private static let limits: Set<String> = [
    "first", "last", "limit", "pageSize", "page_size", "perPage", "per_page", "take", "top", "size", "count", "max",
  ]

  init() {}

  /// The smallest of the limits among the arguments.
  init(_ arguments: JSONObject) {
    for argument in arguments.members where Self.limits.contains(argument.name) {
      guard case .number(let number) = argument.value, let value = Int(number.text), value >= 0 else { continue }
      if value < limit ?? Int.max {
        limit = value
        fromEnd = argument.name == "last"
      }
    }
  }

  /// Whether an argument says how much of a list is wanted or from where. Such arguments do not change what the
  /// list is, so they take no part in the hash of one.
  static func isWindow(_ argument: JSONObject.Member) -> Bool {
    switch argument.value {
    case .number: limits.contains(argument.name) || offsets.contains(argument.name)
    case .string: argument.name == "after" || argument.name == "before"
    case .null, .bool, .array, .object: false
    }
  }

  func cut<Item>(_ items: [Item]) -> [Item] {
    guard let limit else { return items }
    return Array(fromEnd ? items.suffix(limit) : items.prefix(limit))
  }
}

extension StableHash {
  /// This hash with the arguments that choose a value; null is absent, and for lists and pages those are left out
  /// that choose a part. Without arguments the hash is unchanged.
  func with(arguments: JSONObject, mayBePage: Bool) -> StableHash {
    var hash = self
    for argument in arguments.members where argument.value != .null {
      if mayBePage, ListWindow.isWindow(argument) { continue }
      hash.combine(argument.name)
      hash.combine(json: argument.value)
    }
    return hash
  }

  /// Absorbs a JSON value, each kind behind a word of its own; the order of an object's members does not count.
  mutating func combine(json: JSON) {
    // A list of what is still to come instead of calls: nothing bounds the depth of a JSON argument here.
    var pending: [JSON] = [json]
    while let json = pending.popLast() {
      switch json {
      case .null: combine(1)
      case .bool(let flag): combine(flag ? 3 : 2)
      case .number(let number):
        combine(4)
        combine(number.text)
      case .string(let text):
        combine(5)
        combine(text)
      case .array(let items):
        combine(6)
        combine(UInt64(items.count))
        pending.append(contentsOf: items.reversed())
      case .object(let object):
        combine(7)
        combine(UInt64(object.members.count))
        for member in object.members.sorted(by: { $0.name < $1.name }).reversed() {
          pending.append(member.value)
          pending.append(.string(member.name))
        }
      }
    }
  }
}

extension JSON {
  /// The text by which an object with this key is known: `25` and `"25"` are one. A scalar that is an object with
  /// one member (`{"value": "…"}`) is known by that member's text. Nil for null and for what has no such text.
  var keyText: String? {
    switch self {
    case .string(let text): return text
    case .number(let number): return number.text
    case .bool(let flag): return flag ? "true" : "false"
    case .object(let object):
      guard object.members.count == 1, case .string(let text) = object.members[0].value else { return nil }
      return text
    case .null, .array: return nil
    }
  }
}
