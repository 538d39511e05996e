import GraphQLLanguage

extension SchemaChecker {
  /// Checks that defaults of input fields form no cycles (section 3.10, `InputObjectDefaultValueHasCycle`), and that
  /// every default matches its type. One that does not is a warning, and is ignored.
  mutating func checkDefaults() {
    var search = DefaultCycleSearch(schema: schema)
    for type in schema.types where type.kind == .inputObject {
      for field in type.inputFields { search.visit(field, of: type) }
    }
    for directive in schema.directives where !directive.isBuiltIn {
      for argument in directive.arguments {
        search.measure(
          argument, .directiveArgument(directive.name, argument.name), "@\(directive.name)(\(argument.name):)")
      }
    }
    for type in schema.types {
      for field in type.fields {
        let name = SchemaElement.FieldName(type.name, field.name)
        for argument in field.arguments {
          search.measure(argument, .argument(name, argument.name), "\(name)(\(argument.name):)")
        }
      }
    }
    for problem in search.problems { report(problem.message, at: problem.elements) }
    // A cyclic default has no finite value.
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

/// Follows the defaults of omitted input fields and counts their values, which can grow exponentially.
private struct DefaultCycleSearch {
  let schema: Schema
  private(set) var problems: [(message: String, elements: [SchemaElement])] = []
  /// The number of values of each field's default.
  private var finished: [SchemaElement.FieldName: Int] = [:]
  private var path: [SchemaElement.FieldName] = []

  /// The maximum chain of defaults; the search recurses for each.
  private static let greatestDepth = 100
  /// The maximum number of values of a default.
  private static let mostValues = 10_000

  init(schema: Schema) { self.schema = schema }

  mutating func measure(_ argument: SchemaInputValue, _ element: SchemaElement, _ name: String) {
    guard problems.isEmpty, let literal = argument.defaultValue else { return }
    if values(of: literal, as: argument.type) > Self.mostValues { reportSize(name, element) }
  }

  private mutating func reportSize(_ name: String, _ element: SchemaElement) {
    problems.append(
      ("The default value of \(name) comes to more than \(Self.mostValues) values with the defaults in it.", [element]))
  }

  /// - Returns: the number of values of the field's default; 0 if it has none.
  @discardableResult
  mutating func visit(_ field: SchemaInputValue, of type: SchemaType) -> Int {
    guard let literal = field.defaultValue else { return 0 }
    let name = SchemaElement.FieldName(type.name, field.name)
    if let known = finished[name] { return known }
    if let start = path.firstIndex(of: name) {
      let others = path[(start + 1)...].map(\.description)
      let via = others.isEmpty ? "" : " via the default values of: \(others.joined(separator: ", "))"
      let message = "Invalid circular reference. The default value of Input Object field \(name) references itself"
      problems.append(("\(message)\(via).", path[start...].map { .inputField($0) }))
      return 0
    }
    guard path.count < Self.greatestDepth else {
      problems.append(
        (
          "Default values of input fields lead to each other more than \(Self.greatestDepth) levels deep.",
          [.inputField(name)]
        ))
      return 0
    }
    path.append(name)
    var count = values(of: literal, as: field.type)
    path.removeLast()
    if count > Self.mostValues {
      reportSize("\(name)", .inputField(name))
      // Reported once, not again for each default that leads here.
      count = 0
    }
    finished[name] = count
    return count
  }

  /// Counts the values of a literal, whose nesting the parser limits.
  private mutating func values(of literal: Value, as type: TypeRef) -> Int {
    switch literal {
    case .list(let items, _):
      guard let item = type.item else { return 1 }
      return items.reduce(1) { $0 + values(of: $1, as: item) }
    case .object(let given, _):
      // A single value is coerced to a list of it.
      guard let named = schema.type(of: type), named.kind == .inputObject else { return 1 }
      var count = 1
      for field in named.inputFields {
        if let literal = given.last(where: { $0.name.text == field.name })?.value {
          count += values(of: literal, as: field.type)
        } else {
          count += visit(field, of: named)
        }
      }
      return count
    default:
      return 1
    }
  }
}
