import OrderedJSON
import Recordings

/// A value in a recorded answer, with the fields that were selected in it.
struct RecordedPart {
  let value: JSON
  let selections: DonorSelections

  init(_ value: JSON, _ selections: DonorSelections) {
    self.value = value
    self.selections = selections
  }

  /// Returns the objects in it, and whether each is an element of a list.
  func objects() -> [(RecordedPart, isElement: Bool)] {
    switch value {
    case .object: [(self, false)]
    case .array(let elements):
      elements.flatMap { RecordedPart($0, selections).objects().map { ($0.0, true) } }
    default: []
    }
  }
}

/// Reads the fields of recorded objects.
struct PartReader {
  let hints: any SchemaHints

  /// A field that an object certainly has under a key.
  struct Member {
    let key: String
    let field: SelectedField
    let selections: DonorSelections

    /// Its value in an object; nil if a rule removed it.
    func part(of object: RecordedPart) -> RecordedPart? {
      object.value[key].map { RecordedPart($0, selections) }
    }
  }

  /// Returns the type of an object: the recorded one, or that which the schema declares, if it is an object type.
  func type(of object: RecordedPart, declared: String?) -> String? {
    for key in object.selections.typenameKeys {
      if let type = object.value[key]?.stringValue { return type }
    }
    return declared.flatMap { hints.isObjectType($0) ? $0 : nil }
  }

  /// Returns the declared type of a member's value.
  func type(of member: Member, on type: String?) -> String? { hints.type(of: member.field.name, on: type) }

  /// The fields that identify the objects of a type.
  func keyFields(of type: String) -> [String] {
    let named = hints.keyFields(of: type)
    return named.contains("id") ? named : ["id"] + named
  }

  /// Returns the fields that an object of a type certainly has, except `__typename`.
  func members(of object: RecordedPart, type: String?, isRoot: Bool = false) -> [Member] {
    if isRoot { return made(object.selections, type: type, isRoot: true) }
    return object.selections.members(ofType: type) { made(object.selections, type: type, isRoot: false) }
  }

  private func made(_ selections: DonorSelections, type: String?, isRoot: Bool) -> [Member] {
    let producers = selections.producers(ofType: type, declared: nil, isRoot: isRoot) {
      isRoot ? true : hints.matches($0, type: type, declared: nil)
    }
    return producers.compactMap { producers in
      let all = producers.all
      guard let first = all.first, first.field.name != "__typename",
        all.contains(where: \.isCertain),
        all.dropFirst().allSatisfy({ $0.field.hasSameValue(as: first.field, in: type) })
      else { return nil }
      return Member(
        key: producers.key, field: first.field, selections: producers.selections)
    }
  }

  /// Returns the value of a leaf: of a chain of asked fields, in lists as nested arrays, null below a null; nil if it is
  /// not recorded.
  func value(of leaf: ArraySlice<SelectedField>, in part: RecordedPart, declared: String?) -> JSON? {
    guard let field = leaf.first else { return part.value }
    switch part.value {
    case .null: return .null
    case .array(let elements):
      var values: [JSON] = []
      for element in elements {
        guard let value = value(of: leaf, in: RecordedPart(element, part.selections), declared: declared) else {
          return nil
        }
        values.append(value)
      }
      return .array(values)
    case .object:
      let type = type(of: part, declared: declared)
      if hints.matches(field.conditions, type: type, declared: declared) == false { return .null }
      if field.name == "__typename" { return type.map { .string($0) } }
      guard
        let member = members(of: part, type: type).first(where: { $0.field.hasSameValue(as: field, in: type) }),
        let inner = member.part(of: part)
      else { return nil }
      return value(of: leaf.dropFirst(), in: inner, declared: self.type(of: member, on: type))
    default: return nil
    }
  }

  /// Returns the scalars of an object and of those in it, with their chains of fields and indices, the lengths of its
  /// lists, and which of its fields are objects.
  func leaves(of part: RecordedPart, declared: String?) -> [(leaf: [String], value: JSON)] {
    var leaves: [(leaf: [String], value: JSON)] = []
    func add(_ part: RecordedPart, _ declared: String?, _ chain: [String]) {
      switch part.value {
      case .object where !part.selections.isEmpty:
        let type = type(of: part, declared: declared)
        leaves.append((chain, .string("an object")))
        for member in members(of: part, type: type) {
          guard let inner = member.part(of: part) else { continue }
          add(inner, self.type(of: member, on: type), chain + [member.field.identity.hex])
        }
      case .array(let elements) where !part.selections.isEmpty:
        leaves.append((chain, .int(elements.count)))
        for (index, element) in elements.enumerated() {
          add(RecordedPart(element, part.selections), declared, chain + ["\(index)"])
        }
      default: leaves.append((chain, part.value))
      }
    }
    add(part, declared, [])
    return leaves
  }

  /// Indicates whether an object certainly has a field with the same value as an asked one.
  func has(_ field: SelectedField, _ object: RecordedPart, type: String?) -> Bool {
    members(of: object, type: type).contains { $0.field.hasSameValue(as: field, in: type) }
  }

  /// The result of comparing two recorded values of one object.
  struct Comparison {
    /// The number of leaves with the same value, which is not null.
    var agreeing = 0
    /// The path of a field with different values; nil if there is none.
    var difference: String?
  }

  /// Compares the fields that two values of one object have both.
  func compare(_ one: RecordedPart, _ other: RecordedPart, type: String?, except key: String? = nil) -> Comparison {
    var result = Comparison()
    switch (one.value, other.value) {
    case (.object, .object):
      let type = self.type(of: one, declared: type)
      if let type, let otherType = self.type(of: other, declared: nil), type != otherType {
        result.difference = "__typename"
      }
      let others = members(of: other, type: type)
      for member in members(of: one, type: type) where !(key.map(member.field.isPlain) ?? false) {
        for same in others where same.field.hasSameValue(as: member.field, in: type) {
          guard let first = member.part(of: one), let second = same.part(of: other) else { continue }
          let inner = compare(first, second, type: self.type(of: member, on: type))
          result.agreeing += inner.agreeing
          if let difference = inner.difference {
            result.difference = difference.isEmpty ? member.field.text : "\(member.field.text).\(difference)"
          }
        }
      }
    case (.array(let first), .array(let second)) where !one.selections.isEmpty:
      guard first.count == second.count else { return Comparison(difference: "") }
      for (a, b) in zip(first, second) {
        let inner = compare(RecordedPart(a, one.selections), RecordedPart(b, other.selections), type: type)
        result.agreeing += inner.agreeing
        result.difference = result.difference ?? inner.difference
      }
    default:
      if one.value != other.value { result.difference = "" } else if one.value != .null { result.agreeing = 1 }
    }
    return result
  }
}

extension SchemaHints {
  /// Indicates whether an object has the types of all conditions; nil if that is unknown.
  func matches(_ conditions: [String], type: String?, declared: String?) -> Bool? {
    var result: Bool? = true
    for condition in conditions where condition != type && condition != declared {
      switch type.flatMap({ isType($0, of: condition) }) {
      case true?: continue
      case false?: return false
      case nil: result = nil
      }
    }
    return result
  }
}
