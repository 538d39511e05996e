/// The sessions that missed something, for each listed miss.
package struct Missers: Sendable {
  /// The most pairs of a miss and a session; of more the miss alone is listed.
  package static let limit = 50_000

  private var names: [String] = []
  private var numbers: [String: Int] = [:]
  /// The sessions of each miss, by number, in order; whether one has started over since is in `startedOver`.
  private var sessions: [Int: [Int]] = [:]
  private var pairs: Set<Pair> = []
  private var startedOver: Set<Pair> = []

  private struct Pair: Hashable {
    let miss: Int
    let session: Int
  }

  package init() {}

  /// Notes that a session missed something.
  package mutating func add(_ session: String, to miss: Int) {
    guard let number = number(of: session) else { return }
    let pair = Pair(miss: miss, session: number)
    startedOver.remove(pair)
    guard !pairs.contains(pair), pairs.count < Self.limit else { return }
    pairs.insert(pair)
    sessions[miss, default: []].append(number)
  }

  /// Finds the sessions that missed something.
  ///
  /// - Parameters:
  ///   - miss: the place of the miss.
  ///   - sinceStart: whether those that started over since are left out.
  /// - Returns: their names, in the order in which they missed it first.
  package func sessions(of miss: Int, sinceStart: Bool) -> [String] {
    (sessions[miss] ?? []).filter { !sinceStart || !startedOver.contains(Pair(miss: miss, session: $0)) }
      .map { names[$0] }
  }

  /// A session starts over: it has missed nothing.
  package mutating func startOver(_ session: String) {
    guard let number = numbers[session] else { return }
    for (miss, all) in sessions where all.contains(number) { startedOver.insert(Pair(miss: miss, session: number)) }
  }

  private mutating func number(of session: String) -> Int? {
    if let number = numbers[session] { return number }
    guard names.count < Self.limit else { return nil }
    numbers[session] = names.count
    names.append(session)
    return names.count - 1
  }
}
