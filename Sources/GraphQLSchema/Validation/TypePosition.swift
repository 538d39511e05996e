import GraphQLLanguage

/// Where in the schema a walk through a document stands; the walk moves it, rules read it.
///
/// Each type is looked up once, when the walk comes to it. The stacks are only touched by one walk, so the checks for
/// simultaneous access, which cost more than the work, are left out.
final class TypePosition {
  private let schema: Schema
  @exclusivity(unchecked) private var parents: [SchemaType?] = []
  @exclusivity(unchecked) private var outputs: [Output] = []
  @exclusivity(unchecked) private var inputs: [Input] = []
  /// The definition of the directive in which the walk is.
  @exclusivity(unchecked) private(set) var directive: SchemaDirective?

  /// The argument in which the walk is, if it is in one that exists.
  @exclusivity(unchecked) private(set) var argument: SchemaInputValue?
  /// Whether the walk is in a directive, a known or an unknown one.
  @exclusivity(unchecked) private(set) var isInDirective = false

  /// What a field, an operation or a fragment gives.
  private struct Output {
    var type: TypeRef?
    var named: SchemaType?
    /// The field around, which fragments do not change.
    var field: SchemaField?
  }

  /// What is expected of a value.
  private struct Input {
    var type: TypeRef?
    var hasDefault = false
  }

  init(_ schema: Schema) { self.schema = schema }

  /// The object, interface or union from which fields are being selected.
  var parentType: SchemaType? { parents.last ?? nil }
  /// The type of the field, or the type that a fragment or an operation selects from.
  var type: TypeRef? { outputs.last?.type }
  /// `type` without lists and exclamation marks.
  var namedType: SchemaType? { outputs.last?.named }
  /// The definition of the field in which the walk is.
  var field: SchemaField? { outputs.last?.field }
  /// The type expected of the value in which the walk is.
  var inputType: TypeRef? { inputs.last?.type }
  /// `inputType` without lists and exclamation marks.
  var inputNamedType: SchemaType? { inputType.flatMap { schema.type(named: $0.typeName) } }
  /// The type expected of the list, object or argument around the value in which the walk is.
  var outerInputType: TypeRef? { inputs.count > 1 ? inputs[inputs.count - 2].type : nil }
  /// The input object whose field the walk is in, if it is in one's.
  var parentInputObject: SchemaType? {
    outerInputType.flatMap { schema.type(named: $0.typeName) }.flatMap { $0.kind == .inputObject ? $0 : nil }
  }
  /// Whether the argument or input field in which the walk is has a default value.
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

  /// Enters a fragment with its condition, or an inline one without.
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
    // The arguments of an unknown directive are taken for the field's, as the reference does.
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
