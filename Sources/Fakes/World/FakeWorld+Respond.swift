package import GraphQLExecution
package import GraphQLLanguage
import GraphQLSchema
package import OrderedJSON

extension FakeWorld {
  /// Answers an operation: validates the document, coerces the variables, executes.
  ///
  /// - Parameters:
  ///   - document: the whole document.
  ///   - source: the text that it was parsed from, for the places of errors.
  ///   - operationName: which of its operations; nil if it has one only.
  ///   - variables: as they came, not coerced.
  ///   - isValidated: whether the document is known to be valid, or is to be answered as far as it goes though it is
  ///     not; the document is validated here unless it is true.
  /// - Returns: data and errors in the reference implementation's words; without data if the document or the
  ///   variables are invalid. `response` of it is the response.
  package func answer(
    _ document: Document, source: SourceText, operationName: String? = nil, variables: JSONObject = JSONObject(),
    isValidated: Bool = false
  ) -> ExecutionResult {
    if !isValidated {
      let errors = schema.validate(document, source: source)
      if !errors.isEmpty { return ExecutionResult(data: nil, errors: errors) }
    }
    let kind = (try? document.operation(named: operationName))?.kind ?? .query
    // Without a root type of the kind the executor says so, and the root is never asked for anything.
    let type = schema.rootType(of: kind) ?? SchemaType(name: "", kind: .object)
    let request = ExecutionRequest(
      document: document, operationName: operationName, variables: variables, source: source)
    var world = self
    return execute(request, schema: schema, root: root(type, FakeObject.Root(kind)), from: &world)
  }

  /// Parses an operation and answers it with a response: a syntax error is one of the response's errors too.
  package func respond(
    to source: SourceText, operationName: String? = nil, variables: JSONObject = JSONObject()
  ) -> JSON {
    do throws(SyntaxError) {
      let document = try parse(source)
      return answer(document, source: source, operationName: operationName, variables: variables).response
    } catch {
      return ExecutionResult(data: nil, errors: [error.graphQLError]).response
    }
  }
}

extension FakeObject.Root {
  init(_ kind: OperationKind) {
    switch kind {
    case .query: self = .query
    case .mutation: self = .mutation
    case .subscription: self = .subscription
    }
  }
}
