import FakeValues
import OrderedJSON

extension Snapshot {
  /// How many of a list's members a field counts.
  func count(_ members: [FakeObject], as field: FieldPlan, of object: FakeObject) -> Int {
    guard let filter = field.counted else { return members.count }
    if filter.conditions.isEmpty {
      var draw = Draw(object.identity.with("count").with(field.name))
      return draw.below(members.count + 1)
    }
    return members.count { member in
      filter.conditions.allSatisfy { condition in
        guard let definition = member.plan.field(condition.field), let plan = plan.plan(of: definition) else {
          return false
        }
        let value = value(of: plan, member, JSONObject(), imageOrigin: "")
        return value == .null ? condition.takesNull : value.keyText.map(condition.values.contains) ?? false
      }
    }
  }
}
