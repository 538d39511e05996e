import GraphQLExecution
import GraphQLLanguage
import GraphQLSchema
import OrderedJSON
import Transports

/// Answers introspection that was not recorded, in whatever dialect it is asked, from what is known of the schema.
struct IntrospectionAnswer {
  let endpoint: Endpoint

  /// - Parameters:
  ///   - parsed: a request that was understood.
  ///   - mediaType: of the answer.
  ///   - isRecorded: whether the operation was recorded, though not in the session's state.
  /// - Returns: nil where the request asks for more than the schema, or for what is not known of it.
  func answer(to parsed: ParsedRequest, as mediaType: String, isRecorded: Bool) -> Answer? {
    let operation = parsed.operation
    guard
      let introspection = IntrospectionOperation(
        operation.document, operationName: parsed.request.operationName),
      let told = endpoint.introspectedSchema()
    else { return nil }
    // The schema need not have what the rest of the document asks for: other operations in it are none of our business.
    let document = operation.document.separated(operation: operation.canonical.operation)
    let schema = told.schema
    let problems = schema.validate(document, source: operation.source, rules: endpoint.validationRules)
    guard problems.isEmpty else { return refusal(problems, .validationFailed, mediaType) }
    // What the recorded query did not ask for nobody knows here.
    if schema.isUntold(document, told.gaps) { return nil }
    let result = introspection.answer(
      from: schema, variables: parsed.request.variables.objectValue ?? JSONObject(), source: operation.source)
    guard result.data != nil else { return refusal(result.errors, .badUserInput, mediaType) }
    return Answer(
      status: 200, headers: ["content-type": mediaType, AnswerSource.header: AnswerSource.introspection.rawValue],
      body: .bytes(result.response.serialize()), isRepeatable: !isRecorded)
  }

  private func refusal(_ problems: [GraphQLError], _ code: ErrorCode, _ mediaType: String) -> Answer {
    ErrorAnswer.make(
      status: MediaType.requestErrorStatus(mediaType),
      errors: problems.map { ErrorAnswer.error(message: $0.message, code: code, locations: $0.locations) },
      source: .introspection, mediaType: mediaType)
  }
}
