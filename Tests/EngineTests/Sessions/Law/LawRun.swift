import Engine
import OrderedJSON
import Requests
import TestSupport

/// One run of the law: random sessions recorded from one server that is never reset, and replayed.
struct LawRun {
  let seed: Int
  var shares = LawShares()
  var random: LawRandom
  let board: Board
  let upstream: LawUpstream
  var recordings: [LawRecording] = []
  /// The session whose token and objects the others use.
  var setup: String?
  let arrangement: Arrangement
  let hasLongIDs: Bool
  var shared = LawClient(name: "", ids: [], types: ["A", "B"])

  /// How the sessions are recorded.
  enum Arrangement: Int, CaseIterable {
    /// One after the other.
    case alone
    /// Side by side, each with objects of its own.
    case apart
    /// Side by side, with the same objects.
    case mixed
  }

  init(seed: Int) throws {
    self.seed = seed
    random = LawRandom(seed: seed)
    arrangement = Arrangement.allCases[seed % Arrangement.allCases.count]
    hasLongIDs = seed / 3 % 2 == 0
    board = Board(folder: try TestFolder())
    var server = LawServer(hasLongIDs: hasLongIDs)
    shared.ids = ["A", "B", "A", "B"].map { server.make($0, 0) }
    upstream = LawUpstream(server)
  }

  mutating func run() async throws {
    try await record()
    try await replay()
    for _ in 0..<3 { try await replayUnrecorded() }
    try await replayDeviating()
  }

  // MARK: Recording

  private mutating func record() async throws {
    // The objects of sessions side by side are there before anything is recorded. An unrecorded change between two
    // sessions is in no recording.
    let names = (0..<random.int(2...5)).map { "s\($0)" }
    var own: [String: LawClient] = [:]
    if arrangement == .apart { for name in names { own[name] = ownClient(name) } }
    if random.happens(25) {
      try await record([recorder("default", shared)], random.happens(50) ? nil : .passed, in: engine())
    }
    // Who uses the tokens of others is recorded in the same run; who does not may be recorded in a run of its own.
    var run: Engine?
    if random.happens(30) {
      setup = "setup"
      run = try engine()
      try await record([recorder("setup", shared)], .passed, in: engine(run))
    }
    let clients = names.map { client($0, own[$0]) }
    if arrangement == .alone {
      if random.happens(50) { run = try engine(run) }
      for client in clients { try await record([recorder(client.name, client)], nil, in: engine(run)) }
    } else {
      try await record(clients.map { recorder($0.name, $0) }, nil, in: engine(run))
    }
    // Again, in a later run.
    if setup == nil, random.happens(30) {
      let client = random.pick(clients)
      try await record([recorder(client.name, client)], nil, in: engine())
    }
  }

  /// A client with objects of its own.
  private func ownClient(_ name: String) -> LawClient {
    let types = ["\(name)A", "\(name)B"]
    return LawClient(name: name, ids: types.map { upstream.make($0) }, types: types, asksTotals: false)
  }

  /// A client that knows what the set-up has issued.
  private func client(_ name: String, _ own: LawClient?) -> LawClient {
    var client = own ?? shared
    client.name = name
    client.token = shared.token
    return client
  }

  private mutating func recorder(_ name: String, _ client: LawClient) -> LawRecorder {
    var client = client
    client.name = name
    client.meetsTrouble = name != "setup"
    return LawRecorder(client, steps: random.int(2...9), upstream)
  }

  /// A recorder; the one that is given, if any.
  private func engine(_ known: Engine? = nil) throws -> Engine {
    if let known { return known }
    return try board.folder.recorder(upstream, name: "board") { $0.recordsNamedSessions = true }
  }

  /// Records sessions side by side; with a random outcome unless one is given.
  private mutating func record(
    _ sessions: [LawRecorder], _ given: SessionOutcome?, in engine: Engine
  ) async throws {
    var sessions = sessions
    while true {
      let open = sessions.indices.filter { sessions[$0].stepsLeft > 0 }
      guard !open.isEmpty else { break }
      let index = random.pick(open)
      try await sessions[index].step(engine, &random)
      let name = sessions[index].recording.name
      if name.hasPrefix("s"), random.happens(4) { sessions[index].beginAgain(engine, steps: random.int(2...9)) }
      guard sessions[index].stepsLeft == 0, name != "default" else { continue }
      let outcome = given ?? (random.happens(12) ? .failed : .passed)
      let saved = await engine.finish(session: name, outcome)
      keep(sessions[index].recording, saved.first?.outcome)
      if name == setup {
        shared.ids = sessions[index].client.ids
        shared.token = sessions[index].client.token
      }
    }
    await engine.finish()
    if let unnamed = sessions.first(where: { $0.recording.name == "default" }) { recordings.append(unnamed.recording) }
  }

  private mutating func keep(_ recording: LawRecording, _ outcome: SavedSession.Outcome?) {
    var recording = recording
    switch outcome {
    case .saved: recording.isSaved = true
    case .incomplete: break
    case .notSaved, nil: return
    }
    recordings.removeAll { $0.name == recording.name }
    recordings.append(recording)
  }
}
