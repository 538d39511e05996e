import OrderedJSON
import Synchronization

/// The numbers of answered requests and how long their answers took, by endpoint and source.
package final class RequestMeters: Sendable {
  /// The endpoint and the source of answers.
  package struct Key: Hashable, Sendable {
    /// Empty for a request that names no endpoint.
    package let endpoint: String
    package let source: String
  }

  private let meters = Mutex<[Key: RequestMeter]>([:])

  /// The most pairs of an endpoint and a source. A proxy may record any number of hosts; further ones count together.
  static let limit = 2_000
  static let rest = "others"

  package init() {}

  /// Returns the meter of an endpoint and a source. The caller keeps it if answers are repeated.
  package func meter(_ endpoint: String, _ source: String) -> RequestMeter {
    meters.withLock { meters in
      var key = Key(endpoint: endpoint, source: source)
      if let known = meters[key] { return known }
      if meters.count >= Self.limit { key = Key(endpoint: Self.rest, source: source) }
      if let known = meters[key] { return known }
      let meter = RequestMeter()
      meters[key] = meter
      return meter
    }
  }

  /// All meters, by endpoint and then by source.
  package var all: [(key: Key, meter: RequestMeter)] {
    meters.withLock { Array($0) }.map { ($0.key, $0.value) }.sorted {
      $0.key.endpoint == $1.key.endpoint
        ? $0.key.source.precedesByScalars($1.key.source) : $0.key.endpoint.precedesByScalars($1.key.endpoint)
    }
  }
}

/// The number of answers, by how long they took. Any thread may add one, without a lock.
package final class RequestMeter: Sendable {
  /// The upper bounds of the buckets, in nanoseconds. A last bucket has all longer times.
  package static let bounds: [UInt64] = [
    100_000, 500_000, 1_000_000, 5_000_000, 10_000_000, 50_000_000, 100_000_000, 500_000_000, 1_000_000_000,
    5_000_000_000, 10_000_000_000,
  ]

  /// A number that threads add to. Atomics cannot be copied, so an array cannot have them.
  private final class Cell: Sendable {
    let number = Atomic<UInt64>(0)
  }

  private let buckets = (0...bounds.count).map { _ in Cell() }
  private let total = Cell()

  package init() {}

  /// Adds an answer. A server that repeats one from memory adds 0.
  package func add(nanoseconds: UInt64) {
    let bucket = nanoseconds == 0 ? 0 : Self.bounds.firstIndex { nanoseconds <= $0 } ?? Self.bounds.count
    buckets[bucket].number.add(1, ordering: .relaxed)
    if nanoseconds > 0 { total.number.add(nanoseconds, ordering: .relaxed) }
  }

  /// The number of answers in each bucket, not in the buckets below it.
  package var counts: [UInt64] { buckets.map { $0.number.load(ordering: .relaxed) } }

  /// The sum of all times.
  package var nanoseconds: UInt64 { total.number.load(ordering: .relaxed) }
}
