// `==` is exact, unlike the synthesized one: strings and names compare by their scalars, not by canonical equivalence
// (UTF8Bytes.swift). It and hashing use a stack of their own, so that deep values are safe.

extension JSON {
  /// Compares exactly: order of members, repeated names, number texts, scalars of strings.
  package static func == (left: JSON, right: JSON) -> Bool {
    var pending = [(left, right)]
    while let (left, right) = pending.popLast() {
      switch (left, right) {
      case (.array(let left), .array(let right)):
        guard left.count == right.count else { return false }
        for index in left.indices where !same(left[index], right[index], orLater: &pending) { return false }
      case (.object(let left), .object(let right)):
        let left = left.members
        let right = right.members
        guard left.count == right.count else { return false }
        for index in left.indices {
          guard left[index].name.hasSameScalars(as: right[index].name),
            same(left[index].value, right[index].value, orLater: &pending)
          else { return false }
        }
      default:
        guard sameScalar(left, right) else { return false }
      }
    }
    return true
  }

  package func hash(into hasher: inout Hasher) {
    var pending = [self]
    while let value = pending.popLast() {
      switch value {
      case .null: hasher.combine(0)
      case .bool(let bool): hasher.combine(bool ? 2 : 1)
      case .number(let number):
        hasher.combine(3)
        hasher.combine(number.text)
      case .string(let text):
        hasher.combine(4)
        hasher.combine(text)
      case .array(let elements):
        hasher.combine(5)
        hasher.combine(elements.count)
        pending.append(contentsOf: elements)
      case .object(let object):
        hasher.combine(6)
        hasher.combine(object.members.count)
        for member in object.members {
          hasher.combine(member.name)
          pending.append(member.value)
        }
      }
    }
  }

  /// Compares scalars now. Defers containers to `pending` and returns true for them.
  private static func same(_ left: JSON, _ right: JSON, orLater pending: inout [(JSON, JSON)]) -> Bool {
    switch (left, right) {
    case (.array, .array), (.object, .object):
      pending.append((left, right))
      return true
    default:
      return sameScalar(left, right)
    }
  }

  private static func sameScalar(_ left: JSON, _ right: JSON) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.number(let left), .number(let right)): left.text == right.text
    case (.string(let left), .string(let right)): left.hasSameScalars(as: right)
    default: false
    }
  }
}

extension JSONObject {
  package static func == (left: JSONObject, right: JSONObject) -> Bool {
    JSON.object(left) == JSON.object(right)
  }

  package func hash(into hasher: inout Hasher) {
    JSON.object(self).hash(into: &hasher)
  }
}

extension JSONObject.Member {
  package static func == (left: JSONObject.Member, right: JSONObject.Member) -> Bool {
    left.name.hasSameScalars(as: right.name) && left.value == right.value
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(value)
  }
}
