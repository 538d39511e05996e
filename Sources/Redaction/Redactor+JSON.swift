import OrderedJSON
import Recordings

extension Redactor {
  /// Redacts a value of variables or of an answer, in its order. Uses a stack of its own, because trees nest deep and
  /// thread stacks may be small. `place` is for names and rules, `path` for placeholders. `inherited` is the effect of
  /// the rules at the parent, `fields` are those of the objects in the value, and `nesting` is the number of JSON texts
  /// around it.
  mutating func walk(
    _ root: JSON, at place: RedactionPlace, path: [JSONPath.Step], effect inherited: RedactionRule.Effect?,
    fields: ResponseFields?, side: Side, nesting: Int = 0
  ) -> JSON {
    let known = KnownPlace(place, below: inherited, fields: fields, rules, side.operation)
    guard let outermost = Frame(root, at: known) else { return scalar(root, at: known, path, side, nesting) ?? root }
    var changes = JSONSlots()
    var frames: [Frame] = []
    /// Enters a container, after checking its names.
    func enter(_ frame: Frame) {
      for (index, name) in frame.longNames {
        let redacted = redacted(
          name, isSecret: false, keeps: frame.place.effect == .keep, name: frame.place.place.name,
          path: path + frames.map(\.step), side: side, nesting: 9)
        if redacted != name { changes.rename(frames.map(\.slot) + [index], to: redacted) }
      }
      frames.append(frame)
    }
    enter(outermost)
    while !frames.isEmpty {
      guard let (value, place) = frames[frames.count - 1].next(rules, side.operation) else {
        frames.removeLast()
        continue
      }
      if let frame = Frame(value, at: place) {
        enter(frame)
      } else if let new = scalar(value, at: place, path + frames.map(\.step), side, nesting) {
        changes.set(frames.map(\.slot), to: new)
      }
    }
    return changes.applied(to: root)
  }

  /// The place in an answer's `data` that names lead to, for a part that belongs there. `names` are the response keys
  /// below `data`, whose place is `root`.
  func descended(
    _ names: [String], from root: RedactionPlace, fields: ResponseFields?, side: Side
  ) -> KnownPlace {
    let known = KnownPlace(root, below: nil, fields: fields, rules, side.operation)
    return names.reduce(known) { $0.member($1, type: nil, rules, side.operation) }
  }

  /// The replacement of a number or a string; nil if it may stay.
  private mutating func scalar(
    _ value: JSON, at known: KnownPlace, _ path: @autoclosure () -> [JSONPath.Step], _ side: Side, _ nesting: Int
  ) -> JSON? {
    let name = known.place.name
    switch value {
    case .number(let number):
      guard known.hidesNumbers else { return nil }
      // Clients read a number there, which has no space for a marker.
      if side.isResponse { return 0 }
      return .string(redacted(number.text, isSecret: true, keeps: false, name: name, path: path(), side: side))
    case .string(let text):
      let redacted = redacted(
        text, isSecret: known.hides(text), keeps: known.effect == .keep, name: name, path: path(), side: side,
        nesting: nesting)
      return redacted.hasSameScalars(as: text) ? nil : .string(redacted)
    case .null, .bool, .array, .object: return nil
    }
  }
}

extension RedactionPlace {
  /// The name for placeholders at this place.
  var name: String { labels.first ?? "value" }
}
