import GraphQLLanguage
import OrderedJSON
import Recordings

/// Finds out, without a schema, whether a server would refuse an operation: the answer to an invalid query is an error,
/// whatever the recordings have.
struct OperationValidity {
  private var used: Set<String> = []
  private var spread: Set<String> = []

  /// Indicates whether an operation defines and uses all its fragments and variables, and its variables have values that
  /// fit the built-in scalars.
  static func accepts(_ operation: StatedOperation, in document: Document) -> Bool {
    var whole = OperationValidity()
    document.visit(with: &whole)
    let defined = Set(
      document.definitions.compactMap { definition in
        if case .fragment(let fragment) = definition { fragment.name.text } else { nil }
      })
    guard whole.spread == defined, !hasCycle(document) else { return false }
    var own = OperationValidity()
    document.separated(operation: operation.operation).visit(with: &own)
    return own.used == Set(operation.operation.variables.map(\.name.text))
      && operation.operation.variables.allSatisfy { variable in
        guard let value = operation.variables[variable.name.text] else {
          guard case .nonNull = variable.type else { return true }
          return variable.defaultValue != nil
        }
        return fits(value, variable.type)
      }
  }

  /// Indicates whether a fragment spreads itself, directly or through others.
  private static func hasCycle(_ document: Document) -> Bool {
    var rest: [String: Set<String>] = [:]
    for case .fragment(let fragment) in document.definitions {
      var inner = OperationValidity()
      Document(definitions: [.fragment(fragment)]).visit(with: &inner)
      rest[fragment.name.text] = inner.spread
    }
    // Fragments that spread no others are taken away until none is left, or only cycles.
    while let next = rest.first(where: { $0.value.allSatisfy { rest[$0] == nil } })?.key { rest[next] = nil }
    return !rest.isEmpty
  }

  private static func fits(_ value: JSON, _ type: TypeReference) -> Bool {
    // A rule or a redaction may have replaced the value.
    if let text = value.stringValue, Placeholder.isOne(text) { return true }
    switch type {
    case .nonNull(let inner, _): return value != .null && fits(value, inner)
    case .list(let inner, _): return value == .null || (value.arrayValue ?? [value]).allSatisfy { fits($0, inner) }
    case .named(let type):
      if value == .null { return true }
      switch type.name.text {
      case "Boolean": return value.boolValue != nil
      case "String": return value.stringValue != nil
      case "ID": return value.stringValue != nil || ObjectID(value) != nil && value.numberValue != nil
      case "Int": return value.numberValue != nil && ObjectID(value) != nil
      case "Float": return value.numberValue != nil
      default: return true
      }
    }
  }
}

extension OperationValidity: DocumentVisitor {
  mutating func enter(_ value: Value) -> VisitStep {
    if case .variable(let name) = value { used.insert(name.text) }
    return .descend
  }

  mutating func enter(_ reference: FragmentSpread) -> VisitStep {
    spread.insert(reference.name.text)
    return .descend
  }
}
