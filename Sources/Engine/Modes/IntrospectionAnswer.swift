import GraphQLExecution
import GraphQLLanguage
import GraphQLSchema
import OrderedJSON
import Requests
import Transports

/// Answers introspection that was not recorded, with any set of introspection features, from the known schema.
struct IntrospectionAnswer {
  let context: EngineContext
  let endpoint: Endpoint

  /// Returns an answer; nil if the request contains more than introspection, or needs what the schema lacks.
  /// `isRecorded` is true if the operation was recorded in another state.
  func answer(to parsed: ParsedRequest, as mediaType: String, isRecorded: Bool) -> Answer? {
    let operation = parsed.operation
    guard
      let introspection = IntrospectionOperation(
        operation.document, operationName: parsed.request.operationName),
      let told = endpoint.introspectedSchema()
    else { return nil }
    // Other operations in the document may not fit the schema.
    let document = operation.document.separated(operation: operation.canonical.operation)
    let schema = told.schema
    let problems = endpoint.problems(with: operation, part: document, in: schema, context).errors
    guard problems.isEmpty else { return refusal(problems, .validationFailed, mediaType) }
    // The recorded introspection did not request this information.
    if schema.isUntold(document, told.gaps) { return nil }
    let result = introspection.answer(
      from: schema, variables: parsed.request.variables.objectValue ?? JSONObject(), source: operation.source)
    guard result.data != nil else { return refusal(result.errors, .badUserInput, mediaType) }
    return Answer(
      status: 200, headers: ["content-type": mediaType, AnswerSource.header: AnswerSource.introspection.rawValue],
      body: .bytes(result.response.serialize()), isRepeatable: !isRecorded)
  }

  private func refusal(_ problems: [GraphQLError], _ code: ErrorCode, _ mediaType: String) -> Answer {
    ErrorAnswer.refusal(problems, code: code, source: .introspection, mediaType)
  }
}
