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

  /// The variable of this name where a walk stands.
  init(_ name: Name, at types: TypePosition) {
    self.name = name
    type = types.inputType
    hasDefault = types.hasDefault
    let parent = types.parentInputObject
    oneOfParent = parent?.isOneOf == true ? parent?.name : nil
  }

  /// The usages in one fragment, not in those that it spreads, in the order of the text.
  static func all(in fragment: FragmentDefinition, _ schema: Schema) -> [VariableUsage] {
    // Most fragments use none, which is found out without looking at types.
    var search = VariableSearch()
    fragment.visit(with: &search)
    if !search.hasFound { return [] }
    let types = TypePosition(schema)
    var usages: [VariableUsage] = []
    var handlers = Visitor()
    handlers.enterValue.append { value in
      if case .variable(let name) = value { usages.append(VariableUsage(name, at: types)) }
    }
    var walk = ValidationWalk(types: types, handlers: handlers)
    fragment.visit(with: &walk)
    return usages
  }
}

/// Whether there is any variable.
private struct VariableSearch: DocumentVisitor {
  var hasFound = false

  mutating func enter(_: SelectionSet) -> VisitStep { hasFound ? .skip : .descend }

  mutating func enter(_ value: Value) -> VisitStep {
    if case .variable = value { hasFound = true }
    return .descend
  }
}

extension Schema {
  /// A variable's type; nil where the schema does not have it or variables cannot have it.
  func inputType(_ reference: TypeReference) -> TypeRef? {
    let type = TypeRef(reference)
    return isInput(type) ? type : nil
  }
}
