import GraphQLLanguage

/// One place where a variable stands for a value.
struct VariableUsage {
  let name: Name
  /// The type expected there; nil where that is unknown.
  let type: TypeRef?
  /// Whether the argument or input field there has a default value.
  let hasDefault: Bool
  /// The one-of input object whose field it is, if it is one's.
  let oneOfParent: String?

  var place: Place { name.place }

  /// The usages in one definition, not in the fragments that it spreads, in the order of the text.
  static func all(in definition: Definition, _ schema: Schema) -> [VariableUsage] {
    let types = TypePosition(schema)
    var usages: [VariableUsage] = []
    var handlers = Visitor()
    handlers.enterValue.append { value in
      guard case .variable(let name) = value else { return }
      let parent = types.parentInputObject
      usages.append(
        VariableUsage(
          name: name, type: types.inputType, hasDefault: types.hasDefault,
          oneOfParent: parent?.isOneOf == true ? parent?.name : nil))
    }
    var walk = ValidationWalk(types: types, handlers: handlers)
    definition.visit(with: &walk)
    return usages
  }
}
