import Engine
import OrderedJSON
import Recordings

/// The exchanges, warnings and saved sessions that a report lists: the first ones, bounded in number and bytes.
struct KeptEvents {
  private(set) var events: [Event] = []
  /// How many exchanges there were, and how many are listed.
  private(set) var exchanges = Tally(count: 0, listed: 0)
  private var bytes = 0

  /// A server that runs for weeks keeps no more events than this for its report.
  private static let limit = 20_000
  private static let byteLimit = 32 << 20

  mutating func keep(_ event: Event) {
    let isExchange = if case .exchange = event { true } else { false }
    if isExchange { exchanges.count += 1 }
    // What a report must not be silent about is kept behind the others as well.
    let factor = event.isFinding ? 2 : 1
    let size = event.heldBytes
    guard events.count < factor * Self.limit, bytes + size <= factor * Self.byteLimit else { return }
    bytes += size
    events.append(event)
    if isExchange { exchanges.listed += 1 }
  }
}

extension Event {
  /// About how many bytes it holds.
  fileprivate var heldBytes: Int {
    switch self {
    case .exchange(let exchange): 500 + JSON.object(exchange.variables).heldBytes
    case .miss, .refusal: 500
    case .session: 1_000
    case .warning(let text), .notice(let text): 100 + text.utf8.count
    }
  }
}
