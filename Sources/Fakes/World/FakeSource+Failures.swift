import FakeClauses
import FakeValues
import GraphQLExecution
import OrderedJSON

// Fields that fail because somebody said so.

extension FakeSource {
  /// Why a field fails; nil where it does not. It follows from who the object is, the field and its arguments: the same
  /// field of the same object always fails, or never.
  func fakedFailure(_ field: FieldPlan, _ object: FakeObject, _ arguments: JSONObject) -> FieldFailure? {
    if let error = field.rule?.error {
      guard fails(field, object, arguments, rate: error.rate) else { return nil }
      return FieldFailure(error.message, code: error.code)
    }
    // What a mutation did is told whole: a client could not go on after a payload without its object.
    guard plan.rules.errorRate > 0, !field.isNonNull, object.outcome == nil,
      fails(field, object, arguments, rate: plan.rules.errorRate)
    else { return nil }
    return FieldFailure(FakeError.usualMessage, code: FakeError.usualCode)
  }

  /// Whether the field may fail for any object.
  func mayFail(_ field: FieldPlan) -> Bool {
    field.rule?.error != nil || (plan.rules.errorRate > 0 && !field.isNonNull)
  }

  private func fails(_ field: FieldPlan, _ object: FakeObject, _ arguments: JSONObject, rate: Int) -> Bool {
    if rate >= FakeClause.always { return true }
    var draw = Draw(object.identity.with("error").with(field.name).with(arguments: arguments))
    return draw.below(FakeClause.always) < rate
  }
}
