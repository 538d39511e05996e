import FakeValues
import GraphQLSchema
import OrderedJSON

extension StableHash {
  /// This hash with the arguments that choose a value; null is absent. Without arguments the hash is unchanged.
  func with(arguments: JSONObject) -> StableHash {
    var hash = self
    for argument in arguments.members where argument.value != .null {
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
