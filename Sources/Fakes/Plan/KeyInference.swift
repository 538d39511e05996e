import FakeValues
import GraphQLLanguage
import GraphQLSchema

/// Finds the field that identifies a type's objects.
struct KeyInference {
  let schema: Schema
  /// The arguments of root fields with the name of one of the type's fields, by object type.
  private(set) var lookups: [String: [String]] = [:]
  /// The object types that can be found by an id through an interface.
  private(set) var global: Set<String> = []
  /// The object types that can be found by a number through an interface.
  private(set) var numbered: [String] = []
  /// The fields by which arguments find single objects, by object type.
  private var unique: [String: Set<String>] = [:]

  init(_ schema: Schema, _ rules: FakeRules) {
    self.schema = schema
    for field in schema.rootType(of: .query)?.fields ?? [] where !field.type.isList {
      guard let type = schema.type(of: field.type), type.isComposite else { continue }
      let said = schema.rootType(of: .query).flatMap { rules.rule($0, field) }?.arguments ?? ArgumentRules()
      for case .field(let named) in said.said.map(\.rule) {
        for possible in schema.possibleTypes(of: type) where possible.field(named: named.name) != nil {
          lookups[possible.name, default: []].append(named.name)
        }
      }
      let required = field.arguments.filter { $0.isRequired && said[[$0.name]] == nil }
      guard required.count == 1, let argument = required.first else { continue }
      for possible in schema.possibleTypes(of: type) {
        guard let key = possible.field(named: argument.name), key.type.typeName == argument.type.typeName else {
          continue
        }
        lookups[possible.name, default: []].append(argument.name)
        if type.isAbstract { global.insert(possible.name) }
      }
    }
    // The arguments of mutations are input.
    let roots = [schema.rootTypeName(of: .mutation), schema.rootTypeName(of: .subscription)]
    for owner in schema.types where owner.kind == .object && !roots.contains(owner.name) {
      for field in owner.fields where !field.type.isList && !field.arguments.isEmpty { addUnique(field) }
    }
  }

  /// Adds the fields of a lookup's objects that its arguments name, if such values identify objects.
  private mutating func addUnique(_ lookup: SchemaField) {
    guard let type = schema.type(of: lookup.type), type.isComposite else { return }
    for argument in lookup.arguments where !argument.type.isList {
      // `slug: { eq: "…" }` names a field, too.
      let operand = schema.type(of: argument.type)?.inputField(named: "eq") ?? argument
      let isKey = argument.name == "id"
      guard isKey || Self.identifying.contains(words(of: argument.name).joined(separator: " ")) else { continue }
      for possible in schema.possibleTypes(of: type) {
        guard let field = possible.field(named: argument.name), !field.type.isList else { continue }
        let scalars = [field.type.typeName, operand.type.typeName]
        guard scalars[0] == scalars[1] || scalars.allSatisfy(["ID", "String"].contains) else { continue }
        if isKey {
          if type.isAbstract { global.insert(possible.name) }
          continue
        }
        unique[possible.name, default: []].insert(field.name)
        let isNumber = ScalarForm(scalar: field.type.typeName).isNumeric
        if type.isAbstract, isNumber, !numbered.contains(possible.name) { numbered.append(possible.name) }
      }
    }
  }

  /// The fields whose values identify an object. Names and titles of several objects may be the same.
  private static let identifying: Set<String> = [
    "slug", "login", "username", "user name", "handle", "email", "code", "number", "key", "sku", "uuid", "guid",
    "token", "reference", "external reference", "barcode", "isbn", "iata", "icao", "ean", "database id", "external id",
    "legacy id", "short code", "shortcode",
  ]

  /// Returns the fields by which arguments find objects of a type, besides the key: their values are unique.
  func found(_ type: SchemaType) -> Set<String> {
    unique[type.name, default: []].union(lookups[type.name] ?? [])
  }

  /// Returns the key of a type, with the reason; nil if no field identifies its objects.
  func key(of type: SchemaType, atlas: AtlasMember.Kind?, rule: TypeRule?) -> (plan: KeyPlan, reason: String)? {
    let candidates = type.fields.filter { field in
      schema.type(of: field.type)?.kind == .scalar && !field.type.isList
        && !field.arguments.contains(where: \.isRequired)
    }
    if let said = rule?.key {
      guard let field = candidates.first(where: { $0.name == said }) else { return nil }
      return (plan(field, type, isAtlas: atlas != nil), "key \(said), by a rule")
    }
    if let said = Self.federated(type), let field = candidates.first(where: { $0.name == said }) {
      return (plan(field, type, isAtlas: false, isSampled: words(of: said).last != "id"), "key \(said), by @key")
    }
    func first(_ names: [String], requiringNonNull: Bool = false) -> SchemaField? {
      for name in names {
        if let field = candidates.first(where: { $0.name == name }), field.type.isNonNull || !requiringNonNull {
          return field
        }
      }
      return nil
    }
    if atlas != nil, let field = first(["code", "alpha2", "alpha2Code", "iso2", "isoCode", "countryCode"]) {
      return (plan(field, type, isAtlas: true), "key \(field.name), the code of a real thing")
    }
    if let field = first(["id", "_id", "uuid", "guid", "ID", "objectId", "nodeId", "databaseId", "pk"]) {
      return (plan(field, type, isAtlas: false), "key \(field.name), found by its name")
    }
    let named = first(
      ["code", "slug", "key", "handle", "username", "login", "sku", "isbn", "iata", "icao"], requiringNonNull: true)
    if let field = named { return (plan(field, type, isAtlas: false), "key \(field.name), found by its name") }
    if let field = candidates.first(where: { $0.type.isNonNull && $0.type.typeName == "ID" }) {
      return (plan(field, type, isAtlas: false), "key \(field.name), its ID")
    }
    if let field = first(lookups[type.name] ?? []) {
      return (plan(field, type, isAtlas: false), "key \(field.name), by which a root field finds it")
    }
    return nil
  }

  /// Returns the field in Apollo Federation's `@key(fields: "upc")`; nil for keys of several fields.
  private static func federated(_ type: SchemaType) -> String? {
    for directive in type.appliedDirectives where directive.name.text == "key" {
      guard let fields = directive.arguments.first(where: { $0.name.text == "fields" })?.value,
        case .string(let text) = fields, type.field(named: text.value) != nil
      else { continue }
      return text.value
    }
    return nil
  }

  private func plan(_ field: SchemaField, _ type: SchemaType, isAtlas: Bool, isSampled: Bool = false) -> KeyPlan {
    let scalar = field.type.typeName
    let notes = schema.type(named: scalar).map(ScalarNotes.init)
    let form = notes?.form ?? ScalarForm(scalar: scalar)
    let style = style(field.name, form, isAtlas: isAtlas, isGlobal: global.contains(type.name))
    return KeyPlan(
      field: field.name, form: form, style: style == .counted && isSampled && !form.isNumeric ? .sampled : style,
      member: notes?.member, isUppercased: notes?.isUppercased ?? false)
  }

  private func style(_ field: String, _ form: ScalarForm, isAtlas: Bool, isGlobal: Bool) -> KeyPlan.Style {
    if isAtlas { return .atlas }
    if form.isNumeric { return .counted }
    if form.isUUID { return .uuid }
    if case .kind(.hash) = form { return .hexadecimal }
    switch field {
    case "uuid", "guid": return .uuid
    case "_id", "objectId": return .hexadecimal
    case "code", "iata", "icao": return .letters
    case "slug", "key", "handle", "username", "login", "sku", "isbn": return .sampled
    default: return isGlobal ? .global : .counted
    }
  }
}
