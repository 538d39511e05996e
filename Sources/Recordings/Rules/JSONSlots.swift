package import OrderedJSON

/// Changes inside of a tree, by the positions of members and elements on the way to them: what was found by a walk
/// with a stack of its own is put in place with little stack, so that depth is no danger.
package struct JSONSlots: Sendable {
  private var values: [(slots: [Int], value: JSON)] = []
  private var names: [(slots: [Int], name: String)] = []

  package init() {}

  /// Notes another value for the place.
  package mutating func set(_ slots: [Int], to value: JSON) { values.append((slots, value)) }

  /// Notes another name for the member at the last slot.
  package mutating func rename(_ slots: [Int], to name: String) { names.append((slots, name)) }

  /// Whether nothing is to be changed.
  package var isEmpty: Bool { values.isEmpty && names.isEmpty }

  /// The tree with all changes made.
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
      // Let go of first, so that nothing is copied.
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
