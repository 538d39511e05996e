extension JSON {
  /// The same data with the members of all objects, however deep, sorted by name (by Unicode scalars); those of one
  /// name keep their order. Arrays stay as they are, and so do number texts.
  package func sortedMembers() -> JSON {
    rebuilt { .object($0.sortedByName()) }
  }

  /// The value with every object in it, the innermost first, replaced by what `change` makes of it. Walks with a
  /// stack of its own.
  private func rebuilt(_ change: (JSONObject) -> JSON) -> JSON {
    var open: [Rebuilding] = []
    var value = self
    while true {
      // Down to something that is complete as it is …
      while let container = Rebuilding(value) {
        value = container.first
        open.append(container)
      }
      // … and up again, through the containers that it completes.
      while true {
        guard let last = open.indices.last else { return value }
        if let next = open[last].put(value) {
          value = next
          break
        }
        value = open.removeLast().whole(change)
      }
    }
  }
}

/// A container whose contents are being replaced one by one.
private struct Rebuilding {
  private let isObject: Bool
  private var elements: [JSON] = []
  private var members: [JSONObject.Member] = []
  private var next = 0

  /// Nil for scalars and empty containers.
  init?(_ value: JSON) {
    switch value {
    case .array(let elements) where !elements.isEmpty:
      isObject = false
      self.elements = elements
    case .object(let object) where !object.isEmpty:
      isObject = true
      members = object.members
    default:
      return nil
    }
  }

  var first: JSON { isObject ? members[0].value : elements[0] }

  /// Puts the new value in the place of the next old one, and returns the old one after that.
  mutating func put(_ value: JSON) -> JSON? {
    if isObject { members[next].value = value } else { elements[next] = value }
    next += 1
    guard next < (isObject ? members.count : elements.count) else { return nil }
    return isObject ? members[next].value : elements[next]
  }

  func whole(_ change: (JSONObject) -> JSON) -> JSON {
    isObject ? change(JSONObject(members)) : .array(elements)
  }
}
