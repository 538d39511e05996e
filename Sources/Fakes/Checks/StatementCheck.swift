import FakeClauses
import FakeValues
import GraphQLLanguage
import GraphQLSchema
import OrderedJSON

/// Checks statements against the schema, and collects those that fit.
struct StatementCheck {
  let schema: Schema
  var rules = FakeRules()
  private(set) var errors: [SchemaProblem] = []
  private(set) var warnings: [SchemaProblem] = []
  private(set) var pages: PageInference

  init(_ schema: Schema) {
    self.schema = schema
    pages = PageInference(schema: schema)
  }

  /// Adds the statements of one source, which override those added before. Among them, a statement about an object's
  /// field overrides one about the interface's, and that one overrides one about the type of the values.
  mutating func take(_ statements: [FakeStatement]) {
    for rank in 0...2 {
      // Rules for types determine which fields lead to pages.
      pages.said = rules.types
      for statement in statements where self.rank(statement) == rank { take(statement) }
    }
  }

  private func rank(_ statement: FakeStatement) -> Int {
    statement.field == nil ? 0 : type(named: statement.type)?.kind == .interface ? 1 : 2
  }

  private mutating func take(_ statement: FakeStatement) {
    guard let type = type(named: statement.type) else {
      let known = schema.types.map(\.name)
      return fail(
        "unknown type \"\(statement.type)\".\(didYouMean(suggestionList(statement.type, known)))", statement,
        statement.subjectPlace)
    }
    guard let name = statement.field else {
      let before = errors.count
      take(statement, ofType: type)
      if errors.count == before { note(statement, type) }
      return
    }
    guard let field = type.field(named: name) else {
      let known = type.fields.map(\.name)
      let ending = didYouMean(suggestionList(name, known))
      return fail(
        known.isEmpty
          ? "type \"\(type.name)\" has no fields." : "type \"\(type.name)\" has no field \"\(name)\".\(ending)",
        statement,
        statement.subjectPlace)
    }
    // A rule for an interface's field is checked for each object, whose type may be narrower.
    let before = errors.count
    check(statement, type, field)
    guard errors.count == before else { return }
    for object in type.kind == .interface ? schema.possibleTypes(of: type) : [type] {
      set(statement.clause, object.name, name, statement)
    }
  }

  // MARK: Types

  private mutating func take(_ statement: FakeStatement, ofType type: SchemaType) {
    switch statement.clause {
    case .fake, .examples:
      for owner in schema.types where owner.kind == .object {
        for field in owner.fields where field.type.typeName == type.name {
          let before = errors.count
          check(statement, owner, field)
          // Every field of the type has the same error.
          guard errors.count == before else { return }
          set(statement.clause, owner.name, field.name, statement)
        }
      }
    case .key(let name):
      guard isObject(type, statement) else { return }
      guard let name else { return rules.types[type.name, default: TypeRule()].key = "" }
      guard let field = type.field(named: name) else {
        let ending = didYouMean(suggestionList(name, type.fields.map(\.name)))
        return fail("type \"\(type.name)\" has no field \"\(name)\", so it cannot be the key.\(ending)", statement)
      }
      guard schema.type(of: field.type)?.kind == .scalar, !field.type.isList,
        !field.arguments.contains(where: \.isRequired)
      else {
        return fail(
          "\(type.name).\(name) cannot be the key: a key is one scalar without required arguments, and this is \(field.type).",
          statement)
      }
      rules.types[type.name, default: TypeRule()].key = name
    case .population(let size):
      guard isObject(type, statement) else { return }
      guard size >= 0 else {
        return fail("the population of \(type.name) is \(size): expected a number from 0.", statement)
      }
      guard size <= FakeRules.maximumPopulation else {
        return fail(
          "the population of \(type.name) is \(size); the limit is \(FakeText.grouped(FakeRules.maximumPopulation)) objects of a type.",
          statement)
      }
      rules.types[type.name, default: TypeRule()].population = size
    case .real(let name):
      guard isObject(type, statement, "are real things") else { return }
      guard let name else { return rules.types[type.name, default: TypeRule()].real = RealRule.none }
      guard let kind = AtlasMember.Kind(rawValue: name) else {
        let known = AtlasMember.Kind.allCases.map(\.rawValue)
        return fail(
          "\(statement.name) of \(type.name) is \"\(name)\": expected \(known.joined(separator: ", ")) or none.\(didYouMean(suggestionList(name, known)))",
          statement)
      }
      rules.types[type.name, default: TypeRule()].real = .real(kind)
    case .page(let members):
      guard isObject(type, statement) else { return }
      take(members, type, statement)
    case .listLength, .error, .nulls, .inverse, .counts, .argument, .pageSize, .viewer, .does, .sets, .tells, .follows,
      .owner:
      return
    }
  }

  private mutating func isObject(
    _ type: SchemaType, _ statement: FakeStatement, _ what: String = "have keys, populations and pages"
  ) -> Bool {
    if type.kind == .object { return true }
    fail("\"\(type.name)\" is not an object type: only those \(what).", statement)
    return false
  }

  // MARK: Statements

  private mutating func set(
    _ clause: FakeClause, _ type: String, _ field: String, _ statement: FakeStatement
  ) {
    var rule = rules.fields[type]?[field] ?? FieldRule()
    switch clause {
    // Examples and a kind exclude each other: the later one is used.
    case .fake(let name, let options):
      rule.kind = (try? FakeKind.kind(name, options: options))?.kind
      rule.examples = []
    case .examples(let values):
      rule.examples = values
      rule.kind = nil
    case .listLength(let least, let most): rule.listLength = least...most
    case .error(let message, let code, let rate): rule.error = FakeError(message: message, code: code, rate: rate)
    case .nulls(let percent): rule.nullPercent = percent
    case .inverse(let name): rule.inverse = name ?? ""
    case .counts(let name, let members):
      rule.counts = name ?? ""
      rule.countedWhere = members.map(CountCondition.init)
    case .argument(let path, let text):
      guard let said = ArgumentRule(text) else { return }
      rule.arguments.set(path, said)
    case .pageSize(let size): rule.pageSize = size
    case .viewer(let isViewer): rule.isViewer = isViewer
    case .does(let text): rule.action = try? ActionRule(text)
    case .sets(let effects): rule.effects = effects
    case .owner(let isOwner): rule.isOwner = isOwner
    case .tells(let text): rule.event = EventRule(text)
    case .follows(let name): rule.follows = name ?? ""
    case .key, .population, .page, .real: return
    }
    note(statement, &rule.said)
    rules.fields[type, default: [:]][field] = rule
  }

  /// Notes the place of a statement, for messages.
  private func note(_ statement: FakeStatement, _ said: inout [String]) {
    var name = statement.name
    if case .argument(let path, _) = statement.clause { name += " of \(path.joined(separator: "."))" }
    // A later statement about the same replaces the earlier one.
    said.removeAll { $0 == name || $0.hasPrefix("\(name) (") }
    let place = statement.place.map { " (\($0.file):\($0.location.line):\($0.location.column))" } ?? ""
    said.append(name + place)
  }

  private mutating func note(_ statement: FakeStatement, _ type: SchemaType) {
    // A rule for a scalar or an enum applies to its fields.
    if type.kind == .object { note(statement, &rules.types[type.name, default: TypeRule()].said) }
  }

  /// Returns the type with a name in rules; a root type also by its usual name.
  func type(named name: String) -> SchemaType? {
    let kind = OperationKind.allCases.first { $0.defaultTypeName == name }
    return kind.flatMap { schema.rootType(of: $0) } ?? schema.type(named: name)
  }

  mutating func fail(
    _ message: String, _ statement: FakeStatement, _ place: SchemaProblem.SourcePlace? = nil
  ) {
    let problem = SchemaProblem(message, places: (place ?? statement.place).map { [$0] } ?? [])
    // Several statements may be about one missing type.
    if !errors.contains(problem) { errors.append(problem) }
  }

  mutating func warn(_ message: String, _ statement: FakeStatement) {
    let problem = SchemaProblem(message, places: statement.place.map { [$0] } ?? [])
    // A scalar gets one warning, not one for each of its fields.
    if !warnings.contains(problem) { warnings.append(problem) }
  }
}
