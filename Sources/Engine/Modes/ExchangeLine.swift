import OrderedJSON
import Output
import Recordings
import Requests
import Transports

/// Reports one upstream exchange when its outcome is known.
struct ExchangeLine: Sendable {
  private let context: EngineContext
  private let endpoint: Endpoint
  private let began: UInt64
  private let asked: ResolvedRequest?
  private var exchange: Exchange

  init(context: EngineContext, endpoint: Endpoint, request: ClientRequest, subject: RecordMode.Subject) {
    self.context = context
    self.endpoint = endpoint
    began = context.clock.now()
    asked = subject.operation
    exchange = Exchange(
      endpoint: endpoint.name, operation: asked.map { ($0.kind, $0.name) },
      variables: asked?.key.variables.beginning ?? JSONObject(),
      requestLine: "\(request.method) \(request.target.path)",
      status: 0,
      nanoseconds: 0, outcome: .notRecorded(""), session: asked?.sessionName)
    exchange.sketch = asked?.parsed.operation.sketch
    exchange.traceID = context.traceID(of: request)
    exchange.isPassedOnly = context.configuration.keepsNothing || subject.isPassedOnly
    if context.answerLog?.keepsRecords == true { exchange.record = record(of: request.http, nil) }
  }

  /// Reports an exchange whose client is answered now, and whose outcome is known.
  func report(_ status: Int, _ outcome: Exchange.Outcome, isPassedOnly: Bool = false) {
    var line = self
    if isPassedOnly { line.exchange.isPassedOnly = true }
    line.answered(status).report(outcome)
    line.noteUnsaved(outcome)
  }

  /// Reports that the client, unless it has left, gets an error of this program instead of an answer.
  func reportUnanswered(_ status: Int, _ message: String, because reason: String) {
    answered(status, insteadOfAnswer: Task.isCancelled ? nil : message).report(.notRecorded(reason))
    noteUnsaved(.notRecorded(reason))
  }

  /// Notes an operation whose answer is not saved.
  private func noteUnsaved(_ outcome: Exchange.Outcome) {
    guard let asked, !exchange.isPassedOnly else { return }
    switch outcome {
    case .failed(let reason), .notRecorded(let reason): endpoint.noteUnsaved(asked, reason)
    case .new, .known, .changed: break
    }
  }

  /// Notes that the client is answered now, perhaps with an error message. The outcome must be reported later, once.
  func answered(_ status: Int, insteadOfAnswer message: String? = nil) -> Answered {
    var exchange = exchange
    exchange.unanswered = message
    if let asked { _ = context.useLog.note(asked, at: exchange.endpoint, message == nil ? .upstream : .unanswered) }
    exchange.status = status
    exchange.nanoseconds = context.clock.now() - began
    context.meters.meter(exchange.endpoint, (message == nil ? Use.Source.upstream : .unanswered).rawValue)
      .add(nanoseconds: exchange.nanoseconds)
    return Answered(context: context, place: context.lines.take(), exchange: exchange)
  }

  /// Returns the request for a page, with its answer as it is recorded.
  private func record(of request: HTTPRequest, _ save: PendingSave?) -> AnswerRecord {
    AnswerRecord(
      request, operation: exchange.operation, recording: nil, bodyBytes: save?.answer.response.heldBytes ?? 0
    ) { [variables = exchange.variables] in
      AnswerRecord.Texts(document: save?.answer.document, variables: variables, response: save?.answer.response)
    }
  }

  /// Returns the line with the errors and the text of the answer, as recorded.
  func showing(_ save: PendingSave) -> ExchangeLine {
    var line = self
    let response = save.answer.response
    line.exchange.hasErrors = response.hasErrors
    if let record = exchange.record { line.exchange.record = self.record(of: record.request, save) }
    if context.answerLog?.showsBodies == true {
      line.exchange.bodies = AnswerLine.Bodies(
        request: Endpoint.text(of: save.answer.document, asked?.key.variables ?? JSONObject()),
        response: String(decoding: response.body.bytes, as: UTF8.self))
    }
    return line
  }

  /// An exchange whose answer has its place among the others.
  struct Answered: Sendable {
    fileprivate let context: EngineContext
    fileprivate let place: OrderedLines.Place
    fileprivate let exchange: Exchange

    /// Reports the outcome, followed by advice.
    func report(_ outcome: Exchange.Outcome, advice: String? = nil) {
      var exchange = exchange
      exchange.outcome = outcome
      context.lines.write(at: place) { [context, exchange] in
        context.emit(.exchange(exchange))
        if let advice { context.warn(advice) }
      }
    }
  }
}
