extension SchemaChecker {
  /// Checks that there are fields, with output types and valid arguments.
  mutating func checkFields(of type: SchemaType) {
    if type.fields.isEmpty { report("Type \(type.name) must define one or more fields.", at: .type(type.name)) }
    for field in type.fields {
      let name = SchemaElement.FieldName(type.name, field.name)
      checkName(field.name, at: .field(name))
      if !isOutput(field.type) {
        report("The type of \(name) must be Output Type but got: \(field.type).", at: .field(name, .type))
      }
      for argument in field.arguments {
        let owner = "\(name)(\(argument.name):)"
        checkName(argument.name, at: .argument(name, argument.name))
        if !isInput(argument.type) {
          report(
            "The type of \(owner) must be Input Type but got: \(argument.type).",
            at: .argument(name, argument.name, .type))
        }
        if argument.isRequired, argument.deprecationReason != nil {
          report(
            "Required argument \(owner) cannot be deprecated.", at: .argument(name, argument.name, .deprecation),
            .argument(name, argument.name, .type), isWarning: true)
        }
      }
    }
  }

  /// Checks that there are members, which are distinct object types.
  mutating func checkMembers(of union: SchemaType) {
    if union.memberNames.isEmpty {
      report("Union type \(union.name) must define one or more member types.", at: .type(union.name))
    }
    var seen: Set<String> = []
    for name in union.memberNames {
      guard let member = schema.type(named: name) else { continue }
      let element = SchemaElement.member(union: union.name, name: name)
      if !seen.insert(name).inserted {
        report("Union type \(union.name) can only include type \(name) once.", at: element)
      } else if member.kind != .object {
        report("Union type \(union.name) can only include Object types, it cannot include \(name).", at: element)
      }
    }
  }

  mutating func checkValues(of type: SchemaType) {
    if type.values.isEmpty { report("Enum type \(type.name) must define one or more values.", at: .type(type.name)) }
    for value in type.values { checkName(value.name, at: .value(enum: type.name, name: value.name)) }
  }

  /// Checks that there are input fields, with input types; those of a oneOf must be nullable without defaults.
  mutating func checkInputFields(of type: SchemaType) {
    if type.inputFields.isEmpty {
      report("Input Object type \(type.name) must define one or more fields.", at: .type(type.name))
    }
    for field in type.inputFields {
      let name = SchemaElement.FieldName(type.name, field.name)
      checkName(field.name, at: .inputField(name))
      if !isInput(field.type) {
        report("The type of \(name) must be Input Type but got: \(field.type).", at: .inputField(name, .type))
      }
      if field.isRequired, field.deprecationReason != nil {
        report(
          "Required input field \(name) cannot be deprecated.", at: .inputField(name, .deprecation),
          .inputField(name, .type), isWarning: true)
      }
      guard type.isOneOf else { continue }
      if field.type.isNonNull {
        report("OneOf input field \(name) must be nullable.", at: .inputField(name, .type))
      }
      if field.defaultValue != nil {
        report("OneOf input field \(name) cannot have a default value.", at: .inputField(name))
      }
    }
  }

  /// Reports input objects that require themselves through non-null fields, so that they have no values.
  mutating func report(_ cycles: [InputCycleSearch.Cycle]) {
    for cycle in cycles {
      let path = cycle.fields.map(\.field).joined(separator: ".")
      let message =
        "Cannot reference Input Object \"\(cycle.typeName)\" within itself through a series of non-null fields: "
        + "\"\(path)\"."
      report(message, at: cycle.fields.map { .inputField($0) })
    }
  }
}

/// Searches the non-null fields of input objects depth first. Uses a loop, because a chain of types may be long.
struct InputCycleSearch {
  typealias Cycle = (typeName: String, fields: [SchemaElement.FieldName])

  private let schema: Schema
  private var visited: Set<String> = []

  init(schema: Schema) { self.schema = schema }

  private struct Step {
    var type: SchemaType
    var nextField = 0
  }

  /// Returns the cycles that are reachable from a type and were not found from earlier ones.
  mutating func cycles(from start: SchemaType) -> [Cycle] {
    guard visited.insert(start.name).inserted else { return [] }
    var cycles: [Cycle] = []
    var steps = [Step(type: start)]
    var path: [SchemaElement.FieldName] = []
    var depths = [start.name: 0]
    while let step = steps.last {
      guard step.nextField < step.type.inputFields.count else {
        depths[step.type.name] = nil
        steps.removeLast()
        _ = path.popLast()
        continue
      }
      steps[steps.count - 1].nextField += 1
      let field = step.type.inputFields[step.nextField]
      guard case .nonNull(.named(let name)) = field.type, let next = schema.type(named: name),
        next.kind == .inputObject
      else { continue }
      path.append(SchemaElement.FieldName(step.type.name, field.name))
      if let start = depths[name] {
        cycles.append((name, Array(path[start...])))
        path.removeLast()
      } else if visited.insert(name).inserted {
        depths[name] = steps.count
        steps.append(Step(type: next))
      } else {
        path.removeLast()
      }
    }
    return cycles
  }
}
