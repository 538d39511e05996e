extension JSON {
  /// The same data with the members of all objects, at any depth, sorted by name (by Unicode scalars). Members with the
  /// same name keep their order. Arrays and number texts are unchanged.
  package func sortedMembers() -> JSON {
    rewritten(objects: { $0.sortedByName() })
  }

  /// Replaces everything in the value, innermost first: scalars with the result of `scalars`, and objects, after their
  /// members, with the result of `objects`. Uses a stack of its own.
  package func rewritten(
    scalars: (JSON) -> JSON = { $0 }, objects: (JSONObject) -> JSONObject = { $0 }
  ) -> JSON {
    var open: [Rewriting] = []
    var value = self
    while true {
      // Down to a value without contents …
      while let container = Rewriting(value) {
        value = container.first
        open.append(container)
      }
      switch value {
      case .array: break
      case .object(let object): value = .object(objects(object))
      case .null, .bool, .number, .string: value = scalars(value)
      }
      // … and up again, through the containers that it completes.
      while true {
        guard let last = open.indices.last else { return value }
        if let next = open[last].put(value) {
          value = next
          break
        }
        value = open.removeLast().whole(objects)
      }
    }
  }

  /// All values inside that are neither arrays nor objects, in the order of the text; a scalar contains only itself.
  package var scalars: Scalars { Scalars(open: [self]) }

  package struct Scalars: Sequence, IteratorProtocol {
    /// A stack, the next value last.
    fileprivate var open: [JSON]

    package mutating func next() -> JSON? {
      while let value = open.popLast() {
        switch value {
        case .array(let elements): open += elements.reversed()
        case .object(let object): open += object.members.reversed().map(\.value)
        case .null, .bool, .number, .string: return value
        }
      }
      return nil
    }
  }
}

/// A container whose contents are being replaced one by one.
private struct Rewriting {
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

  /// Replaces the current value and returns the next one to replace, or nil at the end.
  mutating func put(_ value: JSON) -> JSON? {
    if isObject { members[next].value = value } else { elements[next] = value }
    next += 1
    guard next < (isObject ? members.count : elements.count) else { return nil }
    return isObject ? members[next].value : elements[next]
  }

  func whole(_ change: (JSONObject) -> JSONObject) -> JSON {
    isObject ? .object(change(JSONObject(members))) : .array(elements)
  }
}
