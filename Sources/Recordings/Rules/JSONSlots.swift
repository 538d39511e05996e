package import OrderedJSON

/// Changes to a tree, addressed by the positions of members and elements. A walk with its own stack finds them;
/// applying them needs little stack, so that deep trees are safe.
package struct JSONSlots: Sendable {
  private var values: [(slots: [Int], value: JSON)] = []
  private var names: [(slots: [Int], name: String)] = []

  package init() {}

  /// Registers a new value for a place.
  package mutating func set(_ slots: [Int], to value: JSON) { values.append((slots, value)) }

  /// Registers a new name for the member at the last position.
  package mutating func rename(_ slots: [Int], to name: String) { names.append((slots, name)) }

  package var isEmpty: Bool { values.isEmpty && names.isEmpty }

  package func applied(to root: JSON) -> JSON {
    var root = root
    for change in values { Self.set(&root, change.slots[...], change.value) }
    for change in names { Self.rename(&root, change.slots[...], change.name) }
    return root
  }

  private static func set(_ value: inout JSON, _ slots: ArraySlice<Int>, _ new: JSON) {
    guard let first = slots.first else {
      value = new
      return
    }
    if case .array(var elements) = value {
      // Released first, so that nothing is copied.
      value = .null
      set(&elements[first], slots.dropFirst(), new)
      value = .array(elements)
    } else if case .object(var object) = value {
      value = .null
      set(&object.members[first].value, slots.dropFirst(), new)
      value = .object(object)
    }
  }

  private static func rename(_ value: inout JSON, _ slots: ArraySlice<Int>, _ name: String) {
    guard let first = slots.first else { return }
    if case .array(var elements) = value {
      value = .null
      rename(&elements[first], slots.dropFirst(), name)
      value = .array(elements)
    } else if case .object(var object) = value {
      value = .null
      if slots.count == 1 { object.members[first].name = name }
      rename(&object.members[first].value, slots.dropFirst(), name)
      value = .object(object)
    }
  }
}
