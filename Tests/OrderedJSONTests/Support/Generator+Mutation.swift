import OrderedJSON

extension Generator {
  /// The value with one spot changed, so that it is no longer equivalent.
  mutating func mutated(_ value: JSON) -> JSON {
    switch value {
    case .array(var elements) where !elements.isEmpty && below(3) > 0:
      let index = below(elements.count)
      elements[index] = mutated(elements[index])
      return .array(elements)
    case .object(var object) where !object.isEmpty && below(3) > 0:
      let index = below(object.count)
      object.members[index].value = mutated(object.members[index].value)
      return .object(object)
    default:
      return replaced(value)
    }
  }

  private mutating func replaced(_ value: JSON) -> JSON {
    switch value {
    case .null: return pick([.bool(false), .string(""), .number(JSONNumber(0)), .array([]), .object(JSONObject())])
    case .bool(let bool): return .bool(!bool)
    case .number(let number):
      let text = number.text
      if number.canonicalText == "0" { return .number(JSONNumber(validated: "1e-999")) }
      return .number(JSONNumber(validated: text.hasPrefix("-") ? String(text.dropFirst()) : "-" + text))
    case .string(let text): return .string(pick([text + " ", "x" + text, text + "\u{301}"]))
    case .array(let elements): return .array(elements + [.null])
    case .object(let object): return replaced(object)
    }
  }

  private mutating func replaced(_ object: JSONObject) -> JSON {
    var members = object.members
    switch below(members.isEmpty ? 1 : 3) {
    case 0: members.insert(JSONObject.Member("new", json(depth: 1)), at: below(members.count + 1))
    case 1: members.remove(at: below(members.count))
    default: members[below(members.count)].name += "\u{301}"
    }
    return .object(JSONObject(members))
  }

  /// The same data in another order and with other number texts.
  mutating func respelled(_ value: JSON) -> JSON {
    switch value {
    case .null, .bool, .string: return value
    case .number(let number): return .number(respelled(number))
    case .array(let elements): return .array(elements.map { respelled($0) })
    case .object(let object):
      var members = object.members.map { JSONObject.Member($0.name, respelled($0.value)) }
      // Neighbours change places unless they share a name.
      for _ in members.indices where members.count > 1 {
        let index = below(members.count - 1)
        if !members[index].name.hasSameScalars(as: members[index + 1].name) { members.swapAt(index, index + 1) }
      }
      return .object(JSONObject(members))
    }
  }

  private mutating func respelled(_ number: JSONNumber) -> JSONNumber {
    let text = number.text
    guard below(2) == 0, !text.contains(where: { "eE".contains($0) }) else {
      return JSONNumber(validated: number.canonicalText)
    }
    return JSONNumber(validated: text.contains(".") ? text + "0e0" : text + ".0E+00")
  }
}
