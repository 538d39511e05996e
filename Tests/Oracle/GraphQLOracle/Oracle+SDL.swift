import GraphQLLanguage
import GraphQLSchema
import OrderedJSON

extension Oracle {
  /// `validateSDL`: what is wrong with a document of definitions.
  func validateSDL(_ request: JSON) throws -> JSON {
    let source = try text("schema", of: request)
    let document = try document("schema", of: request)
    if request["extends"] != nil { throw Failure("extensions of another schema are not supported") }
    let errors = Schema.sdlErrors(in: document, source: source)
    if !errors.isEmpty { throw Failure("validateSDL", errors) }
    return [:]
  }
}
