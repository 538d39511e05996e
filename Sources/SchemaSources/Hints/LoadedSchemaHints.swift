import GraphQLLanguage
package import GraphQLSchema
import Replay

/// What an endpoint's schema tells of ids and types.
///
/// Whoever reads it takes too many types for a miss and too few for a wrong answer, so it says nothing where it is not
/// sure. All of it is found once, when the schema is loaded.
package struct LoadedSchemaHints: SchemaHints {
  private let schema: Schema
  private let keys: [String: [String]]
  private let readable: ReadableTypes
  private let payloads: [String: MutationPayload]

  /// - Parameters:
  ///   - schema: the endpoint's.
  ///   - keyFields: the fields that tell objects of a type apart, by the type's name, as `endpoint.yaml` names them;
  ///     those of an interface count for the objects that implement it.
  package init(_ schema: Schema, keyFields: [String: [String]] = [:]) {
    self.schema = schema
    let readable = ReadableTypes(schema)
    self.readable = readable
    var keys = keyFields
    for type in schema.types where type.isComposite {
      let named = ([type.name] + type.interfaceNames).flatMap { keyFields[$0] ?? [] }
      let found = named + (readable.soleID(of: type).map { [$0] } ?? [])
      if !found.isEmpty { keys[type.name] = found }
    }
    self.keys = keys
    let finder = PayloadFinder(schema: schema, readable: readable, keys: keys)
    payloads = Dictionary(
      (schema.rootType(of: .mutation)?.fields ?? []).map { ($0.name, finder.payload(of: $0)) },
      uniquingKeysWith: { first, _ in first })
  }

  package func type(of field: String, on parent: String?) -> String? {
    one(parent) { type in
      let declared = type.kind == .inputObject ? type.inputField(named: field)?.type : nil
      return (declared ?? schema.field(named: field, of: type)?.type)?.typeName
    }
  }

  package func type(ofArgument argument: String, of field: String, on parent: String?) -> String? {
    one(parent) { schema.field(named: field, of: $0)?.argument(named: argument)?.type.typeName }
  }

  package func keyFields(of type: String?) -> [String] { type.flatMap { keys[$0] } ?? [] }

  package func objectTypes(of type: String) -> [String] {
    // A type that the schema does not have is of a newer one, or introspection's.
    guard let defined = schema.type(named: type), !defined.isIntrospection else { return [type] }
    return schema.possibleTypes(of: defined).map(\.name).filter { readable.names.contains($0) }
  }

  package func typesChanged(byMutation field: String, given arguments: [String]) -> [String] {
    payloads[field]?.types(given: arguments) ?? []
  }

  /// What the types that a name may stand for agree upon. A root type is asked for by its usual name, which another
  /// type may have where the root's is not the usual one.
  private func one(_ parent: String?, _ find: (SchemaType) -> String?) -> String? {
    guard let parent else { return nil }
    let root: SchemaType? =
      switch parent {
      case "Query": schema.rootType(of: .query)
      case "Mutation": schema.rootType(of: .mutation)
      case "Subscription": schema.rootType(of: .subscription)
      default: nil
      }
    let found = [root, schema.type(named: parent)].compactMap { $0.flatMap(find) }
    return Set(found).count == 1 ? found.first : nil
  }
}
/// Where there is no schema: the key fields that `endpoint.yaml` names, for objects that tell their type by
/// `__typename`.
package struct NamedKeyFields: SchemaHints {
  private let keys: [String: [String]]

  /// By the type's name.
  package init(_ keys: [String: [String]]) { self.keys = keys }

  package func keyFields(of type: String?) -> [String] { type.flatMap { keys[$0] } ?? [] }
}
