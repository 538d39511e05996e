import OrderedJSON
import Recordings

/// Tells of one exchange with the real endpoint when its outcome is known.
struct ExchangeLine: Sendable {
  private let engine: Engine
  private let began: UInt64
  private var exchange: Exchange

  init(engine: Engine, endpoint: Endpoint, request: ClientRequest, subject: RecordMode.Subject) {
    self.engine = engine
    began = engine.clock.now()
    let asked = subject.operation
    exchange = Exchange(
      endpoint: endpoint.name, operation: asked.map { ($0.kind, $0.name) },
      variables: asked?.key.variables ?? JSONObject(), requestLine: "\(request.method) \(request.target.path)",
      status: 0,
      nanoseconds: 0, outcome: .notRecorded(""), session: asked?.session)
  }

  /// The client is answered now, and what comes of it is known as well.
  func report(_ status: Int, _ outcome: Exchange.Outcome) { answered(status).report(outcome) }

  /// The client is answered now; what comes of it is known later. It has to be reported once.
  func answered(_ status: Int) -> Answered {
    var exchange = exchange
    exchange.status = status
    exchange.nanoseconds = engine.clock.now() - began
    return Answered(engine: engine, place: engine.lines.take(), exchange: exchange)
  }

  /// An exchange whose answer has its place among the others.
  struct Answered: Sendable {
    fileprivate let engine: Engine
    fileprivate let place: OrderedLines.Place
    fileprivate let exchange: Exchange

    /// Tells of it; `advice` stands behind it.
    func report(_ outcome: Exchange.Outcome, advice: String? = nil) {
      var exchange = exchange
      exchange.outcome = outcome
      engine.lines.tell(at: place) { [engine, exchange] in
        engine.emit(.exchange(exchange))
        if let advice { engine.warn(advice) }
      }
    }
  }
}
