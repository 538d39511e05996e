import FakeValues
import GraphQLSchema
import OrderedJSON

extension WorldEditor {
  /// Returns the values that follow from changed ones: the time at which a task was done, or its state.
  mutating func following(_ values: [String: JSON], of object: FakeObject) -> [String: JSON] {
    let snapshot = self.snapshot
    var more = ImpliedValues(snapshot: snapshot).values(of: object.adding(values), given: Set(values.keys))
    for field in plan.fields(of: object.plan) where field.role == .leaf && values[field.name] == nil {
      guard case .timeInStates(let state, let happened)? = plan.constraint(of: field),
        let new = values[state.name] ?? more[state.name]
      else { continue }
      let old = snapshot.value(of: state, object, JSONObject(), imageOrigin: "").stringValue ?? ""
      let isIn = happened.contains(new.stringValue ?? "")
      if isIn, !happened.contains(old) { more[field.name] = NewObject.written(moment, field) }
      if !isIn, object.values[field.name] != nil { more[field.name] = .null }
    }
    return more
  }

  /// Returns the full name and the initials that follow from a new first or last name.
  mutating func names(_ values: [String: JSON], of object: FakeObject) -> [String: JSON] {
    if values.isEmpty { return [:] }
    let fields = plan.fields(of: object.plan).filter { $0.role == .leaf && !$0.isList && $0.named.kind == .scalar }
    let parts = [ValueKind.givenName, .familyName].compactMap { kind in fields.first { $0.leaf.value.kind == kind } }
    guard parts.contains(where: { values[$0.name] != nil }), parts.count == 2 else { return [:] }
    let snapshot = self.snapshot
    let words = parts.compactMap { field in
      (values[field.name] ?? snapshot.value(of: field, object, JSONObject(), imageOrigin: "")).stringValue
    }
    let ordered = plan.rules.locale == .ja ? words.reversed() : words
    var names: [String: JSON] = [:]
    for field in fields where values[field.name] == nil {
      switch field.leaf.value.kind {
      case .fullName: names[field.name] = .string(ordered.joined(separator: " "))
      case .initials: names[field.name] = .string(words.map { $0.prefix(1) }.joined())
      default: break
      }
    }
    return names
  }

  /// Returns new values of an object together with those that a server would change with them: the time at which a task
  /// was done, the time of the last change.
  mutating func implied(by values: [String: JSON], of object: FakeObject) -> [String: JSON] {
    let snapshot = self.snapshot
    var all = values
    for field in plan.fields(of: object.plan) {
      guard case .bool(let isOn)? = values[field.name],
        snapshot.value(of: field, object, JSONObject(), imageOrigin: "") != .bool(isOn)
      else { continue }
      for moment in NewObject.moments(of: field, plan) where values[moment.name] == nil {
        all[moment.name] = isOn ? NewObject.written(self.moment, moment) : .null
      }
    }
    all.merge(following(all, of: object)) { said, _ in said }
    let touched = NewObject(plan: plan, type: object.plan, moment: moment).touched { all[$0.name] != nil }
    return all.merging(touched) { said, _ in said }
  }
}
