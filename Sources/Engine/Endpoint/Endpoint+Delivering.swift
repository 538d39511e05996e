import EndpointConfiguration
import OrderedJSON
import Recordings
import Replay
import Transports

extension Endpoint {
  /// A recorded answer as the client of this request gets it: what it sent stands in the place of what the recorded
  /// request had sent (`echo: true`), so do random values that it sent before, and a stream is opened for it.
  ///
  /// - Parameters:
  ///   - answer: made of what was kept.
  ///   - kept: what was recorded.
  ///   - order: in which the events of a stream come.
  ///   - asked: the request.
  ///   - causes: the keys of the mutations that lead to a state, by the state's name.
  ///   - session: the request's session.
  ///   - context: of the engine.
  /// - Returns: the answer.
  func delivered(
    _ answer: Answer, of kept: CachedAnswer, _ order: ScriptProgress.Order = .recorded, to asked: ResolvedRequest,
    causes: [String: Set<ContentHash>], in session: Session, _ context: EngineContext
  ) -> Answer {
    var answer = answer
    let rules = configuration.rules
    let hasEchoes = rules.hasEchoes(asked.name) || !session.clientValues.isEmpty
    func withEchoes(_ json: JSON) -> JSON {
      rules.withEchoes(session.clientValues.sent(json), sent: asked.sent, operation: asked.name)
    }
    if let whole = asked.whole(kept.response) {
      answer.headers.set("content-type", MediaType.json)
      answer.body = .bytes((hasEchoes ? withEchoes(whole) : whole).serialize())
    } else if var script = kept.script {
      // Every client may have sent something else: the bytes are its own then.
      if hasEchoes, case .events(let events) = kept.response.body {
        script = EventScript(events.mappingAnswers(withEchoes), causes: causes)
      }
      let timer = context.configuration.timing == .recorded ? context.timer : nil
      let feed = ReplayFeed(script, order, in: session.streams, timer: timer)
      answer.body = .events(EventStream(asked.streamKind, feed))
    } else if hasEchoes, let json = kept.response.body.json {
      answer.body = .bytes(withEchoes(json).serialize())
      // Every request may send something else, and the request's bytes say so; the shared encoding does not.
      answer.number = nil
    }
    return answer
  }
}
