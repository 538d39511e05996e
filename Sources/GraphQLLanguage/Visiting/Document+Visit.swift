extension Document {
  /// Walks the document depth first, in source order, and calls the visitor for every node.
  package func visit<Visitor: DocumentVisitor>(with visitor: inout Visitor) {
    for definition in definitions { definition.visit(with: &visitor) }
  }
}

extension Definition {
  package func visit<Visitor: DocumentVisitor>(with visitor: inout Visitor) {
    switch self {
    case .operation(let operation): operation.visit(with: &visitor)
    case .fragment(let fragment): fragment.visit(with: &visitor)
    case .schema(let schema): schema.visit(with: &visitor)
    case .type(let type): type.visit(with: &visitor)
    case .directive(let directive): directive.visit(with: &visitor)
    }
  }
}

extension OperationDefinition {
  package func visit<Visitor: DocumentVisitor>(with visitor: inout Visitor) {
    guard visitor.enter(self) == .descend else { return }
    for variable in variables { variable.visit(with: &visitor) }
    for directive in directives { directive.visit(with: &visitor) }
    selectionSet.visit(with: &visitor)
    visitor.leave(self)
  }
}

extension FragmentDefinition {
  package func visit<Visitor: DocumentVisitor>(with visitor: inout Visitor) {
    guard visitor.enter(self) == .descend else { return }
    visitor.visit(typeCondition)
    for directive in directives { directive.visit(with: &visitor) }
    selectionSet.visit(with: &visitor)
    visitor.leave(self)
  }
}

extension SelectionSet {
  package func visit<Visitor: DocumentVisitor>(with visitor: inout Visitor) {
    guard visitor.enter(self) == .descend else { return }
    for selection in selections {
      switch selection {
      case .field(let field): field.visit(with: &visitor)
      case .fragmentSpread(let spread): spread.visit(with: &visitor)
      case .inlineFragment(let fragment): fragment.visit(with: &visitor)
      }
    }
    visitor.leave(self)
  }
}

extension VariableDefinition {
  func visit<Visitor: DocumentVisitor>(with visitor: inout Visitor) {
    guard visitor.enter(self) == .descend else { return }
    visitor.visit(type.namedType)
    defaultValue?.visit(with: &visitor)
    for directive in directives { directive.visit(with: &visitor) }
    visitor.leave(self)
  }
}

extension Field {
  func visit<Visitor: DocumentVisitor>(with visitor: inout Visitor) {
    guard visitor.enter(self) == .descend else { return }
    for argument in arguments { argument.visit(with: &visitor) }
    for directive in directives { directive.visit(with: &visitor) }
    selectionSet?.visit(with: &visitor)
    visitor.leave(self)
  }
}

extension FragmentSpread {
  func visit<Visitor: DocumentVisitor>(with visitor: inout Visitor) {
    guard visitor.enter(self) == .descend else { return }
    for directive in directives { directive.visit(with: &visitor) }
    visitor.leave(self)
  }
}

extension InlineFragment {
  func visit<Visitor: DocumentVisitor>(with visitor: inout Visitor) {
    guard visitor.enter(self) == .descend else { return }
    if let typeCondition { visitor.visit(typeCondition) }
    for directive in directives { directive.visit(with: &visitor) }
    selectionSet.visit(with: &visitor)
    visitor.leave(self)
  }
}
