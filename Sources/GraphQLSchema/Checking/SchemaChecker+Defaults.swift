import GraphQLLanguage

extension SchemaChecker {
  /// Defaults of input fields do not lead back to themselves (section 3.10, `InputObjectDefaultValueHasCycle`), and
  /// every default fits its type. One that does not is a warning: it counts as none.
  mutating func checkDefaults() {
    var search = DefaultCycleSearch(schema: schema)
    for type in schema.types where type.kind == .inputObject {
      for field in type.inputFields { search.visit(field, of: type) }
    }
    for problem in search.problems { report(problem.message, at: problem.elements) }
    // The value of a default that leads to itself has no end.
    if !search.problems.isEmpty { return }
    for directive in schema.directives where !directive.isBuiltIn {
      for argument in directive.arguments {
        checkDefault(of: argument, "@\(directive.name)", .directiveArgument(directive.name, argument.name))
      }
    }
    for type in schema.types {
      for field in type.fields {
        let name = SchemaElement.FieldName(type.name, field.name)
        for argument in field.arguments { checkDefault(of: argument, "\(name)", .argument(name, argument.name)) }
      }
      for field in type.inputFields where field.defaultValue != nil {
        let name = SchemaElement.FieldName(type.name, field.name)
        checkDefault(of: field, nil, .inputField(name), coordinate: "\(name)")
      }
    }
  }

  private mutating func checkDefault(
    of input: SchemaInputValue, _ owner: String?, _ element: SchemaElement, coordinate: String = ""
  ) {
    guard let literal = input.defaultValue, isInput(input.type), schema.defaultValue(of: input) == nil else { return }
    let name = owner.map { "\($0)(\(input.name):)" } ?? coordinate
    report(
      "\(name) has an invalid default value for the type \(input.type): \(literal.printed()).", at: element,
      isWarning: true)
  }
}

/// Follows the defaults that come into play where an input field is left out.
private struct DefaultCycleSearch {
  let schema: Schema
  private(set) var problems: [(message: String, elements: [SchemaElement])] = []
  private var finished: Set<SchemaElement.FieldName> = []
  private var path: [SchemaElement.FieldName] = []

  /// How many defaults may lead to each other; the search calls itself for each.
  private static let greatestDepth = 100

  init(schema: Schema) { self.schema = schema }

  mutating func visit(_ field: SchemaInputValue, of type: SchemaType) {
    guard let literal = field.defaultValue else { return }
    let name = SchemaElement.FieldName(type.name, field.name)
    if finished.contains(name) { return }
    if let start = path.firstIndex(of: name) {
      let others = path[(start + 1)...].map(\.description)
      let via = others.isEmpty ? "" : " via the default values of: \(others.joined(separator: ", "))"
      let message = "Invalid circular reference. The default value of Input Object field \(name) references itself"
      problems.append(("\(message)\(via).", path[start...].map { .inputField($0) }))
      return
    }
    guard path.count < Self.greatestDepth else {
      problems.append(
        (
          "Default values of input fields lead to each other more than \(Self.greatestDepth) levels deep.",
          [.inputField(name)]
        ))
      return
    }
    path.append(name)
    follow(literal, as: field.type)
    path.removeLast()
    finished.insert(name)
  }

  /// The parser bounds how deep a literal nests.
  private mutating func follow(_ literal: Value, as type: TypeRef) {
    switch literal {
    case .list(let items, _):
      guard let item = type.item else { return }
      for literal in items { follow(literal, as: item) }
    case .object(let given, _):
      guard let named = schema.type(of: type), named.kind == .inputObject else { return }
      for field in named.inputFields {
        if let literal = given.last(where: { $0.name.text == field.name })?.value {
          follow(literal, as: field.type)
        } else {
          visit(field, of: named)
        }
      }
    default:
      return
    }
  }
}
