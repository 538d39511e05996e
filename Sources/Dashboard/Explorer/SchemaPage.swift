import Engine
import GraphQLLanguage
import GraphQLSchema
import OrderedJSON

/// `GET v1/endpoints/<e>/schema`: the types and directives, without introspection types.
struct SchemaPage {
  let engine: Engine

  func schema(_ name: String) throws(DashboardProblem) -> JSONObject {
    let explored = try ExplorerEndpoint(name, of: engine)
    guard let schema = explored.told?.schema else {
      return ["hasSchema": false, "hint": .string(explored.hint)]
    }
    return [
      "hasSchema": true, "source": .string(explored.source), "query": Self.text(schema.queryTypeName),
      "mutation": Self.text(schema.mutationTypeName), "subscription": Self.text(schema.subscriptionTypeName),
      "types": .array(schema.allTypes.filter { !$0.isIntrospection }.map { Self.object($0, schema) }),
      "directives": .array(schema.directives.map(Self.object)),
    ]
  }

  private static func object(_ type: SchemaType, _ schema: Schema) -> JSON {
    [
      "name": .string(type.name), "kind": .string(type.kind.rawValue), "description": text(type.description),
      "fields": .array(type.fields.map(object)), "inputFields": .array(type.inputFields.map(object)),
      "enumValues": .array(
        type.values.map {
          [
            "name": .string($0.name), "description": text($0.description),
            "deprecated": text($0.deprecationReason),
          ]
        }),
      "interfaces": .array(type.interfaceNames.map { .string($0) }),
      "possibleTypes": .array(type.isAbstract ? schema.possibleTypes(of: type).map { .string($0.name) } : []),
    ]
  }

  private static func object(_ field: SchemaField) -> JSON {
    [
      "name": .string(field.name), "type": .string(field.type.description), "description": text(field.description),
      "deprecated": text(field.deprecationReason), "args": .array(field.arguments.map(object)),
    ]
  }

  private static func object(_ input: SchemaInputValue) -> JSON {
    [
      "name": .string(input.name), "type": .string(input.type.description),
      "default": text(input.defaultValue?.printed()), "description": text(input.description),
    ]
  }

  private static func object(_ directive: SchemaDirective) -> JSON {
    [
      "name": .string(directive.name), "description": text(directive.description),
      "args": .array(directive.arguments.map(object)),
      "locations": .array(directive.locations.map { .string($0.rawValue) }),
    ]
  }

  private static func text(_ text: String?) -> JSON { text.map { .string($0) } ?? .null }
}
