/// Finds the mutations of a history that are the first to name their objects.
///
/// A mutation that once changed nothing may change something after another that names the same object: setting a field
/// to its value, then to another, then back. So a mutation that was seen to change nothing is harmless only if it comes
/// first to its objects, and was seen to when it was recorded.
struct Freshness: Sendable {
  private enum Toucher {
    case one(Int)
    case several
  }

  private var touchers: [ObjectID: Toucher] = [:]
  /// Indicates whether a mutation may have touched anything.
  private var isSpoilt = false

  /// Adds the next mutation and returns true if no other one before it names one of its objects. `effect` is its
  /// position in the timeline, if known there. `traces` are empty if it may have touched anything.
  mutating func add(_ effect: Int?, _ traces: [Trace]) -> Bool {
    var isFresh = !isSpoilt
    if traces.isEmpty { isSpoilt = true }
    for trace in traces {
      for id in trace.ids {
        if let toucher = touchers[id] {
          if case .one(let other) = toucher, other == effect { continue }
          isFresh = false
          touchers[id] = .several
        } else {
          touchers[id] = effect.map { .one($0) } ?? .several
        }
      }
    }
    return isFresh
  }
}

extension Timeline {
  /// Returns, for each mutation of a recorded history, true if it comes first to its objects.
  func freshness(of history: [Int]) -> [Bool] {
    var freshness = Freshness()
    return history.map { freshness.add($0, [effects[$0].trace]) }
  }
}
