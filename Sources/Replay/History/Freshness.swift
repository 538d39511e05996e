/// Tells which mutations of a history come first to the objects that they name.
///
/// That a mutation once changed nothing is known of the place where it stood. After another that names the same object
/// it may well change something: setting a field to what it is, then to something else, then back. So its having stood
/// alone speaks for it only where it comes first to its objects, and was seen to.
struct Freshness: Sendable {
  private enum Toucher {
    case one(Int)
    case several
  }

  private var touchers: [ObjectID: Toucher] = [:]
  /// Whether there was a mutation that may have touched anything.
  private var isSpoilt = false

  /// Takes up the next mutation of a history.
  ///
  /// - Parameters:
  ///   - effect: its position in the timeline; nil where it is not known there.
  ///   - traces: what it names; empty where it may have touched anything.
  /// - Returns: whether no other mutation before it names one of its objects. A repetition is not another one.
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
  /// For each mutation of a recorded history, whether it comes first to its objects.
  func freshness(of history: [Int]) -> [Bool] {
    var freshness = Freshness()
    return history.map { freshness.add($0, [effects[$0].trace]) }
  }
}
