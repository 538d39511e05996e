import EndpointConfiguration
import OrderedJSON
import Recordings
import Replay
import Requests
import Transports

extension Endpoint {
  /// Adapts a recorded answer to a request. The client's own values replace those of the recorded request
  /// (`echo: true`, and random values that it sent before), and a stream is opened. `causes` are the keys of the
  /// mutations that lead to a state, by the state's name.
  func delivered(
    _ answer: Answer, of kept: CachedAnswer, _ order: ScriptProgress.Order = .recorded, to asked: ResolvedRequest,
    causes: [String: Set<ContentHash>], in session: Session, _ context: EngineContext
  ) -> Answer {
    var answer = answer
    let rules = configuration.rules
    let values = session.clientValues.adding(asked.outerValues)
    let hasEchoes = rules.hasEchoes(asked.name) || !values.isEmpty
    func withEchoes(_ json: JSON) -> JSON {
      rules.withEchoes(values.sent(json), sent: asked.sent, operation: asked.name)
    }
    if let whole = asked.whole(kept.response) {
      answer.headers.set("content-type", MediaType.json)
      answer.body = .bytes((hasEchoes ? withEchoes(whole) : whole).serialize())
    } else if var script = kept.script {
      // The encoded script cannot be shared, since each client may have sent different values.
      if hasEchoes, case .events(let events) = kept.response.body {
        script = EventScript(events.mappingAnswers(withEchoes), causes: causes)
      }
      let timer = context.configuration.timing == .recorded ? context.timer : nil
      let feed = ReplayFeed(script, order, in: session.streams, timer: timer)
      answer.body = .events(EventStream(asked.streamKind, feed))
    } else if hasEchoes {
      let response = kept.response.mappingAnswers(withEchoes)
      answer.body = .bytes(response.body.bytes)
      if let location = response.header("location") { answer.headers.set("location", location) }
      // The encoding cannot be shared, since each request may have different values.
      answer.number = nil
    }
    return answer
  }
}
