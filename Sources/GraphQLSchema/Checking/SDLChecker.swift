import GraphQLLanguage

/// Checks that need only the text of a schema: what is defined twice, refers to nothing, or extends nothing.
///
/// These are the reference's rules for SDL documents. What is wrong with applied directives is a warning, since it
/// does not change what the API is.
struct SDLChecker {
  let source: SourceText
  let document: Document
  private var findings: [Finding] = []

  struct Finding: LimitedFinding {
    var message: String
    var places: [Place]
    var isWarning: Bool
    /// Where the text's order has it.
    var offset: Int32
  }

  init(_ document: Document, source: SourceText) {
    self.document = document
    self.source = source
  }

  /// Runs all checks.
  /// - Returns: the warnings, in the order of the text.
  /// - Throws: the errors, in the order of the text.
  static func check(_ document: Document, source: SourceText) throws(SchemaError) -> [SchemaProblem] {
    let findings = findings(in: document, source: source)
    let lines = SourceLines(source)
    let errors = findings.filter { !$0.isWarning }
    if !errors.isEmpty { throw SchemaError(errors.map { SchemaProblem($0.message, at: $0.places, in: source, lines) }) }
    return findings.map { SchemaProblem($0.message, at: $0.places, in: source, lines) }
  }

  /// What all checks find, in the order of the text.
  static func findings(in document: Document, source: SourceText) -> [Finding] {
    var checker = SDLChecker(document, source: source)
    checker.checkSchemaDefinitions()
    checker.checkTypeNames()
    checker.checkMemberNames()
    checker.checkArgumentDefinitions()
    checker.checkReferences()
    checker.checkExtensions()
    checker.checkLiterals()
    checker.checkAppliedDirectives()
    checker.checkExecutableDefinitions()
    let sorted = checker.findings.enumerated().sorted { ($0.1.offset, $0.0) < ($1.1.offset, $1.0) }.map(\.1)
    return Finding.limited(sorted) { Finding(message: $0, places: [], isWarning: $1, offset: .max) }
  }

  /// Notes a problem. It is sorted by the last of its places, where the reference comes across it.
  mutating func report(_ message: String, at places: Place..., isWarning: Bool = false) {
    findings.append(Finding(message: message, places: places, isWarning: isWarning, offset: places.last?.start ?? 0))
  }

  /// The definitions and extensions of types, in order.
  var typeDefinitions: [TypeDefinition] {
    document.definitions.compactMap { if case .type(let type) = $0 { type } else { nil } }
  }

  /// The definitions of directives, in order.
  var directiveDefinitions: [DirectiveDefinition] {
    document.definitions.compactMap { if case .directive(let directive) = $0 { directive } else { nil } }
  }

  /// The definitions and extensions of the schema, in order.
  var schemaDefinitions: [SchemaDefinition] {
    document.definitions.compactMap { if case .schema(let schema) = $0 { schema } else { nil } }
  }

  /// Operations and fragments have no meaning in a schema.
  private mutating func checkExecutableDefinitions() {
    for definition in document.definitions {
      switch definition {
      case .operation(let operation):
        report("The operation definition is not allowed in a schema.", at: operation.place)
      case .fragment(let fragment):
        report("The \"\(fragment.name.text)\" fragment definition is not allowed in a schema.", at: fragment.place)
      case .schema, .type, .directive: continue
      }
    }
  }
}

extension SchemaProblem {
  /// A sentence about nodes of a text's tree.
  init(_ message: String, at places: [Place], in source: SourceText, _ lines: SourceLines) {
    let places = places.map { place in
      let location = lines.location(at: Int(place.start))
      return SourcePlace(file: source.name, location: location, excerpt: source.excerpt(at: location, lines))
    }
    self.init(message, places: places)
  }
}

extension SchemaProblem.SourcePlace {
  /// The place of a node of a text's tree.
  init(_ place: Place, in source: SourceText) {
    let location = source.location(at: Int(place.start))
    self.init(file: source.name, location: location, excerpt: source.excerpt(at: location))
  }
}
