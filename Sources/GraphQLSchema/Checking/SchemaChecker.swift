import GraphQLLanguage

/// Checks that a schema follows the rules of the type system (section 3), like graphql-js's `validateSchema`. Problems
/// that no client would notice are warnings: reserved names, required members that are deprecated.
struct SchemaChecker {
  let schema: Schema
  private(set) var findings: [Finding] = []
  var implemented = ImplementedInterfaces()

  /// A message with the elements it is about.
  struct Finding: LimitedFinding {
    var message: String
    var elements: [SchemaElement]
    var isWarning: Bool
  }

  private init(_ schema: Schema) { self.schema = schema }

  /// Returns all problems in graphql-js's order: root types, directives, types.
  static func check(_ schema: Schema) -> [Finding] {
    var checker = SchemaChecker(schema)
    checker.checkRoots()
    for directive in schema.directives where !directive.isBuiltIn { checker.check(directive) }
    var cycles = InputCycleSearch(schema: schema)
    for type in schema.types {
      checker.check(type)
      if type.kind == .inputObject { checker.report(cycles.cycles(from: type)) }
    }
    checker.checkDefaults()
    return Finding.limited(checker.findings) { Finding(message: $0, elements: [], isWarning: $1) }
  }

  mutating func report(_ message: String, at elements: SchemaElement..., isWarning: Bool = false) {
    report(message, at: elements, isWarning: isWarning)
  }

  mutating func report(_ message: String, at elements: [SchemaElement], isWarning: Bool = false) {
    findings.append(Finding(message: message, elements: elements, isWarning: isWarning))
  }

  private mutating func checkRoots() {
    if schema.queryTypeName == nil { report("Query root type must be provided.", at: .schema) }
    for kind in OperationKind.allCases {
      guard let type = schema.rootType(of: kind), type.kind != .object else { continue }
      let word = kind.defaultTypeName
      let condition = kind == .query ? "" : " if provided"
      report(
        "\(word) root type must be Object type\(condition), it cannot be \(type.name).",
        at: .root(kind, typeName: type.name))
    }
  }

  private mutating func check(_ directive: SchemaDirective) {
    checkName(directive.name, at: .directive(directive.name))
    if directive.locations.isEmpty {
      report("Directive @\(directive.name) must include 1 or more locations.", at: .directive(directive.name))
    }
    for argument in directive.arguments {
      let owner = "@\(directive.name)(\(argument.name):)"
      checkName(argument.name, at: .directiveArgument(directive.name, argument.name))
      if !isInput(argument.type) {
        report(
          "The type of \(owner) must be Input Type but got: \(argument.type).",
          at: .directiveArgument(directive.name, argument.name))
      }
      if argument.isRequired, argument.deprecationReason != nil {
        report(
          "Required argument \(owner) cannot be deprecated.",
          at: .directiveArgument(directive.name, argument.name, .deprecation),
          .directiveArgument(directive.name, argument.name, .type), isWarning: true)
      }
    }
  }

  private mutating func check(_ type: SchemaType) {
    checkName(type.name, at: .type(type.name))
    switch type.kind {
    case .scalar: break
    case .object, .interface:
      checkFields(of: type)
      checkInterfaces(of: type)
    case .union: checkMembers(of: type)
    case .enum: checkValues(of: type)
    case .inputObject: checkInputFields(of: type)
    }
  }

  mutating func checkName(_ name: String, at element: @autoclosure () -> SchemaElement) {
    guard name.utf8.starts(with: [0x5F, 0x5F]) else { return }
    report(
      "Name \"\(name)\" must not begin with \"__\", which is reserved by GraphQL introspection.", at: element(),
      isWarning: true)
  }

  /// Indicates whether an argument may have this type. Unknown types pass, since they have been reported.
  func isInput(_ type: TypeRef) -> Bool { schema.type(of: type)?.isInput ?? true }

  func isOutput(_ type: TypeRef) -> Bool { schema.type(of: type)?.isOutput ?? true }
}
