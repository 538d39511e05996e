import OrderedJSON
import Recordings

/// The shape of recorded answers at a place: the kinds of values, members and elements that clients rely on. All
/// elements of a list share one shape, so its length does not matter.
struct AnswerShape {
  /// The kinds of values, including `null`.
  enum Kind: Hashable {
    case null, boolean, number, string, object, list

    init(_ value: JSON) {
      switch value {
      case .null: self = .null
      case .bool: self = .boolean
      case .number: self = .number
      case .string: self = .string
      case .object: self = .object
      case .array: self = .list
      }
    }

    /// The kind in messages: `a string`.
    var words: String {
      switch self {
      case .null: "null"
      case .boolean: "a Boolean"
      case .number: "a number"
      case .string: "a string"
      case .object: "an object"
      case .list: "a list"
      }
    }
  }

  /// Similar objects at a place: of one `__typename`, or without it with the same members.
  struct Group {
    /// The members that all of them have, in the order of the first object.
    var common: [String]
    var members: [String: AnswerShape]
  }

  /// The first value of each kind, in order.
  private(set) var examples: [(kind: Kind, value: JSON)] = []
  /// True if a placeholder of any type was recorded there. A placeholder of a secret counts as a string.
  private(set) var isOpen = false
  private(set) var groups: [String: Group] = [:]
  /// The names of the groups, in order.
  private(set) var order: [String] = []
  private var elements: [AnswerShape] = []

  /// The shape of a list's elements; nil if there was none.
  var element: AnswerShape? { elements.first }
  var isEmpty: Bool { examples.isEmpty && !isOpen }

  func has(_ kind: Kind) -> Bool { isOpen || examples.contains { $0.kind == kind } }

  /// The recorded value for messages: the first that is not null.
  var example: JSON? { (examples.first { $0.kind != .null } ?? examples.first)?.value }

  /// Adds a recorded value.
  mutating func add(_ value: JSON) {
    if Placeholder.isOfAnyType(value) {
      isOpen = true
      return
    }
    let kind = Kind(value)
    if !examples.contains(where: { $0.kind == kind }) { examples.append((kind, value)) }
    switch value {
    case .array(let values):
      if values.isEmpty { return }
      if elements.isEmpty { elements.append(AnswerShape()) }
      for value in values { elements[0].add(value) }
    case .object(let object): add(object)
    case .null, .bool, .number, .string: break
    }
  }

  private mutating func add(_ object: JSONObject) {
    let name = Self.group(of: object)
    if groups[name] == nil {
      order.append(name)
      groups[name] = Group(common: object.names, members: [:])
    }
    groups[name]?.common.removeAll { object[$0] == nil }
    for member in object.members { groups[name]?.members[member.name, default: AnswerShape()].add(member.value) }
  }

  /// Returns the name of an object's group.
  static func group(of object: JSONObject) -> String {
    if let type = typename(of: object) { return "type \(type)" }
    return "members " + object.names.sorted { $0.precedesByScalars($1) }.joined(separator: " ")
  }

  static func typename(of object: JSONObject) -> String? { object["__typename"]?.stringValue }
}
