import GraphQLLanguage

/// The position in the schema of a walk through a document. The walk moves it; rules read it.
///
/// Types are looked up once, when the walk reaches them. Only one walk uses the stacks, so the exclusivity checks,
/// which cost more than the work, are disabled.
final class TypePosition {
  private let schema: Schema
  @exclusivity(unchecked) private var parents: [SchemaType?] = []
  @exclusivity(unchecked) private var outputs: [Output] = []
  @exclusivity(unchecked) private var inputs: [Input] = []
  @exclusivity(unchecked) private(set) var directive: SchemaDirective?

  /// The definition of the current argument; nil if it is unknown.
  @exclusivity(unchecked) private(set) var argument: SchemaInputValue?
  /// True inside a directive, known or not.
  @exclusivity(unchecked) private(set) var isInDirective = false

  /// The type of a field, operation or fragment.
  private struct Output {
    var type: TypeRef?
    var named: SchemaType?
    /// The enclosing field, which fragments do not change.
    var field: SchemaField?
  }

  /// The type expected of a value.
  private struct Input {
    var type: TypeRef?
    var hasDefault = false
  }

  init(_ schema: Schema) { self.schema = schema }

  /// The object, interface or union that fields are selected from.
  var parentType: SchemaType? { parents.last ?? nil }
  /// The type of the field, fragment or operation.
  var type: TypeRef? { outputs.last?.type }
  /// `type` without lists and exclamation marks.
  var namedType: SchemaType? { outputs.last?.named }
  var field: SchemaField? { outputs.last?.field }
  /// The type expected of the current value.
  var inputType: TypeRef? { inputs.last?.type }
  /// `inputType` without lists and exclamation marks.
  var inputNamedType: SchemaType? { inputType.flatMap { schema.type(named: $0.typeName) } }
  /// The type expected of the enclosing list, object or argument.
  var outerInputType: TypeRef? { inputs.count > 1 ? inputs[inputs.count - 2].type : nil }
  /// The input object of the current field; nil outside of one.
  var parentInputObject: SchemaType? {
    outerInputType.flatMap { schema.type(named: $0.typeName) }.flatMap { $0.kind == .inputObject ? $0 : nil }
  }
  /// True if the current argument or input field has a default.
  var hasDefault: Bool { inputs.last?.hasDefault ?? false }

  func enterSelectionSet() {
    let type = namedType
    parents.append(type?.isComposite == true ? type : nil)
  }

  func leaveSelectionSet() { parents.removeLast() }

  func enter(_ field: Field) {
    guard let parent = parentType, let definition = schema.field(named: field.name.text, of: parent) else {
      outputs.append(Output())
      return
    }
    let named = schema.type(named: definition.type.typeName)
    outputs.append(Output(type: definition.type, named: named, field: definition))
  }

  func leaveField() { outputs.removeLast() }

  func enter(_ operation: OperationDefinition) { enter(schema.rootType(of: operation.kind)) }

  /// Enters a fragment; an inline one may have no condition.
  func enterFragment(on condition: NamedType?) {
    let type = condition.map { schema.type(named: $0.name.text) } ?? namedType
    enter(type?.isOutput == true ? type : nil)
  }

  private func enter(_ type: SchemaType?) {
    outputs.append(Output(type: type.map { .named($0.name) }, named: type, field: field))
  }

  func leaveOperationOrFragment() { outputs.removeLast() }

  func enter(_ variable: VariableDefinition) { inputs.append(Input(type: schema.inputType(variable.type))) }

  func leaveVariable() { inputs.removeLast() }

  func enter(_ directive: Directive) {
    isInDirective = true
    self.directive = schema.directive(named: directive.name.text)
  }

  func leaveDirective() {
    isInDirective = false
    directive = nil
  }

  func enter(_ argument: Argument) {
    // Arguments of an unknown directive are treated as the field's, as in graphql-js.
    let known = directive?.arguments ?? field?.arguments
    self.argument = known?.first { $0.name == argument.name.text }
    enterInput(self.argument)
  }

  func leaveArgument() {
    argument = nil
    leaveInput()
  }

  func enterItem() {
    switch inputType?.nullable {
    case .list(let item)?: inputs.append(Input(type: item))
    case let type: inputs.append(Input(type: type))
    }
  }

  func enter(_ field: ObjectField) {
    let object = inputNamedType
    enterInput(object?.kind == .inputObject ? object?.inputField(named: field.name.text) : nil)
  }

  func leaveInput() { inputs.removeLast() }

  private func enterInput(_ definition: SchemaInputValue?) {
    inputs.append(Input(type: definition?.type, hasDefault: definition?.defaultValue != nil))
  }
}
