import GraphQLExecution
import GraphQLLanguage
import OrderedJSON

@testable import Fakes

extension FakeWorld {
  /// Parses an operation and answers it in a new session.
  func respond(to source: SourceText, operationName: String? = nil, variables: JSONObject = JSONObject()) -> JSON {
    var session = session()
    return session.respond(to: source, operationName: operationName, variables: variables)
  }
}

extension FakeSession {
  /// Parses an operation and returns its response; a syntax error is also one of the response's errors.
  mutating func respond(
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
