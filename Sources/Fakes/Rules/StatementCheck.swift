import GraphQLLanguage
import GraphQLSchema
import OrderedJSON

/// Holds what was said against the schema, and puts together what fits.
struct StatementCheck {
  let schema: Schema
  private(set) var rules = FakeRules()
  private(set) var errors: [SchemaProblem] = []
  private(set) var warnings: [SchemaProblem] = []
  private let pages: PageInference

  init(_ schema: Schema) {
    self.schema = schema
    pages = PageInference(schema: schema)
  }

  /// Takes the statements of one source; what it says goes before what was taken earlier. In it a statement about an
  /// object's field goes before one about the interface's, and that before one about the type of the values.
  mutating func take(_ statements: [FakeStatement]) {
    for rank in 0...2 {
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
    guard let name = statement.field else { return take(statement, ofType: type) }
    guard let field = type.field(named: name) else {
      let known = type.fields.map(\.name)
      let ending = didYouMean(suggestionList(name, known))
      return fail(
        known.isEmpty
          ? "type \"\(type.name)\" has no fields." : "type \"\(type.name)\" has no field \"\(name)\".\(ending)",
        statement,
        statement.subjectPlace)
    }
    // Of an interface's field it is said of the objects': their types may be narrower, so each is looked at.
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
          // The same is wrong with every field of the type.
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
          "the population of \(type.name) is \(size); at most \(FakeText.grouped(FakeRules.maximumPopulation)) objects of a type are made.",
          statement)
      }
      rules.types[type.name, default: TypeRule()].population = size
    case .listLength, .error, .nulls, .inverse, .counts: return
    }
  }

  private mutating func isObject(_ type: SchemaType, _ statement: FakeStatement) -> Bool {
    if type.kind == .object { return true }
    fail("\"\(type.name)\" is no object type: only those have keys and populations.", statement)
    return false
  }

  // MARK: Fields

  private mutating func check(_ statement: FakeStatement, _ owner: SchemaType, _ field: SchemaField) {
    guard let named = schema.type(of: field.type) else { return }
    let place = "\(owner.name).\(field.name)"
    switch statement.clause {
    case .fake(let name, let options):
      guard let kind = kind(name, options, statement) else { return }
      if let problem = misfit(kind, name, named) {
        fail("\(statement.name) of \(place) is \(name), but the field is \(field.type): \(problem)", statement)
      }
    case .examples(let values):
      guard named.isLeaf else {
        return fail(
          "\(statement.name) stands at \(place), which is \(field.type): only scalars and enums have examples.",
          statement)
      }
      guard !values.isEmpty else {
        return fail("\(statement.name) of \(place) is empty: give one value or more.", statement)
      }
      for value in values where !fits(value, field.type) {
        return fail(
          "the value \(value.compactText) in \(statement.name) does not fit \(place), which is \(field.type).\(enumHint(value, named))",
          statement)
      }
    case .listLength(let least, let most): checkLength(statement, place, field, named, least, most)
    case .error, .nulls: break
    case .inverse(let name):
      let leads = leadsTo(named)
      guard !leads.isEmpty else {
        return fail("\(statement.name) stands at \(place), which is \(field.type) and leads to no objects.", statement)
      }
      guard let name else { return }
      if !leads.contains(where: { $0.field(named: name) != nil }) {
        let known = leads.flatMap { $0.fields.map(\.name) }
        let ending = didYouMean(suggestionList(name, known))
        fail("\(statement.name) of \(place): \"\(leads[0].name)\" has no field \"\(name)\".\(ending)", statement)
      }
    case .counts(let name):
      guard ScalarForm(scalar: named.name).isNumeric, !field.type.isList else {
        return fail("\(statement.name) stands at \(place), which is \(field.type) and no number.", statement)
      }
      guard let name else { return }
      let lists = owner.fields.filter { isMany($0) }.map(\.name)
      if !lists.contains(name) {
        fail(
          "\(statement.name) of \(place): \"\(owner.name)\" has no list \"\(name)\".\(didYouMean(suggestionList(name, lists)))",
          statement)
      }
    case .key, .population: break
    }
  }

  private mutating func checkLength(
    _ statement: FakeStatement, _ place: String, _ field: SchemaField, _ named: SchemaType, _ least: Int, _ most: Int
  ) {
    let subject = "\(statement.name) of \(place)"
    guard isMany(field) else {
      return fail(
        "\(statement.name) stands at \(place), which is \(field.type): neither a list nor a page of one.", statement)
    }
    if least < 0 { return fail("\(subject) has the least length \(least): a list has 0 items or more.", statement) }
    if least > most {
      return fail("\(subject) has the least length \(least) and the greatest \(most): swap them.", statement)
    }
    if most > FakeRules.maximumListLength {
      fail(
        "\(subject) asks for \(most) items; at most \(FakeText.grouped(FakeRules.maximumListLength)) are made (lists are bounded so that a response stays one).",
        statement)
    }
  }

  private func isMany(_ field: SchemaField) -> Bool {
    if field.type.isList { return true }
    guard let named = schema.type(of: field.type), named.kind == .object else { return false }
    return pages.page(of: named) != nil
  }

  /// The types of the objects to which a field of a type leads, through a page as well.
  private func leadsTo(_ named: SchemaType) -> [SchemaType] {
    guard named.isComposite else { return [] }
    if named.kind == .object, let page = pages.page(of: named), let items = schema.type(named: page.items) {
      return schema.possibleTypes(of: items)
    }
    return schema.possibleTypes(of: named)
  }

  private mutating func kind(
    _ name: String, _ options: [JSONObject.Member], _ statement: FakeStatement
  ) -> ValueKind? {
    guard FakeKind.table[name] != nil else {
      fail(FakeKind.unknown(name), statement)
      return nil
    }
    do throws(FakeOptionError) {
      let (kind, unheeded) = try FakeKind.kind(name, options: options)
      for sentence in unheeded { warn(sentence, statement) }
      return kind
    } catch {
      fail("\(statement.name): \(error.message)", statement)
      return nil
    }
  }

  /// Why a field of a type cannot have values of a kind; nil where it can.
  private func misfit(_ kind: ValueKind, _ name: String, _ named: SchemaType) -> String? {
    if named.isComposite { return "objects are made of their fields. Say it of those." }
    if named.kind == .enum { return "an enum has values of its own. Name some of them with examples." }
    switch ScalarForm(scalar: named.name) {
    case .integer, .wideInteger, .float:
      return kind.isNumeric ? nil : "that is no number."
    case .boolean:
      if case .flagged = kind { return nil }
      return "that is neither true nor false."
    default: return nil
    }
  }

  /// Whether an example may be a value of a field, or an item of it.
  private func fits(_ value: JSON, _ type: TypeRef) -> Bool {
    var type = type
    while let item = type.item { type = item }
    if value == .null { return !type.isNonNull }
    return schema.fits(value, type)
  }

  private func enumHint(_ value: JSON, _ named: SchemaType) -> String {
    guard named.kind == .enum, case .string(let text) = value else { return "" }
    return didYouMean("the enum value", suggestionList(text, named.values.map(\.name)))
  }

  // MARK: What was said

  private mutating func set(
    _ clause: FakeStatement.Clause, _ type: String, _ field: String, _ statement: FakeStatement
  ) {
    var rule = rules.fields[type]?[field] ?? FieldRule()
    switch clause {
    // Examples and a kind say the same thing in two ways: the one said later counts.
    case .fake(let name, let options):
      rule.kind = (try? FakeKind.kind(name, options: options))?.kind
      rule.examples = []
    case .examples(let values):
      rule.examples = values
      rule.kind = nil
    case .listLength(let least, let most): rule.listLength = least...most
    case .error(let error): rule.error = error
    case .nulls(let percent): rule.nullPercent = percent
    case .inverse(let name): rule.inverse = name ?? ""
    case .counts(let name): rule.counts = name ?? ""
    case .key, .population: return
    }
    rules.fields[type, default: [:]][field] = rule
  }

  /// The type that rules call so: a root type also by its usual name, however the schema calls it.
  private func type(named name: String) -> SchemaType? {
    let kind = OperationKind.allCases.first { $0.defaultTypeName == name }
    return kind.flatMap { schema.rootType(of: $0) } ?? schema.type(named: name)
  }

  private mutating func fail(
    _ message: String, _ statement: FakeStatement, _ place: SchemaProblem.SourcePlace? = nil
  ) {
    let problem = SchemaProblem(message, places: (place ?? statement.place).map { [$0] } ?? [])
    // Several things may be said of one type that is not there.
    if !errors.contains(problem) { errors.append(problem) }
  }

  private mutating func warn(_ message: String, _ statement: FakeStatement) {
    let problem = SchemaProblem(message, places: statement.place.map { [$0] } ?? [])
    // Of a scalar it is said once, not of each of its fields.
    if !warnings.contains(problem) { warnings.append(problem) }
  }
}
