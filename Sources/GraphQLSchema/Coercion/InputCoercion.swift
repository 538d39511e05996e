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
  static let greatestDepth = 100

  /// - Parameters:
  ///   - schema: the schema that has the types.
  ///   - limit: how many failures are noted; the coercion goes on beyond it, quietly.
  init(schema: Schema, limit: Int = .max) {
    self.schema = schema
    self.limit = limit
  }

  /// The coerced value; what did not fit is null in it, and noted.
  ///
  /// This and `coerceObject` call each other: what they need once only is in functions of its own, so that a level
  /// takes little stack.
  mutating func coerce(_ value: JSON, to type: TypeRef) -> JSON {
    switch type {
    case .nonNull(let inner): value.isNull ? failNonNull(type) : coerce(value, to: inner)
    case .list(let itemType): value.isNull ? .null : coerceList(value, of: itemType)
    case .named(let name): value.isNull ? .null : coerceNamed(value, to: name)
    }
  }

  private mutating func coerceList(_ value: JSON, of itemType: TypeRef) -> JSON {
    guard case .array(let items) = value else { return .array([coerce(value, to: itemType)]) }
    guard path.count < Self.greatestDepth else { return tooDeep(value) }
    var result: [JSON] = []
    result.reserveCapacity(items.count)
    for index in items.indices {
      path.append(.index(index))
      result.append(coerce(items[index], to: itemType))
      path.removeLast()
    }
    return .array(result)
  }

  private mutating func coerceNamed(_ value: JSON, to name: String) -> JSON {
    guard let type = schema.type(named: name) else { return fail(value, "Expected type \"\(name)\".") }
    return type.kind == .inputObject ? coerceObject(value, to: type) : coerceLeaf(value, to: type)
  }

  private mutating func coerceLeaf(_ value: JSON, to type: SchemaType) -> JSON {
    do throws(CoercionFailure) {
      return try type.parse(value: value)
    } catch {
      return fail(value, error.message)
    }
  }

  private mutating func coerceObject(_ value: JSON, to type: SchemaType) -> JSON {
    guard case .object(let object) = value else { return failObject(value, type) }
    guard path.count < Self.greatestDepth else { return tooDeep(value) }
    var members: [JSONObject.Member] = []
    for field in type.inputFields {
      if let given = object[field.name] {
        path.append(.key(field.name))
        let value = coerce(given, to: field.type)
        path.removeLast()
        members.append(.init(field.name, value))
      } else if let value = absent(field, in: value) {
        members.append(.init(field.name, value))
      }
    }
    checkUnknown(object, of: type)
    if type.isOneOf { checkOneOf(members.map(\.name), of: type, object) }
    return .object(JSONObject(members))
  }

  private mutating func absent(_ field: SchemaInputValue, in value: JSON) -> JSON? {
    if let value = schema.defaultValue(of: field) { return value }
    guard field.type.isNonNull else { return nil }
    _ = fail(value, "Field \"\(field.name)\" of required type \"\(field.type)\" was not provided.")
    return nil
  }

  private mutating func checkUnknown(_ object: JSONObject, of type: SchemaType) {
    for name in object.names where type.inputField(named: name) == nil {
      let suggestions = didYouMean(nil, suggestionList(name, type.inputFields.map(\.name)))
      _ = fail(.object(object), "Field \"\(name)\" is not defined by type \"\(type.name)\".\(suggestions)")
    }
  }

  private mutating func checkOneOf(_ names: [String], of type: SchemaType, _ object: JSONObject) {
    if names.count != 1 {
      _ = fail(.object(object), "Exactly one key must be specified for OneOf type \"\(type.name)\".")
    }
    if let name = names.first, object[name]?.isNull == true {
      path.append(.key(name))
      _ = fail(.null, "Field \"\(name)\" must be non-null.")
      path.removeLast()
    }
  }

  private mutating func failNonNull(_ type: TypeRef) -> JSON {
    fail(.null, "Expected non-nullable type \"\(type)\" not to be null.")
  }

  private mutating func failObject(_ value: JSON, _ type: SchemaType) -> JSON {
    fail(value, "Expected type \"\(type.name)\" to be an object.")
  }

  private mutating func tooDeep(_ value: JSON) -> JSON {
    fail(value, "Value nests more than \(Self.greatestDepth) levels deep.")
  }

  private mutating func fail(_ value: JSON, _ message: String) -> JSON {
    if failures.count < limit { failures.append(Failure(path: path, value: value, message: message)) }
    return .null
  }
}

/// Why a value does not fit a type, in the reference implementation's words.
package struct CoercionFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The sentence, e.g. `Int cannot represent non-integer value: "a"`.
  package let message: String

  package init(_ message: String) { self.message = message }

  package var description: String { message }
}
