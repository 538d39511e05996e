package import EndpointConfiguration
package import GraphQLLanguage
package import GraphQLSchema
import OrderedJSON
import Recordings

/// Inserts an error at a path of an answer, and null as far as the error propagates (specification section 6.4.4).
///
/// With a schema, null propagates to the next nullable place. Without one, the place itself becomes null.
package struct ErrorPlaces: Sendable {
  private let error: Fault.FieldError
  private let operation: PreparedOperation
  private let schema: Schema?

  package init(_ error: Fault.FieldError, operation: PreparedOperation, schema: Schema?) {
    self.error = error
    self.operation = operation
    self.schema = schema
  }

  /// A value on the path: its type, if known, and its selections.
  private struct Place {
    var type: TypeRef?
    var fields: [FieldSelections.Selected]

    var item: Place { Place(type: type?.item, fields: fields) }
    var mayBeNull: Bool { !(type?.isNonNull ?? false) }
  }

  /// Returns a response with the error; nil if it has no data, or nothing on the path.
  package func failed(_ body: [UInt8]) -> [UInt8]? {
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
    // Errors come first (specification section 7.1).
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
    /// The paths of the errors.
    var paths: [[JSON]] = []

    /// Returns the value with the error; nil if null propagates further. Recurses as deep as the JSON parser allows.
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
        // The field was selected on another type of object.
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

    /// Returns what is known of a member. `__typename`, if selected, gives the object's type.
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

extension FieldSelections {
  package init(_ prepared: PreparedOperation) {
    self.init(prepared.canonical.operation, fragments: prepared.document.fragments)
  }
}
