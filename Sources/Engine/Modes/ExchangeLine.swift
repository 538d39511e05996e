import OrderedJSON
import Recordings

/// Tells of one exchange with the real endpoint when its outcome is known.
struct ExchangeLine: Sendable {
  private let emit: @Sendable (Event) -> Void
  private let clock: any Stopwatch
  private let began: UInt64
  private var exchange: Exchange

  init(engine: Engine, endpoint: Endpoint, request: ClientRequest, subject: RecordMode.Subject) {
    emit = engine.emit
    clock = engine.clock
    began = clock.now()
    let asked = subject.operation
    exchange = Exchange(
      endpoint: endpoint.name, operation: asked.map { ($0.kind, $0.name) },
      variables: asked?.key.variables ?? JSONObject(), requestLine: "\(request.method) \(request.target.path)",
      status: 0,
      nanoseconds: 0, outcome: .notRecorded(""))
  }

  func report(_ status: Int, _ outcome: Exchange.Outcome) {
    var exchange = exchange
    exchange.status = status
    exchange.nanoseconds = clock.now() - began
    exchange.outcome = outcome
    emit(.exchange(exchange))
  }
}
