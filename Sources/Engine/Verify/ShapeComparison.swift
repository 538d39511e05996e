import OrderedJSON
import Recordings

/// Holds an answer of now against the shape of the recorded ones: what is gone, null or of another JSON type.
struct ShapeComparison {
  /// What was found, the same of several elements of a list once, in the order of the answer.
  var found: [Drift] { order.compactMap { key in drifts[key].map { $0.count == 1 ? $0.drift : counted($0) } } }
  /// The places that are null now and were not: whether a schema allows that is another's to say.
  private(set) var nulls: Set<JSONPath> = []

  private var drifts: [Key: (drift: Drift, count: Int)] = [:]
  private var order: [Key] = []

  private struct Key: Hashable {
    let path: JSONPath
    let what: String
  }

  /// Compares a value with what was recorded at its place.
  mutating func compare(_ value: JSON, with shape: AnswerShape, at path: JSONPath) {
    guard !shape.isEmpty, !shape.isOpen, let example = shape.example else { return }
    if StandIn.isOfAnyType(value) { return }
    let kind = AnswerShape.Kind(value)
    if kind == .null {
      guard !shape.has(.null) else { return }
      nulls.insert(path)
      return note(Drift(.error, at: path, "\(path) became null: \(Self.recorded(example))."), "null")
    }
    guard shape.has(kind) else {
      // Of what was only ever null the type is not known.
      guard !shape.examples.allSatisfy({ $0.kind == .null }) else { return }
      let sentence = "\(path) is \(kind.words) now, \(value.brief(limit: 60)): \(Self.recorded(example))."
      return note(Drift(.error, at: path, sentence), "type")
    }
    switch value {
    case .object(let object): compare(object, with: shape, at: path)
    case .array(let elements):
      guard let element = shape.element else { return }
      for (index, value) in elements.enumerated() { compare(value, with: element, at: path.appending(.index(index))) }
    case .null, .bool, .number, .string: break
    }
  }

  private mutating func compare(_ object: JSONObject, with shape: AnswerShape, at path: JSONPath) {
    let name = AnswerShape.group(of: object)
    if let group = shape.groups[name] {
      for name in group.common where object[name] == nil { noteGone(name, group, at: path) }
      return compareMembers(object, [group], at: path)
    }
    // Another of the types that may stand here: what was recorded says nothing of its members.
    if AnswerShape.typename(of: object) != nil, shape.order.allSatisfy({ $0.hasPrefix("type ") }) { return }
    let groups = shape.order.compactMap { shape.groups[$0] }
    let known = Set(groups.flatMap(\.members.keys))
    let hasNew = object.names.contains { !known.contains($0) }
    // With the same document a member can only be new where an object is of another type than those recorded.
    if !hasNew {
      let lacking = groups.map { group in (group, gone: group.common.filter { object[$0] == nil }) }
      if let (group, gone) = lacking.min(by: { $0.gone.count < $1.gone.count }) {
        for name in gone { noteGone(name, group, at: path) }
      }
    }
    compareMembers(object, groups, at: path)
  }

  private mutating func compareMembers(_ object: JSONObject, _ groups: [AnswerShape.Group], at path: JSONPath) {
    for member in object.members {
      let shapes = groups.compactMap { $0.members[member.name] }
      guard let shape = shapes.first else { continue }
      // Of several groups that may be meant only what all of them say is told.
      if shapes.count > 1, shapes.contains(where: { $0.isOpen || $0.has(AnswerShape.Kind(member.value)) }) { continue }
      compare(member.value, with: shape, at: path.appending(.name(member.name)))
    }
  }

  private mutating func noteGone(_ name: String, _ group: AnswerShape.Group, at path: JSONPath) {
    let path = path.appending(.name(name))
    let example = group.members[name]?.example ?? .null
    note(Drift(.error, at: path, "\(path) is gone: \(Self.recorded(example))."), "gone")
  }

  private mutating func note(_ drift: Drift, _ what: String) {
    let key = Key(path: drift.path.withoutIndices, what: what)
    if drifts[key] == nil { order.append(key) }
    drifts[key] = (drifts[key]?.drift ?? drift, (drifts[key]?.count ?? 0) + 1)
  }

  private func counted(_ noted: (drift: Drift, count: Int)) -> Drift {
    var drift = noted.drift
    drift.message += " (And so in \(noted.count - 1) more of the list.)"
    return drift
  }

  /// `recorded is a string, "Canada"`.
  private static func recorded(_ example: JSON) -> String {
    example.isNull
      ? "recorded is null" : "recorded is \(AnswerShape.Kind(example).words), \(example.brief(limit: 60))"
  }
}
