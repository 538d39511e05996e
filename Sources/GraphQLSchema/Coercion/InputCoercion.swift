import GraphQLLanguage
import OrderedJSON

/// Coerces JSON to a type and notes all that does not fit (specification sections 3.5 to 3.12, 6.1.2).
struct InputCoercion {
  let schema: Schema
  /// What does not fit, in the order in which it is found.
  private(set) var failures: [Failure] = []
  private var path: [GraphQLError.PathElement] = []
  private let limit: Int

  /// A value that does not fit.
  struct Failure {
    /// Where in the coerced value.
    var path: [GraphQLError.PathElement]
    var value: JSON
    var message: String
  }

  /// How many lists and input objects may stand inside each other; the coercion calls itself at each level.
  static let greatestDepth = 200

  /// - Parameters:
  ///   - schema: the schema that has the types.
  ///   - limit: how many failures are noted; the coercion goes on beyond it, quietly.
  init(schema: Schema, limit: Int = .max) {
    self.schema = schema
    self.limit = limit
  }

  /// The coerced value; what did not fit is null in it, and noted.
  mutating func coerce(_ value: JSON, to type: TypeRef) -> JSON {
    switch type {
    case .nonNull(let inner):
      guard !value.isNull else { return fail(value, "Expected non-nullable type \"\(type)\" not to be null.") }
      return coerce(value, to: inner)
    case .list(let itemType):
      guard !value.isNull else { return .null }
      guard case .array(let items) = value else { return .array([coerce(value, to: itemType)]) }
      guard path.count < Self.greatestDepth else { return tooDeep(value) }
      var result: [JSON] = []
      result.reserveCapacity(items.count)
      for (index, item) in items.enumerated() {
        path.append(.index(index))
        result.append(coerce(item, to: itemType))
        path.removeLast()
      }
      return .array(result)
    case .named(let name):
      guard !value.isNull else { return .null }
      guard let named = schema.type(named: name) else { return fail(value, "Expected type \"\(name)\".") }
      if named.kind == .inputObject { return coerceObject(value, to: named) }
      do throws(CoercionFailure) {
        return try named.parse(value: value)
      } catch {
        return fail(value, error.message)
      }
    }
  }

  private mutating func coerceObject(_ value: JSON, to type: SchemaType) -> JSON {
    guard case .object(let object) = value else {
      return fail(value, "Expected type \"\(type.name)\" to be an object.")
    }
    guard path.count < Self.greatestDepth else { return tooDeep(value) }
    var members: [JSONObject.Member] = []
    for field in type.inputFields {
      if let given = object[field.name] {
        path.append(.key(field.name))
        members.append(.init(field.name, coerce(given, to: field.type)))
        path.removeLast()
      } else if let value = schema.defaultValue(of: field) {
        members.append(.init(field.name, value))
      } else if field.type.isNonNull {
        _ = fail(value, "Field \"\(field.name)\" of required type \"\(field.type)\" was not provided.")
      }
    }
    for name in object.names where type.inputField(named: name) == nil {
      let suggestions = didYouMean(nil, suggestionList(name, type.inputFields.map(\.name)))
      _ = fail(value, "Field \"\(name)\" is not defined by type \"\(type.name)\".\(suggestions)")
    }
    if type.isOneOf { checkOneOf(members, of: type, value) }
    return .object(JSONObject(members))
  }

  private mutating func checkOneOf(_ members: [JSONObject.Member], of type: SchemaType, _ value: JSON) {
    if members.count != 1 {
      _ = fail(value, "Exactly one key must be specified for OneOf type \"\(type.name)\".")
    }
    if let first = members.first, first.value.isNull {
      path.append(.key(first.name))
      _ = fail(.null, "Field \"\(first.name)\" must be non-null.")
      path.removeLast()
    }
  }

  private mutating func tooDeep(_ value: JSON) -> JSON {
    fail(value, "Value nests more than \(Self.greatestDepth) levels deep.")
  }

  private mutating func fail(_ value: JSON, _ message: String) -> JSON {
    if failures.count < limit { failures.append(Failure(path: path, value: value, message: message)) }
    return .null
  }
}
