import Fakes
import GraphQLExecution
import GraphQLLanguage
import GraphQLSchema
import OrderedJSON

/// Answers made up from a schema.
struct FakeMode {
  let engine: Engine

  func respond(to request: ClientRequest, at endpoint: Endpoint, session: String) -> Answer {
    if let problem = RequestMediaType.problem(with: request) { return problem.answer(to: request) }
    guard MediaType.isAcceptable(request) else { return MediaType.notAcceptable(request) }
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
    return answer(request, asked, in: world, at: endpoint, session: session)
  }

  /// Answers a request that was understood already.
  func answer(
    _ request: ClientRequest, _ asked: ParsedRequest, in world: FakeWorld, at endpoint: Endpoint, session: String
  ) -> Answer {
    let mediaType = MediaType.negotiated(request)
    let operation = asked.operation
    let problems = world.schema.validate(
      operation.document, source: operation.source, rules: endpoint.validationRules)
    guard problems.isEmpty else { return refusal(problems, code: .validationFailed, mediaType) }
    let (result, validity): (ExecutionResult, AnswerValidity?)
    do {
      (result, validity) = try endpoint.faked(
        asked, in: world, session: session, now: engine.clock.now(), imageOrigin: imageOrigin(request))
    } catch let problem as SessionProblem {
      return problem.answer
    } catch {
      return ErrorAnswer.make(status: 500, message: "\(error)", code: .badSession)
    }
    // Without `data` nothing was executed: what a valid operation can still get wrong is its variables.
    guard result.data != nil else { return refusal(result.errors, code: .badUserInput, mediaType) }
    var answer = Answer(
      status: 200, headers: ["content-type": mediaType, AnswerSource.header: AnswerSource.fake.rawValue],
      body: .bytes(result.response.serialize()), isRepeatable: validity != nil)
    answer.validity = validity
    return answer
  }

  /// Where the client reaches this program, by its own words: images are answered there.
  private func imageOrigin(_ request: ClientRequest) -> String {
    guard let host = request.headers[first: "host"], !host.isEmpty else { return FakeSession.usualOrigin }
    return "\(engine.configuration.scheme)://\(host)"
  }

  private func refusal(_ problems: [GraphQLError], code: ErrorCode, _ mediaType: String) -> Answer {
    ErrorAnswer.make(
      status: MediaType.requestErrorStatus(mediaType),
      errors: problems.map { ErrorAnswer.error(message: $0.message, code: code, locations: $0.locations) },
      source: .fake, mediaType: mediaType)
  }
}
