/// How many answers were what.
struct LawShares {
  /// Answers to recorded sessions that are exact and as recorded.
  var exact = 0
  var unrecorded = Count()
  var deviating = Count()
  var problems: [String] = []

  struct Count {
    var exact = 0
    var inferred = 0
    var missed = 0

    mutating func note(_ exchange: LawExchange) {
      switch (exchange.body, exchange.state) {
      case (nil, _): missed += 1
      case (_, "exact"): exact += 1
      default: inferred += 1
      }
    }

    static func += (left: inout Count, right: Count) {
      left.exact += right.exact
      left.inferred += right.inferred
      left.missed += right.missed
    }

    var answered: Int { exact + inferred }
    var description: String { "exact \(exact), inferred \(inferred), missed \(missed)" }
  }

  static func += (left: inout LawShares, right: LawShares) {
    left.exact += right.exact
    left.unrecorded += right.unrecorded
    left.deviating += right.deviating
    left.problems += right.problems
  }

  var description: String {
    "recorded sessions: exact \(exact); unrecorded: \(unrecorded.description); deviating: \(deviating.description); problems: \(problems.count)"
  }
}
