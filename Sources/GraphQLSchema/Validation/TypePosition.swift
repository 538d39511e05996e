import GraphQLLanguage

/// Where in the schema a walk through a document stands; the walk moves it, rules read it.
final class TypePosition {
  private let schema: Schema
  private var parents: [SchemaType?] = []
  private var outputs: [TypeRef?] = []
  private var fields: [SchemaField?] = []
  private var inputs: [TypeRef?] = []
  private var defaults: [Bool] = []
  private var directive: SchemaDirective?

  /// The argument in which the walk is, if it is in one that exists.
  private(set) var argument: SchemaInputValue?
  /// Whether the walk is in a directive, a known or an unknown one.
  private(set) var isInDirective = false

  init(_ schema: Schema) { self.schema = schema }

  /// The object, interface or union from which fields are being selected.
  var parentType: SchemaType? { parents.last ?? nil }
  /// The type of the field, or the type that a fragment or an operation selects from.
  var type: TypeRef? { outputs.last ?? nil }
  /// `type` without lists and exclamation marks.
  var namedType: SchemaType? { type.flatMap { schema.type(named: $0.typeName) } }
  /// The definition of the field in which the walk is.
  var field: SchemaField? { fields.last ?? nil }
  /// The type expected of the value in which the walk is.
  var inputType: TypeRef? { inputs.last ?? nil }
  /// `inputType` without lists and exclamation marks.
  var inputNamedType: SchemaType? { inputType.flatMap { schema.type(named: $0.typeName) } }
  /// The type expected of the list, object or argument around the value in which the walk is.
  var outerInputType: TypeRef? { inputs.count > 1 ? inputs[inputs.count - 2] : nil }
  /// The input object whose field the walk is in, if it is in one's.
  var parentInputObject: SchemaType? {
    outerInputType.flatMap { schema.type(named: $0.typeName) }.flatMap { $0.kind == .inputObject ? $0 : nil }
  }
  /// Whether the argument or input field in which the walk is has a default value.
  var hasDefault: Bool { defaults.last ?? false }

  func enterSelectionSet() {
    let type = namedType
    parents.append(type?.isComposite == true ? type : nil)
  }

  func leaveSelectionSet() { parents.removeLast() }

  func enter(_ field: Field) {
    let definition = parentType.flatMap { schema.field(named: field.name.text, of: $0) }
    fields.append(definition)
    outputs.append(definition?.type)
  }

  func leaveField() {
    fields.removeLast()
    outputs.removeLast()
  }

  func enter(_ operation: OperationDefinition) {
    outputs.append(schema.rootType(of: operation.kind).map { .named($0.name) })
  }

  /// Enters a fragment with its condition, or an inline one without.
  func enterFragment(on condition: NamedType?) {
    let type = condition.map { schema.type(named: $0.name.text) } ?? namedType
    outputs.append(type.flatMap { $0.isOutput ? .named($0.name) : nil })
  }

  func leaveOperationOrFragment() { outputs.removeLast() }

  func enter(_ variable: VariableDefinition) { inputs.append(schema.inputType(variable.type)) }

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
    case .list(let item)?: inputs.append(item)
    case let type: inputs.append(type)
    }
    defaults.append(false)
  }

  func enter(_ field: ObjectField) {
    let object = inputNamedType
    enterInput(object?.kind == .inputObject ? object?.inputField(named: field.name.text) : nil)
  }

  func leaveInput() {
    inputs.removeLast()
    defaults.removeLast()
  }

  private func enterInput(_ definition: SchemaInputValue?) {
    inputs.append(definition?.type)
    defaults.append(definition?.defaultValue != nil)
  }
}
