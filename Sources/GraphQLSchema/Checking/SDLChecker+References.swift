import GraphQLLanguage

extension SDLChecker {
  /// Checks that every referenced type is defined or built-in.
  mutating func checkReferences() {
    let definitions = typeDefinitions.filter { !$0.isExtension }
    let defined = Set(definitions.map(\.name.text))
    var collector = ReferenceCollector(isKnown: { defined.contains($0) || SchemaType.builtInByName[$0] != nil })
    document.visit(with: &collector)
    guard !collector.unknown.isEmpty else { return }
    let candidates = Self.builtInNames + definitions.map(\.name.text)
    for (index, name) in collector.unknown.enumerated() {
      // Further ones are not listed, and each search for suggestions takes time.
      let suggestions = index > 1_000 ? "" : didYouMean(nil, suggestionList(name.text, candidates))
      report(.knownTypeNames, "Unknown type \"\(name.text)\".\(suggestions)", at: name.place)
    }
  }

  private static let builtInNames = (SchemaType.builtInScalars + SchemaType.introspectionTypes).map(\.name)

  /// Checks that every extension extends a type of its kind.
  mutating func checkExtensions() {
    var definitions: [String: TypeDefinition] = [:]
    for type in typeDefinitions where !type.isExtension {
      if definitions[type.name.text] == nil { definitions[type.name.text] = type }
    }
    let known = typeDefinitions.filter { !$0.isExtension }.map(\.name.text)
    var unknown = 0
    defer { definition = nil }
    for type in typeDefinitions where type.isExtension {
      definition = type.place
      let name = type.name.text
      if let extended = definitions[name] {
        guard extended.kind.words != type.kind.words else { continue }
        report(
          .possibleTypeExtensions, "Cannot extend non-\(type.kind.words) type \"\(name)\".", at: extended.place,
          type.place)
      } else {
        unknown += 1
        let suggestions = unknown > 1_000 ? "" : didYouMean(nil, suggestionList(name, known))
        report(
          .possibleTypeExtensions, "Cannot extend type \"\(name)\" because it is not defined.\(suggestions)",
          at: type.name.place)
      }
    }
  }

  /// Checks that argument names in applied directives and field names in input objects are unique.
  mutating func checkLiterals() {
    var collector = LiteralCollector()
    document.visit(with: &collector)
    for (first, second) in collector.arguments {
      report(
        .uniqueArgumentNames, "There can be only one argument named \"\(second.text)\".", at: first.place, second.place,
        isWarning: true)
    }
    for (first, second) in collector.fields {
      report(
        .uniqueInputFieldNames, "There can be only one input field named \"\(second.text)\".", at: first.place,
        second.place)
    }
  }
}

/// Collects references to unknown types.
private struct ReferenceCollector: DocumentVisitor {
  let isKnown: (String) -> Bool
  var unknown: [Name] = []

  mutating func visit(_ type: NamedType) {
    if !isKnown(type.name.text) { unknown.append(type.name) }
  }
}

/// Collects repeated names in directives' arguments and in input objects.
private struct LiteralCollector: DocumentVisitor {
  var arguments: [(Name, Name)] = []
  var fields: [(Name, Name)] = []

  mutating func enter(_ directive: Directive) -> VisitStep {
    Self.collect(directive.arguments.map(\.name), &arguments)
    return .descend
  }

  mutating func enter(_ value: Value) -> VisitStep {
    if case .object(let members, _) = value { Self.collect(members.map(\.name), &fields) }
    return .descend
  }

  private static func collect(_ names: [Name], _ repeated: inout [(Name, Name)]) {
    guard names.count > 1 else { return }
    var seen: [String: Name] = [:]
    for name in names {
      if let first = seen[name.text] { repeated.append((first, name)) } else { seen[name.text] = name }
    }
  }
}

extension TypeDefinition.Kind {
  var words: String {
    switch self {
    case .scalar: "scalar"
    case .object: "object"
    case .interface: "interface"
    case .union: "union"
    case .enum: "enum"
    case .inputObject: "input object"
    }
  }
}
