extension JSON {
  /// The same data with the members of all objects, however deep, sorted by name (by Unicode scalars); those of one
  /// name keep their order. Arrays stay as they are, and so do number texts.
  package func sortedMembers() -> JSON {
    rewritten(objects: { $0.sortedByName() })
  }

  /// The value with everything in it replaced, the innermost first: scalars by what `scalars` makes of them, objects by
  /// what `objects` makes of them once their members are done. Walks with a stack of its own.
  package func rewritten(
    scalars: (JSON) -> JSON = { $0 }, objects: (JSONObject) -> JSONObject = { $0 }
  ) -> JSON {
    var open: [Rewriting] = []
    var value = self
    while true {
      // Down to something without contents …
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

  /// Everything in the value that is neither an array nor an object, in the order of the text; the value itself if it is
  /// a scalar.
  package var scalars: Scalars { Scalars(open: [self]) }

  package struct Scalars: Sequence, IteratorProtocol {
    /// A stack of its own, the next one last.
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

  /// Puts the new value in the place of the next old one, and returns the old one after that.
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
