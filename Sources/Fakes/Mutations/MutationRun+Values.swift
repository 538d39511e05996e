import FakeValues
import GraphQLSchema
import OrderedJSON

// The new values of fields.

extension MutationRun {
  /// Returns the new value of a field; nil if the input is invalid. An input object may be an operation on the value.
  mutating func value(
    _ said: JSON, _ input: SchemaType?, for field: FieldPlan, of object: FakeObject
  ) throws(MutationFailure) -> JSON? {
    let type = field.field.type
    guard field.named.isLeaf else { return try part(said, type, input) }
    if input != nil, case .object(let operation) = said, operation.count == 1, let only = operation.members.first {
      return computed(only.name, only.value, field, object)
    }
    if plan.schema.fits(said, type) { return said }
    // A single value is a list of one (section 3.11).
    if field.isList, plan.schema.fits(.array([said]), type) { return .array([said]) }
    switch said {
    case .number(let number) where field.named.name == "String" && !field.isList: return .string(number.text)
    case .string(let text) where field.named.name == "Int": return Int(text).map { .int($0) }
    default: return nil
    }
  }

  /// Returns the result of an operation on a field's value: `{increment: 1}`, `{set: "x"}`, `{push: ["a"]}`.
  mutating func computed(_ operation: String, _ operand: JSON, _ field: FieldPlan, _ object: FakeObject) -> JSON? {
    if operation == "set" { return plan.schema.fits(operand, field.field.type) ? operand : nil }
    let current = editor.snapshot.value(of: field, refreshed(object), JSONObject(), imageOrigin: "")
    if operation == "push" || operation == "append" {
      guard case .array(let items) = current else { return nil }
      let more = operand.arrayValue ?? [operand]
      let all = JSON.array(items + more)
      return plan.schema.fits(all, field.field.type) ? all : nil
    }
    let (left, right) = (current.numberValue?.text ?? current.stringValue ?? "0", operand.numberValue?.text ?? "")
    if let left = Int(left), let right = Int(right) {
      let (result, overflows) =
        switch operation {
        case "increment": left.addingReportingOverflow(right)
        case "decrement": left.subtractingReportingOverflow(right)
        case "multiply": left.multipliedReportingOverflow(by: right)
        case "divide": left.dividedReportingOverflow(by: right)
        default: (0, true)
        }
      guard !overflows else { return nil }
      return written(.int(result), field)
    }
    guard let left = Double(left), let right = Double(right) else { return nil }
    let result: Double
    switch operation {
    case "increment": result = left + right
    case "decrement": result = left - right
    case "multiply": result = left * right
    case "divide": result = left / right
    default: return nil
    }
    guard result.isFinite else { return nil }
    // Prices have hundredths; further digits are artifacts of the arithmetic.
    let hundredths = (result * 100).rounded()
    guard abs(hundredths) < 1e15 else { return nil }
    return written(.number(JSONNumber(validated: Sample.decimal(Int(hundredths), 2))), field)
  }

  /// Returns a number as the field's scalar writes it.
  private func written(_ number: JSON, _ field: FieldPlan) -> JSON? {
    if plan.schema.fits(number, field.field.type), ScalarForm(scalar: field.named.name).isNumeric { return number }
    return number.numberValue.map { .string($0.text) }.flatMap { plan.schema.fits($0, field.field.type) ? $0 : nil }
  }

  mutating func refreshed(_ object: FakeObject) -> FakeObject { object.id.map { editor.snapshot.object($0) } ?? object }

  /// Returns the value of objects without a population: the members of input objects that are fields of theirs, or keys
  /// of objects to which fields of theirs lead.
  private mutating func part(
    _ said: JSON, _ type: TypeRef, _ input: SchemaType?
  ) throws(MutationFailure) -> JSON? {
    switch (type, said) {
    case (.nonNull(let inner), _): return said == .null ? nil : try part(said, inner, input)
    case (_, .null): return .null
    case (.list(let item), .array(let items)):
      var parts: [JSON] = []
      for said in items {
        if let part = try part(said, item, input) { parts.append(part) }
      }
      return .array(parts)
    case (.list(let item), _): return try part(said, item, input).map { .array([$0]) }
    case (.named, .object(let object)):
      guard let named = plan.schema.type(of: type) else { return nil }
      if let (inner, input) = Self.wrapped(object, named, input, plan) { return try part(inner, type, input) }
      var members: [JSONObject.Member] = []
      for possible in plan.schema.possibleTypes(of: named).prefix(1) {
        let owner = plan.plan(possible.name)
        for member in object.members {
          let inner = input?.inputField(named: member.name)
          if let inner, let owner, case .link(let link, .set) = reader.meaning(of: inner, for: owner),
            link.role == .toOne, let target = try linked(member.value, link, inner)
          {
            members.append(.init(link.name, target))
          }
          // Also a key that the part shows besides the link.
          guard let field = possible.field(named: member.name), !members.contains(where: { $0.name == field.name })
          else { continue }
          if plan.schema.type(of: field.type)?.isLeaf == true {
            if plan.schema.fits(member.value, field.type) { members.append(member) }
          } else if let value = try part(
            member.value, field.type, inner.flatMap { plan.schema.type(of: $0.type) })
          {
            members.append(.init(member.name, value))
          }
        }
      }
      return .object(JSONObject(members))
    case (.named, _): return nil
    }
  }

  /// Returns the target of a part's link: a reference for a key; nil for the values of an object.
  private mutating func linked(
    _ said: JSON, _ link: FieldPlan, _ input: SchemaInputValue
  ) throws(MutationFailure) -> JSON? {
    switch said {
    case .null: return .null
    case .string, .number:
      guard let key = said.keyText else { return nil }
      return try target(link, key, input.name).id.map { JSON($0) }
    case .object(let object):
      if object.count == 1, object.members[0].name == "connect" {
        return try linked(object.members[0].value, link, input)
      }
      return Self.isKey(object, link) ? try linked(object.members[0].value, link, input) : nil
    default: return nil
    }
  }

  /// Returns the content of `{create: {…}}`, `{data: {…}}` and the like, if the type has no such field.
  private static func wrapped(
    _ object: JSONObject, _ type: SchemaType, _ input: SchemaType?, _ plan: WorldPlan
  ) -> (JSON, SchemaType?)? {
    guard object.count == 1, let only = object.members.first, ["create", "data", "set", "update"].contains(only.name),
      type.field(named: only.name) == nil
    else { return nil }
    return (only.value, input?.inputField(named: only.name).flatMap { plan.schema.type(of: $0.type) })
  }

  // MARK: Effects

  /// Applies an effect of the verb to an object.
  mutating func apply(_ effect: MutationEffect, _ object: FakeObject) {
    switch effect {
    case .set(let field, let value): editor.set(object, [field.name: value])
    case .moment(let field, let isNow):
      if isNow {
        editor.set(object, [field.name: NewObject.written(editor.moment, field)])
      } else if !field.isNonNull {
        editor.set(object, [field.name: .null])
      }
    case .toggle(let field):
      let current = editor.snapshot.value(of: field, refreshed(object), JSONObject(), imageOrigin: "")
      editor.set(object, [field.name: .bool(current != .bool(true))])
      for moment in NewObject.moments(of: field, plan) {
        apply(.moment(moment, isNow: current != .bool(true)), object)
      }
    case .add(let field, let by):
      if let sum = computed("increment", .int(by), field, object) { editor.set(object, [field.name: sum]) }
    case .through(let link, let inner):
      guard let other = editor.snapshot.target(of: link, from: object) else { return }
      apply(inner, other)
      show(other)
    case .clear(let field):
      if field.isMany { editor.replace(object, field, with: []) } else { editor.clear(object, field) }
    case .viewerIn(let field, let enters):
      if let viewer = editor.snapshot.viewer() { link(object, field, viewer, connects: enters) }
    case .intoViewers(let field, let enters):
      if let viewer = editor.snapshot.viewer() { link(viewer, field, object, connects: enters) }
    }
  }

  mutating func link(_ owner: FakeObject, _ field: FieldPlan, _ other: FakeObject, connects: Bool) {
    if connects { editor.connect(owner, field, other) } else { editor.disconnect(owner, field, other) }
  }
}
