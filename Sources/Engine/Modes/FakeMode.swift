import Fakes
import GraphQLExecution
import GraphQLLanguage
import OrderedJSON

/// Answers made up from a schema.
struct FakeMode {
  func respond(to request: ClientRequest, at endpoint: Endpoint) -> Answer {
    let asked: AskedRequest
    do {
      asked = try endpoint.asked(by: request)
    } catch {
      return error.answer(to: request)
    }
    guard let world = endpoint.world else {
      return ErrorAnswer.make(
        status: 500, message: "There is no schema for endpoint \"\(endpoint.name)\".", code: .unknownEndpoint)
    }
    if request.method == "GET", asked.operation.kind == .mutation {
      return AskProblem.mutationByGET.answer(to: request)
    }
    let mediaType = MediaType.negotiated(request)
    let result = world.answer(
      asked.operation.document, source: asked.operation.source, operationName: asked.request.operationName,
      variables: asked.request.variables.objectValue ?? JSONObject())
    // Without `data` nothing was executed: the request itself was wrong (section 7.1).
    let status = result.data == nil ? MediaType.requestErrorStatus(mediaType) : 200
    return Answer(
      status: status, headers: ["content-type": mediaType, AnswerSource.header: AnswerSource.fake.rawValue],
      body: .bytes(result.response.serialize()), isRepeatable: true)
  }
}
