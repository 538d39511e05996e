import OrderedJSON
import Recordings

/// Compares an answer with the shape of the recorded ones: missing members, new nulls and other JSON types.
struct ShapeComparison {
  /// The differences in answer order. Equal ones of several list elements are reported once.
  var found: [Drift] { order.compactMap { key in drifts[key].map { $0.count == 1 ? $0.drift : counted($0) } } }
  /// The recorded answer, whose values are used in messages.
  private let recorded: JSON
  /// The places that became null. The caller checks whether the schema allows it.
  private(set) var nulls: Set<JSONPath> = []

  private var drifts: [Key: (drift: Drift, count: Int)] = [:]
  private var order: [Key] = []

  private struct Key: Hashable {
    let path: JSONPath
    let what: String
  }

  init(recorded: JSON) { self.recorded = recorded }

  /// Compares a value with the recorded shape of its place.
  /// - Parameters:
  ///   - value: the new value.
  ///   - shape: the recorded shape.
  ///   - path: the path from the root of the answer.
  ///   - fields: the selections of the operation there; nil if unknown.
  ///   - siblings: the members of all objects in the same list.
  mutating func compare(
    _ value: JSON, with shape: AnswerShape, at path: JSONPath, _ fields: AnswerFields?, siblings: Set<String> = []
  ) {
    guard !shape.isEmpty, !shape.isOpen else { return }
    if Placeholder.isOfAnyType(value) { return }
    let kind = AnswerShape.Kind(value)
    if kind == .null {
      guard !shape.has(.null) else { return }
      nulls.insert(path)
      return note(Drift(.error, at: path, "\(path) became null, \(recorded(shape, at: path))."), "null")
    }
    guard shape.has(kind) else {
      // A value that was always null has no known type.
      guard !shape.examples.allSatisfy({ $0.kind == .null }) else { return }
      let sentence = "\(path) is now \(kind.words), \(value.brief(limit: 60)), \(recorded(shape, at: path))."
      return note(Drift(.error, at: path, sentence), "type")
    }
    switch value {
    case .object(let object): compare(object, with: shape, at: path, fields, siblings)
    case .array(let elements):
      guard let element = shape.element else { return }
      let names = Set(elements.flatMap { $0.objectValue?.names ?? [] })
      for (index, value) in elements.enumerated() {
        compare(value, with: element, at: path.appending(.index(index)), fields, siblings: names)
      }
    case .null, .bool, .number, .string: break
    }
  }

  private mutating func compare(
    _ object: JSONObject, with shape: AnswerShape, at path: JSONPath, _ fields: AnswerFields?, _ siblings: Set<String>
  ) {
    if let name = AnswerShape.typename(of: object).map({ "type \($0)" }) {
      if let group = shape.groups[name] {
        for name in group.common where object[name] == nil { noteGone(name, [group], at: path) }
        return compareMembers(object, [group], at: path, fields)
      }
      // Another possible type, whose members were not recorded.
      if shape.order.allSatisfy({ $0.hasPrefix("type ") }) { return }
    }
    let groups = shape.order.compactMap { shape.groups[$0] }
    for name in Self.common(groups) where object[name] == nil {
      if isRequired(name, of: object, groups, fields, siblings) { noteGone(name, groups, at: path) }
    }
    // With several groups, only the one that the object belongs to is compared.
    let group = shape.groups[AnswerShape.group(of: object)]
    compareMembers(object, group.map { [$0] } ?? groups, at: path, fields)
  }

  /// Indicates whether a member that all recorded objects of a place have is required there.
  private func isRequired(
    _ name: String, of object: JSONObject, _ groups: [AnswerShape.Group], _ fields: AnswerFields?,
    _ siblings: Set<String>
  ) -> Bool {
    // The contents of scalars are not declared, so objects of a list may differ.
    guard let fields else { return !siblings.contains(name) }
    if !fields.maybeOfSeveralTypes || fields.isUnconditional(name) { return true }
    // An object of another type may lack it. A schema shows whether one of the types matches.
    if fields.type != nil || siblings.contains(name) { return false }
    let known = Set(groups.flatMap(\.members.keys))
    return object.names.allSatisfy { known.contains($0) }
  }

  /// Returns the members that all groups have in common, in order.
  private static func common(_ groups: [AnswerShape.Group]) -> [String] {
    (groups.first?.common ?? []).filter { name in groups.allSatisfy { $0.common.contains(name) } }
  }

  private mutating func compareMembers(
    _ object: JSONObject, _ groups: [AnswerShape.Group], at path: JSONPath, _ fields: AnswerFields?
  ) {
    for member in object.members {
      let shapes = groups.compactMap { $0.members[member.name] }
      guard let shape = shapes.first else { continue }
      // With several possible groups, only differences from all of them are reported.
      if shapes.count > 1, shapes.contains(where: { $0.isOpen || $0.has(AnswerShape.Kind(member.value)) }) { continue }
      compare(member.value, with: shape, at: path.appending(.name(member.name)), fields?.below(member.name))
    }
  }

  private mutating func noteGone(_ name: String, _ groups: [AnswerShape.Group], at path: JSONPath) {
    let path = path.appending(.name(name))
    guard let shape = groups.lazy.compactMap({ $0.members[name] }).first else { return }
    note(Drift(.error, at: path, "\(path) is missing, \(recorded(shape, at: path))."), "gone")
  }

  private mutating func note(_ drift: Drift, _ what: String) {
    let key = Key(path: drift.path.withoutIndices, what: what)
    if drifts[key] == nil { order.append(key) }
    drifts[key] = (drifts[key]?.drift ?? drift, (drifts[key]?.count ?? 0) + 1)
  }

  private func counted(_ noted: (drift: Drift, count: Int)) -> Drift {
    var drift = noted.drift
    drift.message += " (Also in \(noted.count - 1) more of the list.)"
    return drift
  }

  /// Returns `recorded is a string, "Canada"`; without the value if the compared answer has none of that kind there.
  private func recorded(_ shape: AnswerShape, at path: JSONPath) -> String {
    if let value = recorded[path: path], !value.isNull {
      return "recorded \(AnswerShape.Kind(value).words), \(value.brief(limit: 60))"
    }
    return "recorded \(shape.example.map { AnswerShape.Kind($0).words } ?? "another value")"
  }
}
