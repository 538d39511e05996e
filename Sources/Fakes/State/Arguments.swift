import FakeValues
import GraphQLSchema
import OrderedJSON

extension StableHash {
  /// Returns this hash with the arguments that determine a value; null and absent arguments leave it unchanged.
  func with(arguments: JSONObject) -> StableHash {
    var hash = self
    for argument in arguments.members where argument.value != .null {
      hash.combine(argument.name)
      hash.combine(json: argument.value)
    }
    return hash
  }

  /// Absorbs a JSON value, each kind after its own word; the order of an object's members does not matter.
  mutating func combine(json: JSON) {
    // A list of pending values instead of recursion, since the depth of a JSON argument is unbounded here.
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
  /// The text of a key: `25` and `"25"` are one. A scalar that is an object with one member (`{"value": "…"}`) has that
  /// member's text. Nil for null and for values without such a text.
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
