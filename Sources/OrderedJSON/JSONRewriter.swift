/// The decision about a value inside a tree.
package enum JSONRewrite<Place> {
  /// The value and everything in it stays.
  case keep
  case remove
  case replace(JSON)
  /// The container is visited; a scalar stays.
  case enter(Place)
}

/// Rewrites a tree: decides about its values, outermost first.
package protocol JSONRewriter<Place> {
  associatedtype Place

  /// Decides about a member or an element. `object` is that of a member, `place` is that of the container.
  func decide(_ slot: JSONSlot, in object: JSONObject?, at place: Place) -> JSONRewrite<Place>

  /// Returns the replacement of an object whose members have been rewritten.
  func whole(_ object: JSONObject) -> JSONObject
}

extension JSONRewriter {
  package func whole(_ object: JSONObject) -> JSONObject { object }

  /// Returns the rewritten tree. Uses a stack of its own, because answers may be deep. Values that are not entered cost
  /// nothing.
  package func rewritten(_ root: JSON, at place: Place) -> JSON {
    guard var frame = RewriteFrame(root, place) else { return root }
    var open: [RewriteFrame<Place>] = []
    while true {
      if let inner = frame.step(self) {
        open.append(frame)
        frame = inner
        continue
      }
      let done = frame.isObject ? .object(whole(JSONObject(frame.members))) : JSON.array(frame.elements)
      guard var outer = open.popLast() else { return done }
      outer.put(done)
      frame = outer
    }
  }
}

/// A container that is being rewritten.
private struct RewriteFrame<Place> {
  private let place: Place
  private let value: JSON
  private var next = 0
  /// The values that stayed or were replaced.
  private(set) var members: [JSONObject.Member] = []
  private(set) var elements: [JSON] = []

  /// Nil for a scalar.
  init?(_ value: JSON, _ place: Place) {
    switch value {
    case .object(let object): members.reserveCapacity(object.count)
    case .array(let old): elements.reserveCapacity(old.count)
    case .null, .bool, .number, .string: return nil
    }
    self.place = place
    self.value = value
  }

  var isObject: Bool { if case .object = value { true } else { false } }

  /// Advances to the next container to visit; nil at the end.
  mutating func step(_ rewriter: some JSONRewriter<Place>) -> RewriteFrame? {
    while let slot {
      switch rewriter.decide(slot, in: value.objectValue, at: place) {
      case .keep: put(slot.value)
      case .remove: next += 1
      case .replace(let new): put(new)
      case .enter(let inner):
        if let frame = RewriteFrame(slot.value, inner) { return frame }
        put(slot.value)
      }
    }
    return nil
  }

  private var slot: JSONSlot? {
    switch value {
    case .object(let object) where next < object.count:
      let member = object.members[next]
      return JSONSlot(name: member.name, index: next, count: object.count, value: member.value)
    case .array(let elements) where next < elements.count:
      return JSONSlot(name: nil, index: next, count: elements.count, value: elements[next])
    default: return nil
    }
  }

  /// Appends the value for the current member or element.
  mutating func put(_ new: JSON) {
    if case .object(let object) = value {
      members.append(.init(object.members[next].name, new))
    } else {
      elements.append(new)
    }
    next += 1
  }
}
