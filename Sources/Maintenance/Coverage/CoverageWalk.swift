import GraphQLLanguage
import GraphQLSchema
import OrderedJSON

/// Finds the schema coordinates (`Type.field`, `Type.field(argument:)`, `Enum.VALUE`) that operations and their answers
/// use.
///
/// A field counts for the type that it is selected on, and for the object types in the answers' `__typename`. An
/// argument counts if it is given, an enum value if it is sent or returned. `@skip` and `@include` are ignored.
struct CoverageWalk {
  let schema: Schema
  private(set) var reached: Set<String> = []

  init(schema: Schema) { self.schema = schema }

  /// The parts that stay the same in one operation.
  private struct Scope {
    let fragments: [String: FragmentDefinition]
    let variables: JSONObject
    let defaults: Set<String>
    /// The fragments being read, to follow a cycle once.
    var open: Set<String> = []
  }

  /// Adds an operation with its variables and answers.
  mutating func visit(
    _ operation: OperationDefinition, in document: Document, variables: JSONObject, answers: [JSON]
  ) {
    guard let root = schema.rootType(of: operation.kind) else { return }
    for definition in operation.variables {
      let type = TypeRef(definition.type)
      if let value = variables[definition.name.text] {
        note(value, type)
      } else if let value = definition.defaultValue {
        note(value, type, Scope(fragments: [:], variables: [:], defaults: []))
      }
    }
    let scope = Scope(
      fragments: document.fragmentsByName, variables: variables,
      defaults: Set(operation.variables.filter { $0.defaultValue != nil }.map(\.name.text)))
    visit(operation.selectionSet, on: root, answers.compactMap { $0["data"] }, scope)
  }

  // MARK: Selections

  private mutating func visit(_ set: SelectionSet, on type: SchemaType, _ objects: [JSON], _ scope: Scope) {
    for selection in set.selections {
      switch selection {
      case .field(let field): visit(field, on: type, objects, scope)
      case .inlineFragment(let fragment):
        visit(fragment.selectionSet, under: fragment.typeCondition?.name.text, of: type, objects, scope)
      case .fragmentSpread(let spread):
        guard let fragment = scope.fragments[spread.name.text], !scope.open.contains(spread.name.text) else { continue }
        var scope = scope
        scope.open.insert(spread.name.text)
        visit(fragment.selectionSet, under: fragment.typeCondition.name.text, of: type, objects, scope)
      }
    }
  }

  private mutating func visit(
    _ set: SelectionSet, under condition: String?, of type: SchemaType, _ objects: [JSON], _ scope: Scope
  ) {
    guard let condition else { return visit(set, on: type, objects, scope) }
    guard let narrowed = schema.type(named: condition) else { return }
    // An object without `__typename` may have any type.
    let fitting = objects.filter { object in
      guard let name = object[SchemaField.typename.name]?.stringValue else { return true }
      return name == condition || schema.isSubtype(name, of: condition)
    }
    visit(set, on: narrowed, fitting, scope)
  }

  private mutating func visit(_ field: Field, on type: SchemaType, _ objects: [JSON], _ scope: Scope) {
    guard let definition = type.field(named: field.name.text) else { return }
    let having = objects.filter { $0[field.responseKey] != nil }
    let concrete = Set(having.compactMap { $0[SchemaField.typename.name]?.stringValue })
    let owners = [type.name] + concrete.filter { schema.type(named: $0)?.field(named: field.name.text) != nil }
    for owner in owners { reached.insert("\(owner).\(field.name.text)") }
    for argument in field.arguments {
      guard let declared = definition.argument(named: argument.name.text), isGiven(argument.value, scope) else {
        continue
      }
      for owner in owners { reached.insert("\(owner).\(field.name.text)(\(argument.name.text):)") }
      note(argument.value, declared.type, scope)
    }
    guard let inner = schema.type(of: definition.type) else { return }
    let values = having.compactMap { $0[field.responseKey] }.flatMap(Self.flattened)
    if inner.kind == .enum {
      for value in values { note(value, definition.type) }
    } else if let set = field.selectionSet {
      visit(set, on: inner, values, scope)
    }
  }

  /// Returns the items of lists at any depth.
  private static func flattened(_ value: JSON) -> [JSON] {
    guard case .array(let items) = value else { return [value] }
    return items.flatMap(flattened)
  }

  // MARK: Input

  /// Indicates whether an argument is given: a variable may be absent.
  private func isGiven(_ value: Value, _ scope: Scope) -> Bool {
    guard case .variable(let name) = value else { return true }
    return scope.variables[name.text] != nil || scope.defaults.contains(name.text)
  }

  private mutating func note(_ value: JSON, _ type: TypeRef) {
    if case .array(let items) = value {
      for item in items { note(item, type.item ?? type) }
      return
    }
    guard let named = schema.type(of: type) else { return }
    switch value {
    case .string(let text) where named.kind == .enum: noteValue(text, of: named)
    case .object(let object) where named.kind == .inputObject:
      for member in object.members {
        guard let field = named.inputField(named: member.name) else { continue }
        reached.insert("\(named.name).\(field.name)")
        note(member.value, field.type)
      }
    default: break
    }
  }

  private mutating func note(_ value: Value, _ type: TypeRef, _ scope: Scope) {
    switch value {
    case .list(let items, _): for item in items { note(item, type.item ?? type, scope) }
    case .enum(let name): schema.type(of: type).map { noteValue(name.text, of: $0) }
    case .object(let fields, _):
      guard let named = schema.type(of: type) else { return }
      for given in fields {
        guard let field = named.inputField(named: given.name.text), isGiven(given.value, scope) else { continue }
        reached.insert("\(named.name).\(field.name)")
        note(given.value, field.type, scope)
      }
    // Variables are noted by their definitions.
    case .variable, .int, .float, .string, .boolean, .null: break
    }
  }

  private mutating func noteValue(_ name: String, of type: SchemaType) {
    if type.value(named: name) != nil { reached.insert("\(type.name).\(name)") }
  }
}
