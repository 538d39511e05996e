extension JSON {
  /// Visits the value and everything in it, outermost first, in the order of the text. Uses a stack of its own, because
  /// a server decides how deep an answer is.
  ///
  /// - Parameters:
  ///   - place: what the caller has to know about the value itself, such as its path.
  ///   - inside: returns the same for a member or an element, from its container's; nil leaves it out, with everything
  ///     in it.
  /// - Returns: the values with their places.
  package func walk<Place>(
    at place: Place, inside: @escaping (_ slot: JSONSlot, _ place: Place) -> Place?
  ) -> JSONWalk<Place> {
    JSONWalk(open: [(self, place)], inside: inside)
  }

  /// Visits the value and everything in it with the paths.
  package var paths: JSONWalk<JSONPath> { walk(at: JSONPath()) { slot, path in path.appending(slot.step) } }

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

/// A member of an object or an element of an array.
package struct JSONSlot {
  /// Nil for an element.
  package let name: String?
  /// The position in the container, from 0.
  package let index: Int
  /// The number of members or elements of the container.
  package let count: Int
  package let value: JSON

  package var step: JSONPath.Step { name.map { .name($0) } ?? .index(index) }
}

/// The values that `JSON.walk(at:inside:)` visits.
package struct JSONWalk<Place>: Sequence, IteratorProtocol {
  /// A stack, the next value last.
  fileprivate var open: [(value: JSON, place: Place)]
  fileprivate let inside: (JSONSlot, Place) -> Place?

  package mutating func next() -> (value: JSON, place: Place)? {
    guard let visited = open.popLast() else { return nil }
    switch visited.value {
    case .array(let elements):
      for index in elements.indices.reversed() {
        push(JSONSlot(name: nil, index: index, count: elements.count, value: elements[index]), visited.place)
      }
    case .object(let object):
      for index in object.members.indices.reversed() {
        let member = object.members[index]
        push(JSONSlot(name: member.name, index: index, count: object.count, value: member.value), visited.place)
      }
    case .null, .bool, .number, .string: break
    }
    return visited
  }

  private mutating func push(_ slot: JSONSlot, _ place: Place) {
    if let inner = inside(slot, place) { open.append((slot.value, inner)) }
  }
}
