import GraphQLLanguage
import Requests
import Transports

/// Answers batches: each item as its own request, one after the other, and the answers in one array.
struct BatchMode {
  let context: EngineContext
  let answerItem: @Sendable (ClientRequest) -> Response

  func respond(
    to batch: BatchRequest, as request: ClientRequest, at endpoint: Endpoint, rest: String, session: String
  ) -> Response {
    let unnamed = RequestMediaType.problem(with: request.http)
    let items: [ClientRequest]
    switch batch.items {
    case .success(let list): items = list
    case .failure(let problem) where context.configuration.mode == .record:
      return RecordMode(context: context).pass(request, to: endpoint, rest: rest, because: problem.message)
    case .failure(let problem): return .now((unnamed ?? problem).answer(to: request))
    }
    if let unnamed, context.configuration.mode == .fake { return .now(unnamed.answer(to: request)) }
    if context.configuration.mode == .record {
      // Each item alone, if the client has to send a text that its API may know: no mutation may pass unnoticed.
      func wantsText(_ item: ClientRequest) -> Bool {
        do { _ = try endpoint.parsed(item) } catch .request(.persistedQueryNotFound) { return true } catch {}
        return false
      }
      if !items.contains(where: wantsText) || context.configuration.readsCaptures {
        return RecordMode(context: context).respond(to: items, as: request, at: endpoint, rest: rest, session: session)
          .noted(by: context, items, at: endpoint, session: session)
      }
    }
    return Batch(context: context, answerItem: answerItem, items: items, unnamed: unnamed, endpoint: endpoint)
      .answer(after: [])
  }
}

/// A batch that is not passed on.
private struct Batch: Sendable {
  let context: EngineContext
  let answerItem: @Sendable (ClientRequest) -> Response
  let items: [ClientRequest]
  /// The reason why items that were not recorded get no answer; nil if the body has a media type of GraphQL.
  let unnamed: RequestProblem?
  let endpoint: Endpoint

  /// Answers the items after those already answered. Mutations take effect in order, so items never overlap.
  func answer(after done: [Answer]) -> Response {
    var answers = done
    for item in items[done.count...] {
      switch answer(item) {
      case .now(let answer): answers.append(answer)
      case .later(let operation):
        let known = answers
        return .later {
          switch self.answer(after: known + [await operation()]) {
          case .now(let answer): answer
          case .later(let more): await more()
          }
        }
      }
    }
    return whole(answers)
  }

  private func answer(_ item: ClientRequest) -> Response {
    if let asked = try? endpoint.parsedToAnswer(item), asked.operation.kind == .subscription {
      return .now(BatchAnswer.streamRefusal)
    }
    return answerItem(item)
  }

  private func whole(_ answers: [Answer]) -> Response {
    var checked: [Answer] = []
    for (item, answer) in zip(items, answers) {
      let answer = BatchAnswer.single(answer)
      if let problem = answer.problem, !answer.isToldByExchange {
        context.note(problem, item, status: answer.status, isInJournal: answer.note != nil)
      }
      checked.append(answer)
    }
    if let unnamed, checked.contains(where: { $0.headers[first: AnswerSource.header] == AnswerSource.error.rawValue }) {
      return .now(unnamed.answer(to: items[0]))
    }
    let joined = BatchAnswer.join(checked)
    guard context.configuration.mode == .fake else { return .now(joined) }
    let fake = FakeMode(context: context)
    return fake.delayed(joined, milliseconds: items.map { fake.milliseconds(of: $0, at: endpoint) }.max() ?? 0)
  }
}
