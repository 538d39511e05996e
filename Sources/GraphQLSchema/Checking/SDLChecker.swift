import GraphQLLanguage

/// Checks that need only the text of a schema: duplicates, unknown references and invalid extensions.
///
/// These are graphql-js's rules for SDL. Problems with applied directives are warnings: they do not affect the API.
struct SDLChecker {
  let source: SourceText
  let document: Document
  /// Directives that are checked elsewhere.
  let ignored: Set<String>
  private var findings: [Finding] = []
  /// The definition where graphql-js reports, if that is not the last of a problem's places.
  var definition: Place?

  private struct Finding: LimitedFinding {
    var message: String
    var places: [Place]
    var isWarning: Bool
    var rule: SDLRule
    /// The position in graphql-js's walk, in half bytes: a node is left before the next one is entered.
    var turn: Int
  }

  init(_ document: Document, source: SourceText, ignoring ignored: Set<String>) {
    self.document = document
    self.ignored = ignored
    self.source = source
  }

  /// Returns the findings of all checks in graphql-js's order: by the position in its walk, then by rule.
  static func findings(
    in document: Document, source: SourceText, ignoring ignored: Set<String> = []
  ) -> [SchemaFinding] {
    var checker = SDLChecker(document, source: source, ignoring: ignored)
    checker.checkSchemaDefinitions()
    checker.checkTypeNames()
    checker.checkMemberNames()
    checker.checkArgumentDefinitions()
    checker.checkReferences()
    checker.checkExtensions()
    checker.checkLiterals()
    checker.checkAppliedDirectives()
    checker.checkExecutableDefinitions()
    let ranks = Dictionary(uniqueKeysWithValues: SDLRule.allCases.enumerated().map { ($1, $0) })
    let keyed = checker.findings.enumerated().map { index, found in
      (key: (found.turn, ranks[found.rule] ?? 0, index), finding: found)
    }
    let sorted = keyed.sorted { $0.key < $1.key }.map(\.finding)
    let limited = Finding.limited(sorted) {
      Finding(message: $0, places: [], isWarning: $1, rule: .typeSystemDefinitionsOnly, turn: .max)
    }
    if limited.isEmpty { return [] }
    let lines = SourceLines(source)
    return limited.map {
      SchemaFinding(
        SchemaProblem($0.message, at: $0.places, in: source, lines), check: .text($0.rule), isWarning: $0.isWarning)
    }
  }

  /// Records a problem. graphql-js finds it at `definition`, or else at the last of its places.
  mutating func report(_ rule: SDLRule, _ message: String, at places: Place..., isWarning: Bool = false) {
    let place = definition ?? places.last ?? .none
    // Missing arguments are found when a node is left.
    let turn = rule == .providedRequiredArgumentsOnDirectives ? Int(place.end) * 2 - 1 : Int(place.start) * 2
    findings.append(Finding(message: message, places: places, isWarning: isWarning, rule: rule, turn: turn))
  }

  var typeDefinitions: [TypeDefinition] {
    document.definitions.compactMap { if case .type(let type) = $0 { type } else { nil } }
  }

  var directiveDefinitions: [DirectiveDefinition] {
    document.definitions.compactMap { if case .directive(let directive) = $0 { directive } else { nil } }
  }

  var schemaDefinitions: [SchemaDefinition] {
    document.definitions.compactMap { if case .schema(let schema) = $0 { schema } else { nil } }
  }

  /// Warns about operations and fragments, which have no effect in a schema.
  private mutating func checkExecutableDefinitions() {
    for definition in document.definitions {
      switch definition {
      case .operation(let operation):
        report(
          .typeSystemDefinitionsOnly, "The operation definition is not allowed in a schema.", at: operation.place,
          isWarning: true)
      case .fragment(let fragment):
        report(
          .typeSystemDefinitionsOnly, "The \"\(fragment.name.text)\" fragment definition is not allowed in a schema.",
          at: fragment.place, isWarning: true)
      case .schema, .type, .directive: continue
      }
    }
  }
}

extension SchemaProblem {
  init(_ message: String, at places: [Place], in source: SourceText, _ lines: SourceLines) {
    self.init(message, places: places.map { SourcePlace($0, in: source, lines) })
  }
}

extension SchemaProblem.SourcePlace {
  init(_ place: Place, in source: SourceText, _ lines: SourceLines) {
    let location = lines.location(at: Int(place.start))
    self.init(file: source.name, location: location, excerpt: source.excerpt(at: location, lines))
  }
}
