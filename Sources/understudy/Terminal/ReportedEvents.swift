import Engine
import OrderedJSON
import Recordings
import Requests

/// The first exchanges, warnings and saved sessions of a run, for its report.
struct ReportedEvents {
  private(set) var events: [Event] = []
  /// The number of exchanges, and of those listed.
  private(set) var exchanges = Tally(count: 0, listed: 0)
  private var bytes = 0

  /// The limits in events and bytes, for a server that runs for weeks. Findings may use twice as much.
  private static let limit = 20_000
  private static let byteLimit = 32 << 20

  mutating func keep(_ event: Event) {
    let isExchange = if case .exchange = event { true } else { false }
    if isExchange { exchanges.count += 1 }
    // Findings must be in the report, even if other events have reached the limits.
    let factor = event.isFinding ? 2 : 1
    let size = event.heldBytes
    guard events.count < factor * Self.limit, bytes + size <= factor * Self.byteLimit else { return }
    bytes += size
    events.append(event)
    if isExchange { exchanges.listed += 1 }
  }
}

extension Event {
  /// The approximate size in bytes.
  fileprivate var heldBytes: Int {
    switch self {
    case .exchange(let exchange): 500 + JSON.object(exchange.variables).heldBytes
    case .miss, .refusal: 500
    case .session: 1_000
    case .warning(let text), .notice(let text): 100 + text.utf8.count
    }
  }
}
