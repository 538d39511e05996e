import FakeValues
import GraphQLSchema
import OrderedJSON

/// Finds values of an object that agree with those that a fixture or a mutation sets: the state of a task with
/// `isOverdue: true` is not a final one.
struct ImpliedValues {
  let snapshot: Snapshot

  /// The result of a Boolean or a time that follows from other fields, where a fixture has another.
  private typealias Said = (field: FieldPlan, constraint: FieldConstraint, value: JSON)

  /// Returns a value of the object that does not agree with its other ones, with what follows from these.
  func contradiction(in object: FakeObject) -> (field: FieldPlan, follows: JSON, from: [FieldPlan])? {
    for said in said(of: object) where !agree([said], object) {
      guard let follows = snapshot.constrained(said.field, said.constraint, object.without(said.field.name)) else {
        continue
      }
      return (said.field, follows, said.constraint.inputs)
    }
    return nil
  }

  private func said(of object: FakeObject) -> [Said] {
    snapshot.plan.fields(of: object.plan).compactMap { field -> Said? in
      guard let value = object.values[field.name], field.role == .leaf,
        let constraint = snapshot.plan.constraint(of: field), !constraint.inputs.isEmpty
      else { return nil }
      return (field, constraint, value)
    }
  }

  /// Returns the values to add to the given ones, which are all that the object has, or the fields of these names; empty
  /// if all agree, or nothing helps.
  func values(of object: FakeObject, given names: Set<String>? = nil) -> [String: JSON] {
    let given = names ?? Set(object.values.keys)
    let said = said(of: object).filter { given.contains($0.field.name) }
    guard !agree(said, object) else { return [:] }
    var inputs: [FieldPlan] = []
    for field in said.flatMap(\.constraint.inputs)
    where !given.contains(field.name) && !inputs.contains(where: { $0 === field }) {
      // An amount follows from others.
      if case .amount? = snapshot.plan.constraint(of: field) { continue }
      inputs.append(field)
    }
    // One value, or two: an overdue task has a past date and is not done.
    for field in inputs {
      for value in candidates(field, object) where agree(said, object.adding([field.name: value])) {
        return [field.name: value]
      }
    }
    for (index, first) in inputs.enumerated() {
      for second in inputs[(index + 1)...] {
        for value in candidates(first, object) {
          for other in candidates(second, object) {
            let values = [first.name: value, second.name: other]
            if agree(said, object.adding(values)) { return values }
          }
        }
      }
    }
    return [:]
  }

  private func agree(_ said: [Said], _ object: FakeObject) -> Bool {
    said.allSatisfy { field, constraint, value in
      guard let follows = snapshot.constrained(field, constraint, object.without(field.name)) else { return true }
      // Any time agrees with a time.
      return value.boolValue == nil ? follows.isNull == value.isNull : follows == value
    }
  }

  private func candidates(_ field: FieldPlan, _ object: FakeObject) -> [JSON] {
    if field.named.kind == .enum { return field.named.values.map { .string($0.name) } }
    let hash = object.identity.with(field.name)
    let none: [JSON] = field.isNonNull ? [] : [.null]
    switch field.leaf.value.kind {
    case .moment, .date:
      return [-30, 30].map { days in
        field.leaf.value.value(of: .moment(seconds: snapshot.now + days * CivilTime.day), hash)
      } + none
    case .flagged: return [.bool(true), .bool(false)]
    default: return field.named.name == "Int" ? [.int(0), .int(2)] : none
    }
  }
}

extension FakeObject {
  func adding(_ more: [String: JSON]) -> FakeObject { with(values.merging(more) { _, new in new }) }

  fileprivate func without(_ name: String) -> FakeObject { with(values.filter { $0.key != name }) }

  private func with(_ values: [String: JSON]) -> FakeObject {
    FakeObject(
      plan: plan, identity: identity, key: key, number: number, owner: owner, values: values,
      valueIdentity: valueIdentity,
      real: real)
  }
}
