import GraphQLLanguage
import OrderedJSON

/// Coerces JSON to a type and records all mismatches (sections 3.5 to 3.12, 6.1.2).
struct InputCoercion {
  let schema: Schema
  private(set) var failures: [Failure] = []
  private var path: [GraphQLError.PathElement] = []
  private let limit: Int

  /// A value that does not match its type.
  struct Failure {
    var path: [GraphQLError.PathElement]
    var value: JSON
    var message: String
  }

  /// The maximum nesting of lists and input objects; coercion recurses at each level.
  static let greatestDepth = 100

  /// Records failures up to `limit`, and drops further ones.
  init(schema: Schema, limit: Int = .max) {
    self.schema = schema
    self.limit = limit
  }

  /// Returns the coerced value, with null for each mismatch.
  ///
  /// Recurses with `coerceObject`. Code that runs only once is in other functions, so that a level takes little stack.
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

/// The reason that a value does not match a type, with graphql-js's message.
package struct CoercionFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The message, e.g. `Int cannot represent non-integer value: "a"`.
  package let message: String

  package init(_ message: String) { self.message = message }

  package var description: String { message }
}
