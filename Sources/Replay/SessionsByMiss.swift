/// The sessions that caused each listed miss.
package struct SessionsByMiss: Sendable {
  /// The most pairs of a miss and a session that are kept; beyond, a miss is listed without its sessions.
  package static let limit = 50_000

  private var names: [String] = []
  private var numbers: [String: Int] = [:]
  /// The session numbers of each miss, in order.
  private var sessions: [Int: [Int]] = [:]
  private var pairs: Set<Pair> = []
  private var startedOver: Set<Pair> = []

  private struct Pair: Hashable {
    let miss: Int
    let session: Int
  }

  package init() {}

  /// Adds a session to a miss.
  package mutating func add(_ session: String, to miss: Int) {
    guard let number = number(of: session) else { return }
    let pair = Pair(miss: miss, session: number)
    startedOver.remove(pair)
    guard !pairs.contains(pair), pairs.count < Self.limit else { return }
    pairs.insert(pair)
    sessions[miss, default: []].append(number)
  }

  /// Returns the sessions of a miss, in the order of their misses; `sinceStart` omits those that have started over.
  package func sessions(of miss: Int, sinceStart: Bool) -> [String] {
    (sessions[miss] ?? []).filter { !sinceStart || !startedOver.contains(Pair(miss: miss, session: $0)) }
      .map { names[$0] }
  }

  /// Clears the misses of a session that starts over.
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
