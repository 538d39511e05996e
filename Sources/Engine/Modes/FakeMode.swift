import Fakes
import GraphQLExecution
import GraphQLLanguage
import GraphQLSchema
import OrderedJSON

/// Answers made up from a schema.
struct FakeMode {
  func respond(to request: ClientRequest, at endpoint: Endpoint) -> Answer {
    let asked: ParsedRequest
    do {
      asked = try endpoint.parsedToAnswer(request)
    } catch {
      return error.answer(to: request)
    }
    guard let world = endpoint.world else {
      return ErrorAnswer.make(
        status: 500, message: "There is no schema for endpoint \"\(endpoint.name)\".", code: .unknownEndpoint)
    }
    return answer(asked, in: world, by: endpoint.validationRules, as: MediaType.negotiated(request))
  }

  /// Answers a request that was understood already.
  func answer(
    _ asked: ParsedRequest, in world: FakeWorld, by rules: [ValidationRule], as mediaType: String
  ) -> Answer {
    let operation = asked.operation
    let problems = world.schema.validate(operation.document, source: operation.source, rules: rules)
    guard problems.isEmpty else { return refusal(problems, code: .validationFailed, mediaType) }
    let result = world.answer(
      operation.document, source: operation.source, operationName: asked.request.operationName,
      variables: asked.request.variables.objectValue ?? JSONObject(), isValidated: true)
    // Without `data` nothing was executed: what a valid operation can still get wrong is its variables.
    guard result.data != nil else { return refusal(result.errors, code: .badUserInput, mediaType) }
    return Answer(
      status: 200, headers: ["content-type": mediaType, AnswerSource.header: AnswerSource.fake.rawValue],
      body: .bytes(result.response.serialize()), isRepeatable: true)
  }

  private func refusal(_ problems: [GraphQLError], code: ErrorCode, _ mediaType: String) -> Answer {
    ErrorAnswer.make(
      status: MediaType.requestErrorStatus(mediaType),
      errors: problems.map { ErrorAnswer.error(message: $0.message, code: code, locations: $0.locations) },
      source: .fake, mediaType: mediaType)
  }
}
