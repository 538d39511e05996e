package import EndpointConfiguration
import FakeValues
package import OrderedJSON
import Recordings
import Synchronization

/// The faults that a run was asked for while it runs, by `POST /__understudy/faults`.
package final class FaultTable: Sendable {
  /// A fault that was asked for.
  package struct Entry: Sendable {
    package let number: Int
    /// The endpoint that it is for; nil for all.
    let endpoint: String?
    /// The session that it is for; nil for all.
    package let session: String?
    let rule: FaultRule
    /// What was sent, to be shown.
    package let said: JSONObject
  }

  /// More are refused: each request looks at all of them.
  package static let limit = 1_000
  /// The most bytes of JSON that they hold.
  package static let byteLimit = 4 << 20

  private let state = Mutex<(entries: [Entry], last: Int, bytes: Int)>(([], 0, 0))
  private let count = Atomic<Int>(0)

  /// The faults, in the order in which they were asked for.
  package var entries: [Entry] { count.load(ordering: .acquiring) == 0 ? [] : state.withLock { $0.entries } }

  /// Adds one; nil where there are too many.
  package func add(endpoint: String?, session: String?, rule: FaultRule, said: JSONObject) -> Entry? {
    state.withLock { state in
      let size = JSON.object(said).heldBytes
      guard state.entries.count < Self.limit, state.bytes + size <= Self.byteLimit else { return nil }
      state.bytes += size
      state.last += 1
      let entry = Entry(number: state.last, endpoint: endpoint, session: session, rule: rule, said: said)
      state.entries.append(entry)
      count.store(state.entries.count, ordering: .releasing)
      return entry
    }
  }

  /// Takes away those that a condition names, and says how many they were.
  package func remove(where isGone: (Entry) -> Bool) -> Int {
    state.withLock { state in
      let before = state.entries.count
      state.entries.removeAll(where: isGone)
      state.bytes = state.entries.reduce(0) { $0 + JSON.object($1.said).heldBytes }
      count.store(state.entries.count, ordering: .releasing)
      return before - state.entries.count
    }
  }
}

/// Which of a session's requests had a fault: what `times`, `rate` and ranges are counted by.
struct FaultCounts: Sendable {
  /// Where a fault comes from.
  enum Source: Hashable, Sendable {
    /// The request's own header.
    case header
    /// `endpoint.yaml`, by its place in the list.
    case file(Int)
    /// A call, by its number.
    case call(Int)
  }

  private var counts: [Source: (asked: Int, made: Int)] = [:]

  /// A request that a rule is about: whether it goes wrong this time, and its latency.
  mutating func next(_ rule: FaultRule, from source: Source) -> DueFault? {
    var count = counts[source] ?? (0, 0)
    let number = count.asked
    count.asked += 1
    defer { counts[source] = count }
    if let times = rule.times, count.made >= times { return nil }
    if let rate = rule.rate {
      var choice = SeededChoice(seed: rule.seed, purpose: "fault rate", number: number)
      guard choice.chance(inHundredThousand: rate) else { return nil }
    }
    count.made += 1
    let latency = rule.fault.latency.map { range in
      var choice = SeededChoice(seed: rule.seed, purpose: "fault latency", number: number)
      return choice.within(range)
    }
    return DueFault(fault: rule.fault, latency: latency)
  }

  /// How often a rule was followed.
  func made(_ source: Source) -> Int { counts[source]?.made ?? 0 }
}

/// What goes wrong with one answer.
struct DueFault: Sendable {
  let fault: Fault
  /// In milliseconds, as it was drawn.
  let latency: Int?
}
