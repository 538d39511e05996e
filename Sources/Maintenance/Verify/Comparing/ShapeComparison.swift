import OrderedJSON
import Recordings

/// Holds an answer of now against the shape of the recorded ones: what is gone, null or of another JSON type.
struct ShapeComparison {
  /// What was found, the same of several elements of a list once, in the order of the answer.
  var found: [Drift] { order.compactMap { key in drifts[key].map { $0.count == 1 ? $0.drift : counted($0) } } }
  /// The recorded answer that is compared with: only its values are named.
  private let recorded: JSON
  /// The places that are null now and were not: whether a schema allows that is another's to say.
  private(set) var nulls: Set<JSONPath> = []

  private var drifts: [Key: (drift: Drift, count: Int)] = [:]
  private var order: [Key] = []

  private struct Key: Hashable {
    let path: JSONPath
    let what: String
  }

  init(recorded: JSON) { self.recorded = recorded }

  /// Compares a value with what was recorded at its place.
  ///
  /// - Parameters:
  ///   - value: what is there now.
  ///   - shape: of what was recorded.
  ///   - path: the place, from the root of the answer.
  ///   - fields: what the operation asks for there; nil where nothing is known.
  ///   - siblings: the members of all objects in the list in which the value stands.
  mutating func compare(
    _ value: JSON, with shape: AnswerShape, at path: JSONPath, _ fields: AnswerFields?, siblings: Set<String> = []
  ) {
    guard !shape.isEmpty, !shape.isOpen else { return }
    if StandIn.isOfAnyType(value) { return }
    let kind = AnswerShape.Kind(value)
    if kind == .null {
      guard !shape.has(.null) else { return }
      nulls.insert(path)
      return note(Drift(.error, at: path, "\(path) became null, \(recorded(shape, at: path))."), "null")
    }
    guard shape.has(kind) else {
      // Of what was only ever null the type is not known.
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
      // Another of the types that may stand here: what was recorded says nothing of its members.
      if shape.order.allSatisfy({ $0.hasPrefix("type ") }) { return }
    }
    let groups = shape.order.compactMap { shape.groups[$0] }
    for name in Self.common(groups) where object[name] == nil {
      if isRequired(name, of: object, groups, fields, siblings) { noteGone(name, groups, at: path) }
    }
    // Of several groups only that is compared to which the object belongs.
    let group = shape.groups[AnswerShape.group(of: object)]
    compareMembers(object, group.map { [$0] } ?? groups, at: path, fields)
  }

  /// Whether a member that all recorded objects of a place have must be in every object there.
  private func isRequired(
    _ name: String, of object: JSONObject, _ groups: [AnswerShape.Group], _ fields: AnswerFields?,
    _ siblings: Set<String>
  ) -> Bool {
    // Of what is in a scalar nobody knows more than what was recorded: objects of a list may differ.
    guard let fields else { return !siblings.contains(name) }
    if !fields.maybeOfSeveralTypes || fields.isUnconditional(name) { return true }
    // An object of another type may lack it. A schema tells whether one of the types fits.
    if fields.type != nil || siblings.contains(name) { return false }
    let known = Set(groups.flatMap(\.members.keys))
    return object.names.allSatisfy { known.contains($0) }
  }

  /// The members that the objects of all groups have, in the order of the first one.
  private static func common(_ groups: [AnswerShape.Group]) -> [String] {
    (groups.first?.common ?? []).filter { name in groups.allSatisfy { $0.common.contains(name) } }
  }

  private mutating func compareMembers(
    _ object: JSONObject, _ groups: [AnswerShape.Group], at path: JSONPath, _ fields: AnswerFields?
  ) {
    for member in object.members {
      let shapes = groups.compactMap { $0.members[member.name] }
      guard let shape = shapes.first else { continue }
      // Of several groups that may be meant only what all of them say is told.
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

  /// `recorded is a string, "Canada"`; without the value where the compared answer has none of that kind at the place.
  private func recorded(_ shape: AnswerShape, at path: JSONPath) -> String {
    if let value = recorded[path: path], !value.isNull {
      return "recorded \(AnswerShape.Kind(value).words), \(value.brief(limit: 60))"
    }
    return "recorded \(shape.example.map { AnswerShape.Kind($0).words } ?? "another value")"
  }
}
