extension Argument {
  func visit<Visitor: DocumentVisitor>(with visitor: inout Visitor) {
    guard visitor.enter(self) == .descend else { return }
    value.visit(with: &visitor)
    visitor.leave(self)
  }
}

extension Directive {
  func visit<Visitor: DocumentVisitor>(with visitor: inout Visitor) {
    guard visitor.enter(self) == .descend else { return }
    for argument in arguments { argument.visit(with: &visitor) }
    visitor.leave(self)
  }
}

extension Value {
  package func visit<Visitor: DocumentVisitor>(with visitor: inout Visitor) {
    guard visitor.enter(self) == .descend else { return }
    switch self {
    case .list(let values, _):
      for value in values { value.visit(with: &visitor) }
    case .object(let fields, _):
      for field in fields {
        guard visitor.enter(field) == .descend else { continue }
        field.value.visit(with: &visitor)
        visitor.leave(field)
      }
    case .variable, .int, .float, .string, .boolean, .null, .enum:
      break
    }
    visitor.leave(self)
  }
}

extension TypeReference {
  /// The named type, without lists and exclamation marks.
  package var namedType: NamedType {
    var type = self
    while true {
      switch type {
      case .named(let name): return name
      case .list(let item, _), .nonNull(let item, _): type = item
      }
    }
  }
}
