import GraphQLLanguage
import Recordings

/// The uses of an operation's variables (`login(token: $t)` makes `t` a token), and the presence of values in the
/// document.
struct VariableUses: DocumentVisitor {
  struct Use: Sendable {
    var labels: [String] = []
    var coordinates: [RedactionPlace.Coordinate] = []
  }

  private(set) var uses: [String: Use] = [:]
  /// True if there is a value or a description that may contain a secret. Numbers count, because a field may be called
  /// `pin`.
  private(set) var hasLiterals = false
  /// The type of the fields being visited, for the root and for fragments; nil elsewhere.
  private var types: [String?] = []
  private var fields: [String] = []
  private var names: [String] = []

  init(in document: Document) { document.visit(with: &self) }

  mutating func enter(_ definition: OperationDefinition) -> VisitStep {
    types = [definition.kind.rootType]
    if definition.description != nil { hasLiterals = true }
    if definition.variables.contains(where: { $0.defaultValue != nil || $0.description != nil }) { hasLiterals = true }
    return .descend
  }

  mutating func enter(_ definition: FragmentDefinition) -> VisitStep {
    types = [definition.typeCondition.name.text]
    if definition.description != nil { hasLiterals = true }
    return .descend
  }

  mutating func enter(_ fragment: InlineFragment) -> VisitStep {
    types.append(fragment.typeCondition?.name.text ?? types.last ?? nil)
    return .descend
  }

  mutating func leave(_: InlineFragment) { types.removeLast() }

  mutating func enter(_ field: Field) -> VisitStep {
    fields.append(field.name.text)
    return .descend
  }

  mutating func leave(_: Field) { fields.removeLast() }

  mutating func enter(_ selectionSet: SelectionSet) -> VisitStep {
    if !fields.isEmpty { types.append(nil) }
    return .descend
  }

  mutating func leave(_: SelectionSet) {
    if !fields.isEmpty { types.removeLast() }
  }

  mutating func enter(_ argument: Argument) -> VisitStep {
    names.append(argument.name.text)
    switch argument.value {
    case .variable, .boolean, .null: break
    default: hasLiterals = true
    }
    return .descend
  }

  mutating func leave(_: Argument) { names.removeLast() }

  mutating func enter(_ field: ObjectField) -> VisitStep {
    names.append(field.name.text)
    return .descend
  }

  mutating func leave(_: ObjectField) { names.removeLast() }

  mutating func enter(_ value: Value) -> VisitStep {
    guard case .variable(let name) = value, let label = names.last else { return .descend }
    uses[name.text, default: Use()].labels.append(label)
    if names.count > 1 {
      uses[name.text]?.coordinates.append(.init(type: nil, field: label, argument: nil))
    } else if let field = fields.last {
      uses[name.text]?.coordinates.append(.init(type: types.last ?? nil, field: field, argument: label))
    }
    return .descend
  }
}
