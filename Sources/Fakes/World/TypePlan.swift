import GraphQLSchema

/// What is settled about an object type before anything is asked: how its objects are told apart and how many there
/// are in the world.
struct TypePlan: Sendable {
  let type: SchemaType
  /// The field that tells objects apart; nil for types whose objects are part of another one.
  let key: KeyPlan?
  /// The kind of real thing that the type stands for, if it does.
  let atlas: AtlasMember.Kind?

  /// The field that identifies an object, and how its values are made.
  struct KeyPlan: Hashable, Sendable {
    let field: String
    let form: ScalarForm
    let style: Style
  }

  /// What the keys of a population look like.
  enum Style: Hashable, Sendable {
    /// 1, 2, 3, as a small database has them.
    case counted
    /// Server-made ids that no two types share, where one field finds objects of many types by id.
    case global
    case uuid
    case hexadecimal
    /// Three capital letters.
    case letters
    /// The codes of the real things.
    case atlas
    /// What a field of this name holds anyway: a slug, a user name.
    case sampled
  }

  /// - Parameters:
  ///   - type: the object type.
  ///   - lookups: names of arguments by which a root field finds an object of this type.
  ///   - isGlobal: whether a root field finds objects of an interface of this type by id.
  ///   - schema: where the types of its fields are found.
  init(_ type: SchemaType, lookups: [String], isGlobal: Bool, in schema: Schema) {
    self.type = type
    let atlas = AtlasMember.Kind(type: type.name)
    self.atlas = atlas
    let candidates = type.fields.filter { field in
      schema.type(of: field.type)?.kind == .scalar && !field.type.isList
        && !field.arguments.contains(where: \.isRequired)
    }
    func first(_ names: [String], requiringNonNull: Bool = false) -> SchemaField? {
      for name in names {
        if let field = candidates.first(where: { $0.name == name }), field.type.isNonNull || !requiringNonNull {
          return field
        }
      }
      return nil
    }
    let found =
      (atlas == nil ? nil : first(["code", "alpha2", "alpha2Code", "iso2", "isoCode", "countryCode"]))
      ?? first(["id", "_id", "uuid", "guid", "ID", "objectId"])
      ?? first(
        ["code", "slug", "key", "handle", "username", "login", "sku", "isbn", "iata", "icao"], requiringNonNull: true)
      ?? candidates.first { $0.type.isNonNull && $0.type.typeName == "ID" }
      ?? first(lookups)
    key = found.map { field in
      let form = ScalarForm(scalar: field.type.typeName)
      return KeyPlan(
        field: field.name, form: form, style: Self.style(field.name, form, isAtlas: atlas != nil, isGlobal: isGlobal))
    }
  }

  private static func style(_ field: String, _ form: ScalarForm, isAtlas: Bool, isGlobal: Bool) -> Style {
    switch form {
    case .integer, .wideInteger, .float: return .counted
    case .kind(.uuid): return .uuid
    case .kind(.hash), .kind(.objectID): return .hexadecimal
    default: break
    }
    if isAtlas { return .atlas }
    switch field {
    case "uuid", "guid": return .uuid
    case "_id", "objectId": return .hexadecimal
    case "code", "iata", "icao": return .letters
    case "slug", "key", "handle", "username", "login", "sku", "isbn": return .sampled
    default: return isGlobal ? .global : .counted
    }
  }
}
