import OrderedJSON

/// Whether one snapshot of the server, the beginning of one recorded session, gives a whole transcript.
///
/// What other sessions changed while that session was recorded may come at any moment.
struct LawExplanation {
  private struct World: Hashable {
    var server: LawServer
    var names: LawNames
    /// How many changes of other sessions it has.
    var position = 0
    /// What the client changed.
    var changes: [LawChange] = []
    /// The changes that the server executed together with a mutation of the client, and the client has not sent yet.
    var due: [LawChange] = []

    // Missed mutations that were sent together leave a world for each order, so those with one server are one world. Its
    // order is the first one's: that can only refuse an explanation, not add one.
    static func == (left: World, right: World) -> Bool {
      left.position == right.position && left.changes.count == right.changes.count && left.server == right.server
        && left.names == right.names && left.due == right.due
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(position)
      hasher.combine(server)
      hasher.combine(changes.count)
    }
  }

  private let recording: LawRecording
  private let foreign: [LawChange]
  /// Whether the changes of other sessions come once for all reads, rather than for each between two mutations.
  private let isOrdered: Bool
  /// Whether a read that overlapped a mutation may have come before it or after it: so it does in its own session.
  private let acceptsOverlaps: Bool
  /// The mutations that the session had in flight together, by the number of its mutations before them.
  private var groups: [Int: [LawChange]] = [:]
  private var worlds: Set<World>

  /// - Parameters:
  ///   - recording: the session that may explain the transcript.
  ///   - executed: every mutation of the server.
  ///   - names: the tokens that the client knows from the start.
  ///   - isOrdered: whether sessions side by side have objects of their own.
  ///   - acceptsOverlaps: whether reads that overlapped a mutation may be answered as if before it or after it.
  init(
    _ recording: LawRecording, executed: [LawChange], names: LawNames, isOrdered: Bool, acceptsOverlaps: Bool
  ) {
    self.recording = recording
    self.acceptsOverlaps = acceptsOverlaps
    self.isOrdered = isOrdered
    foreign = (recording.beginning..<max(recording.beginning, recording.end)).filter { !recording.own.contains($0) }
      .map { executed[$0] }
    worlds = [World(server: recording.snapshot, names: names)]
    if acceptsOverlaps {
      var own = recording.own.sorted()[...]
      var count = 0
      for size in recording.steps.map({ step in step.count { $0.request.isMutation } }) {
        if size > 1 { groups[count] = own.prefix(size).map { executed[$0] } }
        own = own.dropFirst(size)
        count += size
      }
    }
  }

  var holds: Bool { !worlds.isEmpty }

  /// Goes on over requests that were sent together: any order of them may explain the answers.
  mutating func follow(_ step: [LawExchange]) {
    let step = step.filter { $0.body != nil || $0.request.isMutation }
    // By the requests that came so far, one bit each: orders that lead to one world are followed once.
    var reached: [Set<World>] = Array(repeating: [], count: 1 << step.count)
    reached[0] = worlds
    for done in reached.indices {
      for index in step.indices where done & 1 << index == 0 {
        for world in reached[done] {
          reached[done | 1 << index].formUnion(run(step[index], in: world))
          if let next = runAsRecorded(step[index], in: world) { reached[done | 1 << index].insert(next) }
        }
      }
    }
    worlds = reached[reached.count - 1]
  }

  private func run(_ exchange: LawExchange, in world: World) -> [World] {
    var found: [World] = []
    var later = world
    while true {
      var next = later
      let request = exchange.request.renamed { next.names.meaning(of: $0) }
      if let index = world.due.firstIndex(where: { $0.request.op == request.op }) {
        // It was executed with the others; if it is missed, nothing is said of its answer.
        guard exchange.body == nil else { return [] }
        next.changes.append(next.due.remove(at: index))
        return [next]
      }
      let truth = next.server.run(request)
      // A mutation that was missed counts as made.
      if exchange.request.isMutation { next.changes.append(LawChange(request: request, data: truth)) }
      guard let body = exchange.body else { return [next] }
      if next.names.match(body["data"] ?? .null, truth) {
        found.append(next)
        if isOrdered { return found }
        if !exchange.request.isMutation {
          found[0].server = world.server
          found[0].position = world.position
          return found
        }
      }
      guard later.position < foreign.count else {
        guard found.isEmpty else { return found }
        // A session's recording does not tell what others changed between two of its mutations, so where it sends them
        // in another order each is answered as it was.
        if exchange.request.isMutation { return acceptsOverlaps && !isOrdered ? earlier(exchange, in: world) : found }
        // What is recorded without a session's name may be ambiguous as well (format 1).
        if acceptsOverlaps || recording.name == "default", isOverlapped(exchange, in: world) { return [world] }
        return isOrdered ? [] : earlier(exchange, in: world)
      }
      later.server.repeatChange(foreign[later.position])
      later.position += 1
    }
  }

  /// The world after a mutation that the session had in flight together with others, as the server executed all of them;
  /// nil where the answer is no exact one of these.
  ///
  /// A recorded session has to be answered exactly whichever of them comes first (`LawReplay`). When one comes, nobody
  /// can tell whether the client is going to send the others, so the same answer is right for one that does not.
  private func runAsRecorded(_ exchange: LawExchange, in world: World) -> World? {
    guard exchange.request.isMutation, exchange.state == "exact", let data = exchange.body?["data"] else { return nil }
    var next = world
    if next.due.isEmpty, let group = groups[world.changes.count] {
      next.due = group
      for change in group { next.server.repeatChange(change) }
    }
    let request = exchange.request.renamed { next.names.meaning(of: $0) }
    for (index, change) in next.due.enumerated() where change.request.op == request.op {
      var names = next.names
      guard names.match(data, change.data) else { continue }
      next.names = names
      next.due.remove(at: index)
      next.changes.append(LawChange(request: request, data: change.data))
      return next
    }
    return nil
  }

  /// The world as it is, if fewer changes of other sessions than it has explain an answer.
  private func earlier(_ exchange: LawExchange, in world: World) -> [World] {
    for count in 0..<world.position {
      var server = recording.snapshot
      for change in foreign.prefix(count) + world.changes { server.repeatChange(change) }
      var same = world
      let truth = server.run(exchange.request.renamed { world.names.meaning(of: $0) })
      guard same.names.match(exchange.body?["data"] ?? .null, truth) else { continue }
      if exchange.request.isMutation {
        let request = exchange.request.renamed { same.names.meaning(of: $0) }
        same.changes.append(LawChange(request: request, data: same.server.run(request)))
      }
      return [same]
    }
    return []
  }

  /// Whether a read overlapped the last or the next mutations of the recorded session, with this answer: then it may
  /// have come before them or after them.
  private func isOverlapped(_ exchange: LawExchange, in world: World) -> Bool {
    var count = 0
    for step in recording.steps {
      let before = count
      count += step.count { $0.request.isMutation }
      let isKnown = step.contains { $0.request.op == exchange.request.op && $0.body == exchange.body }
      if count > before, isKnown, (before...count).contains(world.changes.count) { return true }
    }
    return false
  }
}
