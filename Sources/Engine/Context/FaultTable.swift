package import EndpointConfiguration
import FakeValues
package import OrderedJSON
import Recordings
import Synchronization

/// The faults and overrides added during a run, by `POST /__understudy/faults` and `/__understudy/answers`.
package final class FaultTable: Sendable {
  /// A fault or an override added during a run.
  package struct Entry: Sendable {
    package let number: Int
    /// The endpoint that it is for; nil for all.
    let endpoint: String?
    /// The session that it is for; nil for all.
    package let session: String?
    /// True if it was posted by the test of the session, and ends with it.
    let isOwn: Bool
    package let rule: FaultRule
    /// The fault as it was sent, for display.
    package let said: JSONObject
  }

  /// The most faults, since each request checks all of them.
  package static let limit = 1_000
  /// The most bytes of JSON in all faults.
  package static let byteLimit = 4 << 20

  private let state = Mutex<(entries: [Entry], last: Int, bytes: Int)>(([], 0, 0))
  private let count = Atomic<Int>(0)

  /// The faults, in the order in which they were added.
  package var entries: [Entry] { count.load(ordering: .acquiring) == 0 ? [] : state.withLock { $0.entries } }

  /// Adds a fault; nil if there are too many.
  package func add(
    endpoint: String?, session: String?, isOwn: Bool = false, rule: FaultRule, said: JSONObject
  ) -> Entry? {
    state.withLock { state in
      let size = JSON.object(said).heldBytes
      guard state.entries.count < Self.limit, state.bytes + size <= Self.byteLimit else { return nil }
      state.bytes += size
      state.last += 1
      let entry = Entry(
        number: state.last, endpoint: endpoint, session: session, isOwn: isOwn, rule: rule, said: said)
      state.entries.append(entry)
      count.store(state.entries.count, ordering: .releasing)
      return entry
    }
  }

  /// Removes the faults that fulfill a condition, and returns their number.
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

/// The numbers of a session's requests and faults, which `times`, `rate` and ranges refer to.
struct FaultCounts: Sendable {
  /// The origin of a fault.
  enum Source: Hashable, Sendable {
    /// The request's own header.
    case header
    /// `faults` in `endpoint.yaml`, by the index in the list.
    case file(Int)
    /// `answers` in `endpoint.yaml`, by the index in the list.
    case answerOfFile(Int)
    /// A call of the control API, by its number.
    case call(Int)
  }

  private var counts: [Source: (asked: Int, made: Int)] = [:]

  /// Counts a request that matches a rule. Returns the fault and its latency if it is due this time.
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

  /// The number of faults injected by a rule.
  func made(_ source: Source) -> Int { counts[source]?.made ?? 0 }
}

/// The fault of one answer.
struct DueFault: Sendable {
  let fault: Fault
  /// The chosen latency in milliseconds.
  let latency: Int?
}
