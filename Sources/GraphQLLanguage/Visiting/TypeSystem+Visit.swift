extension SchemaDefinition {
  func visit<Visitor: DocumentVisitor>(with visitor: inout Visitor) {
    guard visitor.enter(self) == .descend else { return }
    for directive in directives { directive.visit(with: &visitor) }
    for operationType in operationTypes { visitor.visit(operationType.type) }
    visitor.leave(self)
  }
}

extension TypeDefinition {
  package func visit<Visitor: DocumentVisitor>(with visitor: inout Visitor) {
    guard visitor.enter(self) == .descend else { return }
    if case .object(let interfaces, _) = kind { for interface in interfaces { visitor.visit(interface) } }
    if case .interface(let interfaces, _) = kind { for interface in interfaces { visitor.visit(interface) } }
    for directive in directives { directive.visit(with: &visitor) }
    switch kind {
    case .scalar: break
    case .object(_, let fields), .interface(_, let fields): for field in fields { field.visit(with: &visitor) }
    case .union(let members): for member in members { visitor.visit(member) }
    case .enum(let values): for value in values { value.visit(with: &visitor) }
    case .inputObject(let fields): for field in fields { field.visit(with: &visitor) }
    }
    visitor.leave(self)
  }
}

extension FieldDefinition {
  func visit<Visitor: DocumentVisitor>(with visitor: inout Visitor) {
    guard visitor.enter(self) == .descend else { return }
    for argument in arguments { argument.visit(with: &visitor) }
    visitor.visit(type.namedType)
    for directive in directives { directive.visit(with: &visitor) }
    visitor.leave(self)
  }
}

extension InputValueDefinition {
  func visit<Visitor: DocumentVisitor>(with visitor: inout Visitor) {
    guard visitor.enter(self) == .descend else { return }
    visitor.visit(type.namedType)
    defaultValue?.visit(with: &visitor)
    for directive in directives { directive.visit(with: &visitor) }
    visitor.leave(self)
  }
}

extension EnumValueDefinition {
  func visit<Visitor: DocumentVisitor>(with visitor: inout Visitor) {
    guard visitor.enter(self) == .descend else { return }
    for directive in directives { directive.visit(with: &visitor) }
    visitor.leave(self)
  }
}

extension DirectiveDefinition {
  func visit<Visitor: DocumentVisitor>(with visitor: inout Visitor) {
    guard visitor.enter(self) == .descend else { return }
    for argument in arguments { argument.visit(with: &visitor) }
    visitor.leave(self)
  }
}
