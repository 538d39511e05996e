import GraphQLLanguage
import GraphQLSchema
import OrderedJSON

/// A field of a selection on a concrete type, with everything that does not depend on the object.
final class PreparedField: Sendable {
  let parentType: SchemaType
  let definition: SchemaField
  let responseKey: String
  let nodes: [Field]
  let arguments: JSONObject

  init(
    parentType: SchemaType, definition: SchemaField, responseKey: String, nodes: [Field], arguments: JSONObject
  ) {
    self.parentType = parentType
    self.definition = definition
    self.responseKey = responseKey
    self.nodes = nodes
    self.arguments = arguments
  }
}
