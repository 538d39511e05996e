import EndpointConfiguration
import GraphQLLanguage
import GraphQLSchema
import OrderedJSON
import Recordings

/// Puts an error at a place of an answer, and null where the error reaches (specification section 6.4.4).
///
/// With a schema null goes up to the next place that may be null. Without one nobody knows which may, and the place
/// itself becomes null.
struct ErrorPlaces: Sendable {
  private let error: Fault.FieldError
  private let operation: PreparedOperation
  private let schema: Schema?

  init(_ error: Fault.FieldError, operation: PreparedOperation, schema: Schema?) {
    self.error = error
    self.operation = operation
    self.schema = schema
  }

  /// A value on the way: its type, where it is known, and what is selected of it.
  private struct Place {
    var type: TypeRef?
    var fields: [FieldSelections.Selected]

    var item: Place { Place(type: type?.item, fields: fields) }
    var mayBeNull: Bool { !(type?.isNonNull ?? false) }
  }

  /// A response with the error in it; nil where it has no data, or nothing on the path.
  func failed(_ body: [UInt8]) -> [UInt8]? {
    guard case .object(var response)? = try? JSON.parse(body), let data = response["data"], !data.isNull else {
      return nil
    }
    let selections = FieldSelections(operation)
    let root = schema.flatMap { $0.rootTypeName(of: operation.kind) }.map { TypeRef.named($0) }
    var walk = Walk(selections: selections, schema: schema)
    let failed = walk.failed(data, error.path[...], at: [], Place(type: root, fields: selections.root))
    guard !walk.paths.isEmpty else { return nil }
    response["data"] = failed ?? .null
    var errors = response["errors"]?.arrayValue ?? []
    errors += walk.paths.map { json($0) }
    // Errors come first, as the specification would have it (section 7.1).
    response["errors"] = nil
    response.members.insert(.init("errors", .array(errors)), at: 0)
    return JSON.object(response).serialize()
  }

  private func json(_ path: [JSON]) -> JSON {
    var members: [JSONObject.Member] = [.init("message", .string(error.message)), .init("path", .array(path))]
    if let code = error.code { members.append(.init("extensions", .object(["code": .string(code)]))) }
    return .object(JSONObject(members))
  }

  private struct Walk {
    let selections: FieldSelections
    let schema: Schema?
    /// Where errors are.
    var paths: [[JSON]] = []

    /// The value with the error in it; nil where it would be null and may not be.
    ///
    /// Goes as deep as the value, which the JSON parser bounds.
    mutating func failed(_ value: JSON, _ steps: ArraySlice<Fault.Step>, at path: [JSON], _ place: Place) -> JSON? {
      guard let step = steps.first, !value.isNull else { return fail(path, place) }
      switch value {
      case .array(var items):
        var indices = Array(items.indices)
        var rest = steps
        if case .index(let index) = step {
          guard items.indices.contains(index) else { return fail(path, place) }
          indices = [index]
          rest = steps.dropFirst()
        } else if items.isEmpty {
          return fail(path, place)
        }
        for index in indices {
          guard let item = failed(items[index], rest, at: path + [.int(index)], place.item) else {
            return place.mayBeNull ? .null : nil
          }
          items[index] = item
        }
        return .array(items)
      case .object(var object):
        guard case .key(let key) = step else { return fail(path, place) }
        // Another type of object than the one that the field was selected of has none to fail.
        guard let member = object[key] else { return value }
        let below = self.place(of: key, in: object, place)
        guard let failed = failed(member, steps.dropFirst(), at: path + [.string(key)], below) else {
          return place.mayBeNull ? .null : nil
        }
        object[key] = failed
        return .object(object)
      default: return fail(path, place)
      }
    }

    private mutating func fail(_ path: [JSON], _ place: Place) -> JSON? {
      paths.append(path)
      return place.mayBeNull ? .null : nil
    }

    /// What is known of a member. An object says of which type it is where it was asked for `__typename`.
    private func place(of key: String, in object: JSONObject, _ parent: Place) -> Place {
      let named = object[SchemaField.typename.name]?.stringValue
      let chosen = parent.fields.filter { $0.field.responseKey.hasSameScalars(as: key) }
      var type: TypeRef?
      if let schema {
        for each in chosen {
          let owner =
            named.flatMap { schema.type(named: $0) }
            ?? (each.condition ?? parent.type?.typeName).flatMap { schema.type(named: $0) }
          type = type ?? owner.flatMap { schema.field(named: each.field.name.text, of: $0)?.type }
        }
      }
      return Place(type: type, fields: selections.below(chosen))
    }
  }
}
