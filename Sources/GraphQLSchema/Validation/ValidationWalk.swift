import GraphQLLanguage

/// The walk through a document: moves the position in the schema and calls the handlers, until validation is aborted.
struct ValidationWalk: DocumentVisitor {
  let types: TypePosition
  let handlers: Visitor
  /// Records operations and variables, and may abort; nil for a walk over a single fragment.
  var context: ValidationContext?
  private var location = DirectiveLocation.query
  private var operationLocation = DirectiveLocation.query

  init(types: TypePosition, handlers: Visitor) {
    self.types = types
    self.handlers = handlers
  }

  mutating func enter(_ operation: OperationDefinition) -> VisitStep {
    if context?.isAborted == true { return .skip }
    types.enter(operation)
    context?.enterOperation()
    for handler in handlers.enterOperation { handler(operation) }
    switch operation.kind {
    case .query: operationLocation = .query
    case .mutation: operationLocation = .mutation
    case .subscription: operationLocation = .subscription
    }
    location = operationLocation
    return .descend
  }

  mutating func leave(_ operation: OperationDefinition) {
    for handler in handlers.leaveOperation { handler(operation) }
    types.leaveOperationOrFragment()
  }

  mutating func enter(_ fragment: FragmentDefinition) -> VisitStep {
    if context?.isAborted == true { return .skip }
    types.enterFragment(on: fragment.typeCondition)
    for handler in handlers.enterFragment { handler(fragment) }
    location = .fragmentDefinition
    return .descend
  }

  mutating func leave(_ fragment: FragmentDefinition) { types.leaveOperationOrFragment() }

  mutating func enter(_ variable: VariableDefinition) -> VisitStep {
    types.enter(variable)
    for handler in handlers.enterVariableDefinition { handler(variable) }
    location = .variableDefinition
    return .descend
  }

  mutating func leave(_ variable: VariableDefinition) {
    types.leaveVariable()
    location = operationLocation
  }

  mutating func enter(_ selectionSet: SelectionSet) -> VisitStep {
    if context?.isAborted == true { return .skip }
    types.enterSelectionSet()
    for handler in handlers.enterSelectionSet { handler(selectionSet) }
    return .descend
  }

  mutating func leave(_ selectionSet: SelectionSet) { types.leaveSelectionSet() }

  mutating func enter(_ field: Field) -> VisitStep {
    types.enter(field)
    for handler in handlers.enterField { handler(field) }
    location = .field
    return .descend
  }

  mutating func leave(_ field: Field) {
    for handler in handlers.leaveField { handler(field) }
    types.leaveField()
  }

  mutating func enter(_ spread: FragmentSpread) -> VisitStep {
    for handler in handlers.enterFragmentSpread { handler(spread) }
    location = .fragmentSpread
    return .descend
  }

  mutating func enter(_ fragment: InlineFragment) -> VisitStep {
    types.enterFragment(on: fragment.typeCondition)
    for handler in handlers.enterInlineFragment { handler(fragment) }
    location = .inlineFragment
    return .descend
  }

  mutating func leave(_ fragment: InlineFragment) { types.leaveOperationOrFragment() }

  mutating func enter(_ argument: Argument) -> VisitStep {
    types.enter(argument)
    for handler in handlers.enterArgument { handler(argument) }
    return .descend
  }

  mutating func leave(_ argument: Argument) { types.leaveArgument() }

  mutating func enter(_ directive: Directive) -> VisitStep {
    types.enter(directive)
    for handler in handlers.enterDirective { handler(directive, location) }
    return .descend
  }

  mutating func leave(_ directive: Directive) {
    for handler in handlers.leaveDirective { handler(directive, location) }
    types.leaveDirective()
  }

  mutating func enter(_ value: Value) -> VisitStep {
    // Handlers see a list from inside, where the expected type is the item's.
    switch value {
    case .list: types.enterItem()
    case .variable(let name): context?.note(name)
    default: break
    }
    for handler in handlers.enterValue { handler(value) }
    return .descend
  }

  mutating func leave(_ value: Value) {
    for handler in handlers.leaveValue { handler(value) }
    if case .list = value { types.leaveInput() }
  }

  mutating func enter(_ field: ObjectField) -> VisitStep {
    types.enter(field)
    for handler in handlers.enterObjectField { handler(field) }
    return .descend
  }

  mutating func leave(_ field: ObjectField) { types.leaveInput() }

  mutating func visit(_ type: NamedType) {
    for handler in handlers.enterNamedType { handler(type.name) }
  }

  // Type-system definitions are not executable, and are skipped.
  mutating func enter(_: SchemaDefinition) -> VisitStep { .skip }
  mutating func enter(_: TypeDefinition) -> VisitStep { .skip }
  mutating func enter(_: DirectiveDefinition) -> VisitStep { .skip }
}
