import GraphQLLanguage

/// A use of a variable as a value.
struct VariableUsage {
  let name: Name
  /// The expected type; nil if unknown.
  let type: TypeRef?
  /// True if the argument or input field has a default.
  let hasDefault: Bool
  /// The one-of input object of the field, if there is one.
  let oneOfParent: String?

  var place: Place { name.place }

  init(_ name: Name, at types: TypePosition) {
    self.name = name
    type = types.inputType
    hasDefault = types.hasDefault
    let parent = types.parentInputObject
    oneOfParent = parent?.isOneOf == true ? parent?.name : nil
  }

  /// Returns the uses in a fragment in source order, without those in fragments that it spreads.
  static func all(in fragment: FragmentDefinition, _ schema: Schema) -> [VariableUsage] {
    // Most fragments use none, which a search without types finds out.
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

/// Checks for any variable.
private struct VariableSearch: DocumentVisitor {
  var hasFound = false

  mutating func enter(_: SelectionSet) -> VisitStep { hasFound ? .skip : .descend }

  mutating func enter(_ value: Value) -> VisitStep {
    if case .variable = value { hasFound = true }
    return .descend
  }
}

extension Schema {
  /// Returns a variable's type; nil if it is unknown or not an input type.
  func inputType(_ reference: TypeReference) -> TypeRef? {
    let type = TypeRef(reference)
    return isInput(type) ? type : nil
  }
}
