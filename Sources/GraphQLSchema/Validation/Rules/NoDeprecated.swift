import GraphQLLanguage

extension ValidationRule {
  /// Forbids deprecated elements (section 3.13.3 "@deprecated"). Optional: graphql-js's `NoDeprecatedCustomRule`.
  package static let noDeprecated = ValidationRule("NoDeprecated") { context, visitor in
    let types = context.types
    visitor.enterField.append { field in
      guard let parent = types.parentType, let reason = types.field?.deprecationReason else { return }
      context.report("The field \(parent.name).\(field.name.text) is deprecated. \(reason)", at: field.place)
    }
    visitor.enterArgument.append { argument in
      guard let definition = types.argument, let reason = definition.deprecationReason else { return }
      let owner: String
      if let directive = types.directive {
        owner = "Directive \"@\(directive.name)\""
      } else if let parent = types.parentType, let field = types.field {
        owner = "Field \"\(parent.name).\(field.name)\""
      } else {
        return
      }
      context.report("\(owner) argument \"\(definition.name)\" is deprecated. \(reason)", at: argument.place)
    }
    visitor.enterObjectField.append { field in
      guard let parent = types.parentInputObject,
        let reason = parent.inputField(named: field.name.text)?.deprecationReason
      else { return }
      context.report("The input field \(parent.name).\(field.name.text) is deprecated. \(reason)", at: field.place)
    }
    visitor.enterValue.append { value in
      guard case .enum(let name) = value, let type = types.inputNamedType,
        let reason = type.value(named: name.text)?.deprecationReason
      else { return }
      context.report("The enum value \"\(type.name).\(name.text)\" is deprecated. \(reason)", at: name.place)
    }
  }
}
