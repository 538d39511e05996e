import Engine
import OrderedJSON
import TestSupport

extension LawRun {
  /// Replays all sessions that were saved, in any interleaving: each answer is exact, and as recorded.
  mutating func replay() async throws {
    let player = try board.player()
    let given = try await replaySetup(player)
    var sessions = recordings.filter { $0.isSaved && $0.name != setup }.map { LawReplay($0) }
    while true {
      let open = sessions.indices.filter { !sessions[$0].isDone }
      guard !open.isEmpty else { return }
      try await step(&sessions[random.pick(open)], player, given)
    }
  }

  /// Replays the set-up that the sessions share.
  ///
  /// - Returns: the names that a client is given in the place of the recorded ones.
  private mutating func replaySetup(_ player: Engine) async throws -> [String: String] {
    guard let recording = recordings.first(where: { $0.name == setup && $0.isSaved }) else { return [:] }
    var session = LawReplay(recording)
    while !session.isDone { try await step(&session, player, [:]) }
    return session.given
  }

  private mutating func step(
    _ session: inout LawReplay, _ player: Engine, _ given: [String: String]
  ) async throws {
    var answers: [(recorded: LawRequest, answer: LawExchange)] = []
    for (sent, recorded) in random.shuffled(session.requests(given)) {
      answers.append((recorded, try await player.ask(sent, session: session.recording.name)))
    }
    shares.exact += answers.count
    guard let problem = session.check(answers) else { return }
    let sent = session.recording.steps.prefix(session.next).map { step in step.map { Self.text($0) } }
    shares.problems.append(
      "seed \(seed) \(arrangement), session \(session.recording.name): \(problem); recorded: \(sent)")
  }

  // MARK: Sessions that were not recorded so

  /// Replays a session of a new name, which mixes recorded requests and new ones.
  mutating func replayUnrecorded() async throws {
    let player = try board.player()
    let given = try await replaySetup(player)
    var client = shared
    client.token = shared.token.flatMap { given[$0] }
    var follower = LawFollower(client, session: "new", given)
    guard !recordings.isEmpty else { return }
    var base = random.pick(recordings)
    var index = 0
    var explanations = recordings.map { explanation(by: $0, given) }
    for _ in 0..<12 {
      if random.happens(10) { base = random.pick(recordings) }
      if random.happens(5) { index = 0 }
      let requests: [LawRequest]
      var recorded: [LawExchange] = []
      if random.happens(15) {
        requests = [random.happens(70) ? follower.client.read(&random) : follower.client.mutation(&random)]
      } else if index < base.steps.count {
        recorded = base.steps[index]
        requests = random.shuffled(recorded.map(\.request))
        index += 1
        if random.happens(10) { continue }
      } else {
        break
      }
      let step = try await follower.ask(requests, player, like: recorded)
      step.forEach { shares.unrecorded.note($0) }
      for index in explanations.indices { explanations[index].follow(step) }
      guard explanations.contains(where: \.holds) else {
        return shares.problems.append(
          "seed \(seed) \(arrangement), unrecorded: \(follower.text)\n\(recordings.map { text(of: $0) }.joined(separator: "\n"))"
        )
      }
    }
  }

  /// Replays a recorded session that leaves steps out, swaps them, and asks what it never did.
  mutating func replayDeviating() async throws {
    let player = try board.player()
    let given = try await replaySetup(player)
    for recording in recordings where recording.isSaved && recording.name != setup {
      var client = shared
      client.token = shared.token.flatMap { given[$0] }
      var follower = LawFollower(client, session: recording.name, given)
      var explanation = explanation(by: recording, given, acceptsOverlaps: true)
      var steps = recording.steps
      for index in steps.indices.dropLast() where random.happens(8) { steps.swapAt(index, index + 1) }
      for recorded in steps {
        let isChange = recorded.contains { $0.request.isMutation }
        if random.happens(isChange ? 10 : 25) { continue }
        let added = random.happens(15) ? [follower.client.read(&random)] : []
        for requests in [added, random.shuffled(recorded.map(\.request))] {
          let step = try await follower.ask(requests, player, like: recorded)
          step.forEach { shares.deviating.note($0) }
          explanation.follow(step)
          guard explanation.holds else { break }
        }
        guard explanation.holds else {
          shares.problems.append(
            "seed \(seed) \(arrangement), deviating: \(follower.text)\n recorded: \(text(of: recording))")
          break
        }
      }
    }
  }

  private func explanation(
    by recording: LawRecording, _ given: [String: String], acceptsOverlaps: Bool = false
  ) -> LawExplanation {
    var names = LawNames(mayRenameIDs: hasLongIDs)
    for (name, meaning) in given.map({ ($0.value, $0.key) }) { _ = names.bind(name, to: meaning) }
    return LawExplanation(
      recording, executed: upstream.executed, names: names, isOrdered: arrangement != .mixed,
      acceptsOverlaps: acceptsOverlaps)
  }

  /// A recorded session, and what others changed meanwhile.
  private func text(of recording: LawRecording) -> String {
    let steps = recording.steps.map { "\n  [" + $0.map(Self.text).joined(separator: "; ") + "]" }.joined()
    let executed = upstream.executed
    let others = (recording.beginning..<max(recording.beginning, recording.end)).map {
      "\(recording.own.contains($0) ? "own " : "")\(executed[$0].request.op)"
    }
    return "\(recording.name)\(recording.isSaved ? "" : " (incomplete)"):\(steps)\n  executed: \(others)"
  }

  static func text(_ exchange: LawExchange) -> String {
    "\(exchange.request.op)\(exchange.request.token == nil ? "" : " as \(exchange.request.token ?? "")") -> \(exchange.body?.compactText ?? "no answer (\(exchange.message ?? "none"))") \(exchange.state ?? "")"
  }
}

/// A client that follows recorded sessions, with the ids and the token that it is given itself.
struct LawFollower {
  var client: LawClient
  let session: String
  private var given: [String: String]
  private(set) var text = ""

  init(_ client: LawClient, session: String, _ given: [String: String]) {
    self.client = client
    self.session = session
    self.given = given
  }

  /// Sends requests as if together.
  mutating func ask(
    _ requests: [LawRequest], _ player: Engine, like recorded: [LawExchange]
  ) async throws -> [LawExchange] {
    var step: [LawExchange] = []
    for request in requests {
      var sent = request.renamed { given[$0] ?? $0 }
      sent.token = request.token == nil ? nil : client.token
      let exchange = try await player.ask(sent, session: session)
      step.append(exchange)
      client.learn(exchange)
      let old = recorded.first { $0.request == request }?.body
      if let old = old?["data"]?["create"]?["id"]?.stringValue,
        let new = exchange.body?["data"]?["create"]?["id"]?.stringValue
      {
        given[old] = new
      }
    }
    text += "\n  [" + step.map { LawRun.text($0) }.joined(separator: "; ") + "]"
    return step
  }
}
