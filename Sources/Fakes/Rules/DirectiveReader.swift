import FakeClauses
import FakeValues
import GraphQLLanguage
import GraphQLSchema
import OrderedJSON

/// Reads the directives of fakes from the text of a schema, since only the text has the places of directives.
struct DirectiveReader {
  private let source: SourceText
  private let lines: SourceLines
  /// The statements, those about types before those about fields, which override them.
  private(set) var statements: [FakeStatement] = []
  private(set) var errors: [SchemaProblem] = []
  private(set) var warnings: [SchemaProblem] = []

  /// Indicates whether a text may have any of them; most have none, and are not parsed a second time.
  static func mayConcern(_ source: SourceText) -> Bool {
    let marks = FakeDirective.allCases.map { Array("\($0.rawValue)".utf8) }
    var start = source.utf8.startIndex
    while let sign = source.utf8[start...].firstIndex(of: UInt8(ascii: "@")) {
      let rest = source.utf8[(sign + 1)...].drop { $0 == 0x20 || $0 == 0x09 }
      if marks.contains(where: { rest.starts(with: $0) }) { return true }
      start = sign + 1
    }
    return false
  }

  init(_ document: Document, _ source: SourceText) {
    self.source = source
    lines = SourceLines(source)
    for definition in document.definitions {
      switch definition {
      case .type(let type): read(type)
      case .schema(let schema): refuse(schema.directives, on: .schema)
      case .directive(let directive):
        for argument in directive.arguments { refuse(argument.directives, on: .argumentDefinition) }
      case .operation, .fragment: continue
      }
    }
    statements = statements.enumerated().sorted { (rank($0.element), $0.offset) < (rank($1.element), $1.offset) }
      .map(\.element)
  }

  /// Returns the rank of a statement: one about the values of a type is overridden by one about a field.
  private func rank(_ statement: FakeStatement) -> Int { statement.field == nil ? 0 : 1 }

  private mutating func read(_ type: TypeDefinition) {
    let name = type.name.text
    switch type.kind {
    case .scalar: read(type.directives, on: .scalar, of: name)
    case .object(_, let fields), .interface(_, let fields):
      if case .object = type.kind {
        read(type.directives, on: .object, of: name)
      } else {
        refuse(type.directives, on: .interface)
      }
      for field in fields {
        read(field.directives, on: .fieldDefinition, of: name, field.name.text)
        for argument in field.arguments { refuse(argument.directives, on: .argumentDefinition) }
      }
    case .union: refuse(type.directives, on: .union)
    case .enum(let values):
      read(type.directives, on: .enum, of: name)
      for value in values { refuse(value.directives, on: .enumValue) }
    case .inputObject(let fields):
      refuse(type.directives, on: .inputObject)
      for field in fields { refuse(field.directives, on: .inputFieldDefinition) }
    }
  }

  /// Reports directives that have no meaning at a location.
  private mutating func refuse(_ directives: [Directive], on location: DirectiveLocation) {
    read(directives, on: location, of: "")
  }

  private mutating func read(
    _ directives: [Directive], on location: DirectiveLocation, of type: String, _ field: String? = nil
  ) {
    var seen: Set<FakeDirective> = []
    for directive in directives {
      guard let known = FakeDirective(rawValue: directive.name.text) else { continue }
      guard known.locations.contains(location) else {
        let valid = known.locations.map(\.rawValue).joined(separator: " or ")
        fail(
          "Directive \"@\(known.rawValue)\" may not be used on \(location.rawValue), only on \(valid).", directive.place
        )
        continue
      }
      guard seen.insert(known).inserted else {
        fail("The directive \"@\(known.rawValue)\" can only be used once at this location.", directive.place)
        continue
      }
      let values = values(known, directive)
      guard let values else { continue }
      if known == .fakeRule {
        rule(directive, on: location, of: type, field)
      } else if let clause = clause(known, values) {
        say(type, field, clause, called: "@\(known.rawValue)", at: directive.place)
      }
    }
  }

  mutating func say(
    _ type: String, _ field: String?, _ clause: FakeClause, called name: String, at place: Place
  ) {
    statements.append(FakeStatement(type: type, field: field, clause, called: name, at: self.place(place)))
  }

  /// Returns the arguments of a directive; nil if their names are invalid.
  private mutating func values(_ known: FakeDirective, _ directive: Directive) -> [String: Value]? {
    let before = errors.count
    var values: [String: Value] = [:]
    for argument in directive.arguments {
      let name = argument.name.text
      guard known.arguments.contains(name) else {
        let suggestions = didYouMean(suggestionList(name, known.arguments))
        let valid = suggestions.isEmpty ? " It has: \(known.arguments.joined(separator: ", "))." : suggestions
        fail("Unknown argument \"\(name)\" on directive \"@\(known.rawValue)\".\(valid)", argument.place)
        continue
      }
      if case .null = argument.value { continue }
      values[name] = argument.value
    }
    for name in known.required where values[name] == nil && errors.count == before {
      fail(
        "Directive \"@\(known.rawValue)\" argument \"\(name)\" is required, but it was not provided.", directive.place)
    }
    return errors.count == before ? values : nil
  }

  /// Returns the clause of a directive; nil if its arguments are invalid.
  private mutating func clause(_ known: FakeDirective, _ values: [String: Value]) -> FakeClause? {
    let before = errors.count
    let clause: FakeClause?
    switch known {
    case .fake: clause = fake(values)
    case .examples:
      guard case .list(let items, _)? = values["values"] else {
        wrong("values", known, values["values"], "a list such as [\"a\", \"b\"]")
        return nil
      }
      clause = .examples(items.map { $0.json() ?? .null })
    case .listLength:
      guard let least = whole("min", known, values), let most = whole("max", known, values) else { return nil }
      clause = .listLength(min: least, max: most)
    case .fakeError: clause = fakeError(values)
    case .fakeRule: return nil
    }
    return errors.count == before ? clause : nil
  }

  private mutating func fake(_ values: [String: Value]) -> FakeClause? {
    let type: String
    switch values["type"] {
    case .enum(let name): type = name.text
    case .string(let text): type = text.value
    default:
      wrong("type", .fake, values["type"], "a fake type such as email")
      return nil
    }
    var options: [JSONObject.Member] = []
    if let given = values["options"] {
      guard case .object(let object)? = given.json() else {
        wrong("options", .fake, given, "an object such as {minNumber: 1}")
        return nil
      }
      options = object.members
    }
    if let locale = values["locale"] {
      warnings.append(
        SchemaProblem(
          "The locale of \"@fake\" has no effect. Set it with --locale, or with `fakes: { locale: de }` in "
            + "endpoint.yaml.", places: [place(locale.place)]))
    }
    return .fake(type, options: options)
  }

  private mutating func fakeError(_ values: [String: Value]) -> FakeClause? {
    var message: String?
    var code: String?
    var rate = FakeClause.always
    if let given = values["message"] {
      guard case .string(let text) = given else {
        wrong("message", .fakeError, given, "a string")
        return nil
      }
      message = text.value
    }
    if let given = values["code"] {
      switch given {
      case .string(let text): code = text.value
      case .enum(let name): code = name.text
      default:
        wrong("code", .fakeError, given, "a string such as \"SOLD_OUT\"")
        return nil
      }
    }
    if let given = values["rate"] {
      guard case .number(let number)? = given.json(), let share = Double(number.text), (0...1).contains(share) else {
        wrong("rate", .fakeError, given, "a number from 0 to 1")
        return nil
      }
      rate = Int((share * Double(FakeClause.always)).rounded())
    }
    return .error(message: message, code: code, rate: rate)
  }

  mutating func whole(_ name: String, _ known: FakeDirective, _ values: [String: Value]) -> Int? {
    if case .int(let text, _)? = values[name], let number = Int(text) { return number }
    wrong(name, known, values[name], "a whole number")
    return nil
  }

  mutating func wrong(_ name: String, _ known: FakeDirective, _ value: Value?, _ expected: String) {
    fail(
      "Argument \"\(name)\" of directive \"@\(known.rawValue)\" is \(value?.printed() ?? "null"): expected \(expected).",
      value?.place ?? .none)
  }

  mutating func fail(_ message: String, _ place: Place) {
    errors.append(SchemaProblem(message, places: [self.place(place)]))
  }

  private func place(_ place: Place) -> SchemaProblem.SourcePlace {
    let location = lines.location(at: Int(place.start))
    return SchemaProblem.SourcePlace(
      file: source.name, location: location, excerpt: source.excerpt(at: location, lines))
  }
}
