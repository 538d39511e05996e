import FakeValues
import OrderedJSON

extension Snapshot {
  /// The end of the time in which generated data lie, before the first mutation.
  static let now = CivilTime(year: 2027, month: 1, day: 1).seconds

  /// Returns the value of a field that follows from others; nil if the generated one is right.
  func constrained(_ field: FieldPlan, _ constraint: FieldConstraint, _ object: FakeObject) -> JSON? {
    func sibling(_ other: FieldPlan) -> JSON { value(of: other, object, JSONObject(), imageOrigin: "") }
    switch constraint {
    case .timeInStates(let state, let values):
      return values.contains(sibling(state).stringValue ?? "") ? made(field, object) : .null
    case .timeIfFlag(let flag, let isOpposite):
      guard let isSet = sibling(flag).boolValue else { return nil }
      return isSet != isOpposite ? made(field, object) : .null
    case .flagInStates(let state, let values): return .bool(values.contains(sibling(state).stringValue ?? ""))
    case .flagIfTime(let time, let isOpposite): return .bool(sibling(time).isNull == isOpposite)
    case .flagIfPast(let time, let state, let over):
      guard let seconds = seconds(sibling(time)) else { return .bool(false) }
      let isOver = state.map { over.contains(sibling($0).stringValue ?? "") } ?? false
      return .bool(seconds < Self.now && !isOver)
    case .flagIfAny(let other):
      switch other.role {
      case .toMany, .toOne: return .bool(!targets(of: other, from: object).isEmpty)
      default:
        let value = sibling(other)
        return .bool(!(value.isNull || value.intValue == 0 || value == .array([]) || value == .string("")))
      }
    case .flagIfPositive(let number, let isOpposite):
      guard let number = sibling(number).numberValue?.double else { return nil }
      return .bool((number > 0) != isOpposite)
    case .flagIfViewer(let link):
      guard let viewer = viewer(), let target = target(of: link, from: object) else { return .bool(false) }
      return .bool(target.isSame(as: viewer))
    case .slug(let name):
      guard let text = sibling(name).stringValue, case let slug = slugged(text), !slug.isEmpty else { return nil }
      let value = JSON.string(slug)
      guard field.isUnique, let number = object.number else { return value }
      return value.numbered(number + 1)
    case .duration(let from, let to, let unit):
      guard let start = seconds(sibling(from)), let end = seconds(sibling(to)), end >= start else { return nil }
      return field.leaf.value.value(of: .number((end - start) / unit, decimals: 0), object.identity)
    }
  }

  /// Returns the generated value of a field, even if it would be null by chance.
  private func made(_ field: FieldPlan, _ object: FakeObject) -> JSON {
    single(field, object, object.identity.with("field").with(field.name).with(arguments: JSONObject()), "")
  }

  /// Returns the seconds since 1970 of a date or a time; nil for anything else.
  private func seconds(_ json: JSON) -> Int? {
    if case .integer(let microseconds)? = Sense.moment.value(json), json.stringValue != nil {
      return microseconds / 1_000_000
    }
    return json.intValue
  }
}
