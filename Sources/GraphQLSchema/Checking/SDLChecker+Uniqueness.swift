import GraphQLLanguage

extension SDLChecker {
  /// Checks for a single `schema { }`, and a single root type for each kind of operation.
  mutating func checkSchemaDefinitions() {
    var isDefined = false
    var roots: [OperationKind: Place] = [:]
    defer { definition = nil }
    for schema in schemaDefinitions {
      definition = schema.place
      if !schema.isExtension {
        if isDefined { report(.loneSchemaDefinition, "Must provide only one schema definition.", at: schema.place) }
        isDefined = true
      }
      for root in schema.operationTypes {
        if let first = roots[root.kind] {
          report(
            .uniqueOperationTypes, "There can be only one \(root.kind.rawValue) type in schema.", at: first, root.place)
        } else {
          roots[root.kind] = root.place
        }
      }
    }
  }

  /// Checks that names of types and directives are unique.
  mutating func checkTypeNames() {
    var types: [String: Place] = [:]
    defer { definition = nil }
    for type in typeDefinitions where !type.isExtension {
      definition = type.place
      if let first = types[type.name.text] {
        report(.uniqueTypeNames, "There can be only one type named \"\(type.name.text)\".", at: first, type.name.place)
      } else {
        types[type.name.text] = type.name.place
      }
    }
    var directives: [String: Place] = [:]
    for directive in directiveDefinitions {
      definition = directive.place
      if let first = directives[directive.name.text] {
        report(
          .uniqueDirectiveNames, "There can be only one directive named \"@\(directive.name.text)\".", at: first,
          directive.name.place)
      } else {
        directives[directive.name.text] = directive.name.place
      }
    }
  }

  /// Checks that names of fields and enum values are unique in a type and its extensions, and in duplicate types.
  mutating func checkMemberNames() {
    var fields: [String: [String: FieldDefinition]] = [:]
    var inputFields: [String: [String: InputValueDefinition]] = [:]
    var values: [String: [String: Place]] = [:]
    defer { definition = nil }
    for type in typeDefinitions {
      definition = type.place
      let typeName = type.name.text
      switch type.kind {
      case .object(_, let added), .interface(_, let added):
        for field in added {
          let name = field.name.text
          if let first = fields[typeName]?[name] {
            reportField(typeName, first.name, field.name, isSame: first.hasSameShape(as: field))
          } else if let first = inputFields[typeName]?[name] {
            reportField(typeName, first.name, field.name, isSame: false)
          } else {
            fields[typeName, default: [:]][name] = field
          }
        }
      case .inputObject(let added):
        for field in added {
          let name = field.name.text
          if let first = inputFields[typeName]?[name] {
            reportField(typeName, first.name, field.name, isSame: first.hasSameShape(as: field))
          } else if let first = fields[typeName]?[name] {
            reportField(typeName, first.name, field.name, isSame: false)
          } else {
            inputFields[typeName, default: [:]][name] = field
          }
        }
      case .enum(let added):
        for value in added {
          let name = value.name
          if let first = values[typeName]?[name.text] {
            report(
              .uniqueEnumValueNames, "Enum value \"\(typeName).\(name.text)\" can only be defined once.", at: first,
              name.place)
          } else {
            values[typeName, default: [:]][name.text] = name.place
          }
        }
      case .scalar, .union:
        continue
      }
    }
  }

  /// An identical duplicate is a warning, because published schemas contain some.
  private mutating func reportField(_ type: String, _ first: Name, _ second: Name, isSame: Bool) {
    let message = "Field \"\(type).\(second.text)\" can only be defined once."
    report(.uniqueFieldDefinitionNames, message, at: first.place, second.place, isWarning: isSame)
  }

  /// Checks that argument names are unique in definitions of fields and directives.
  mutating func checkArgumentDefinitions() {
    defer { definition = nil }
    for directive in directiveDefinitions {
      definition = directive.place
      checkArguments(directive.arguments, of: "@\(directive.name.text)")
    }
    for type in typeDefinitions {
      definition = type.place
      switch type.kind {
      case .object(_, let fields), .interface(_, let fields):
        for field in fields { checkArguments(field.arguments, of: "\(type.name.text).\(field.name.text)") }
      case .scalar, .union, .enum, .inputObject:
        continue
      }
    }
  }

  private mutating func checkArguments(_ arguments: [InputValueDefinition], of owner: String) {
    guard arguments.count > 1 else { return }
    var seen: [String: Place] = [:]
    for argument in arguments {
      let name = argument.name
      if let first = seen[name.text] {
        report(
          .uniqueArgumentDefinitionNames, "Argument \"\(owner)(\(name.text):)\" can only be defined once.", at: first,
          name.place)
      } else {
        seen[name.text] = name.place
      }
    }
  }
}

extension FieldDefinition {
  fileprivate func hasSameShape(as other: FieldDefinition) -> Bool {
    type == other.type && arguments.count == other.arguments.count
      && zip(arguments, other.arguments).allSatisfy { $0.hasSameShape(as: $1) && $0.name == $1.name }
  }
}

extension InputValueDefinition {
  fileprivate func hasSameShape(as other: InputValueDefinition) -> Bool {
    type == other.type && defaultValue == other.defaultValue
  }
}
