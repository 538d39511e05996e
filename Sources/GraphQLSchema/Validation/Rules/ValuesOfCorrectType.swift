import GraphQLLanguage

extension ValidationRule {
  /// Requires literals to match their types (section 5.6.1 "Values of Correct Type").
  static let valuesOfCorrectType = ValidationRule("ValuesOfCorrectType") { context, visitor in
    var variables: [String: VariableDefinition] = [:]
    visitor.enterOperation.append { operation in
      variables = [:]
      for variable in operation.variables { variables[variable.name.text] = variable }
    }
    // The number of enclosing values that were checked as a whole, so that their contents are skipped.
    var judgedWhole = 0
    visitor.enterValue.append { value in
      if judgedWhole > 0 {
        judgedWhole += value.isStructured ? 1 : 0
        return
      }
      switch value {
      case .variable: return
      case .list:
        if context.types.outerInputType?.nullable.isList == true { return }
        reportUnlessValid(value, context)
        judgedWhole = 1
      case .object(let fields, let place):
        guard let type = context.types.inputNamedType, type.kind == .inputObject else {
          reportUnlessValid(value, context)
          judgedWhole = 1
          return
        }
        checkRequired(fields, of: type, at: place, context)
        if type.isOneOf { checkOneOf(fields, of: type, variables, at: place, context) }
      case .null(let place):
        guard let type = context.types.inputType, type.isNonNull else { return }
        context.report("Expected value of type \"\(type)\", found null.", at: place)
      case .int, .float, .string, .boolean, .enum:
        reportUnlessValid(value, context)
      }
    }
    visitor.leaveValue.append { value in
      if judgedWhole > 0, value.isStructured { judgedWhole -= 1 }
    }
    visitor.enterObjectField.append { field in
      guard judgedWhole == 0, context.types.inputType == nil, let parent = context.types.parentInputObject else {
        return
      }
      let near = suggestionList(field.name.text, parent.inputFields.map(\.name))
      context.report(
        "Field \"\(field.name.text)\" is not defined by type \"\(parent.name)\".\(didYouMean(near))",
        at: field.place)
    }
  }

  private static func checkRequired(
    _ fields: [ObjectField], of type: SchemaType, at place: Place, _ context: ValidationContext
  ) {
    for definition in type.inputFields where definition.isRequired {
      if !fields.contains(where: { $0.name.text == definition.name }) {
        context.report(
          "Field \"\(type.name).\(definition.name)\" of required type \"\(definition.type)\" was not provided.",
          at: place)
      }
    }
  }

  /// Reports a one-of input object without exactly one field, or with a nullable one (section 3.10.1). In a fragment,
  /// the variables are those of the operation before it, as in graphql-js.
  private static func checkOneOf(
    _ fields: [ObjectField], of type: SchemaType, _ variables: [String: VariableDefinition], at place: Place,
    _ context: ValidationContext
  ) {
    var names: Set<String> = []
    for field in fields { names.insert(field.name.text) }
    guard names.count == 1, let field = fields.last else {
      context.report("OneOf Input Object \"\(type.name)\" must specify exactly one key.", at: place)
      return
    }
    switch field.value {
    case .null: context.report("Field \"\(type.name).\(field.name.text)\" must be non-null.", at: place)
    case .variable(let name):
      guard let variable = variables[name.text], !TypeRef(variable.type).isNonNull else { return }
      context.report(
        "Variable \"\(name.text)\" must be non-nullable to be used for OneOf Input Object \"\(type.name)\".", at: place)
    default: break
    }
  }

  private static func reportUnlessValid(_ value: Value, _ context: ValidationContext) {
    guard let expected = context.types.inputType, let type = context.types.inputNamedType else { return }
    guard type.isLeaf else {
      return context.report("Expected value of type \"\(expected)\", found \(value.printed()).", at: value.place)
    }
    do {
      _ = try type.parse(literal: value)
    } catch {
      context.report(error.message, at: value.place)
    }
  }
}

extension Value {
  fileprivate var isStructured: Bool {
    switch self {
    case .list, .object: true
    default: false
    }
  }
}
