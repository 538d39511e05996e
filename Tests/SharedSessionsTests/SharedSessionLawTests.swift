import Engine
import Foundation
import OrderedJSON
import Requests
import SharedSessions
import TestSupport
import Testing
import Transports

/// The law: whatever replicas get the requests of a session, and whatever fails, each answer is the one that a single
/// program gives, or an error that says why there is none. A request that got 503 had no effect, and its session goes on.
/// So does a session after a replica was killed, and after a restart of the store with all sessions. A session is gone
/// only if the store has lost it.
struct SharedSessionLawTests {
  private static var runs: Int {
    ProcessInfo.processInfo.environment["UNDERSTUDY_MODEL_RUNS"].flatMap { Int($0) } ?? 60
  }

  @Test func answersAreThoseOfOneProgram() async throws {
    let recordings = try await LawRecordings()
    var (kills, restarts) = (0, 0)
    for seed in 0..<UInt64(Self.runs) {
      let run = try LawRun(seed: seed, recordings: seed % 2 == 1 ? recordings : nil)
      kills += try await run.check()
      restarts += run.store.restartCount
    }
    // Otherwise, the law would not be about them.
    #expect(kills >= Self.runs && restarts >= Self.runs / 3, "\(kills) kills, \(restarts) restarts")
  }
}

/// Three sessions at three replicas, and a single program that has the same recordings or schema.
private struct LawRun {
  let seed: UInt64
  let store: UnreliableStore
  let fleet: Fleet
  let single: Engine
  let isRecorded: Bool
  private let folder: TestFolder

  init(seed: UInt64, recordings: LawRecordings?) throws {
    self.seed = seed
    isRecorded = recordings != nil
    store = UnreliableStore(seed: seed, failures: seed % 3 == 0 ? 0 : 8)
    if let recordings {
      folder = recordings.folder
      single = try folder.player()
    } else {
      folder = try TestFolder()
      try folder.write(Replicas.schema, to: "schemas/shop.graphqls")
      single = try folder.faker()
    }
    fleet = try Fleet(3, folder: folder, store: store, recordings: isRecorded)
  }

  /// Checks the law, and returns the number of killed replicas.
  func check() async throws -> Int {
    var (right, kills) = (0, 0)
    try await withThrowingTaskGroup(of: (right: Int, kills: Int).self) { group in
      for name in LawRecordings.sessions { group.addTask { try await session(name) } }
      for try await count in group {
        right += count.right
        kills += count.kills
      }
    }
    #expect(right > 0, "no request was answered with seed \(seed)")
    return kills
  }

  /// Sends random requests of one session to random replicas, and returns how many were answered, and how many replicas
  /// it killed. A client that does not know whether its request had an effect, or whose session is lost, starts it over.
  private func session(_ name: String) async throws -> (right: Int, kills: Int) {
    var random = SplitMix(state: seed &* 31 &+ UInt64(name.utf8.last ?? 0))
    var (right, kills) = (0, 0)
    // The losses of the store before the session began; nil while it must begin.
    var losses: Int?
    var ids: [String] = []
    for _ in 0..<25 {
      // Most go to one replica, which gets leases by that.
      let replica = max(0, Int(random.next() % 6) - 3)
      if random.next() % 20 == 0 {
        try fleet.kill(Int(random.next() % 3))
        kills += 1
      }
      guard let lossesBefore = losses else {
        let before = store.lossCount
        ids = []
        guard let begun = try await fleet.begin(name, at: replica) else { continue }
        if begun.status == 200 {
          losses = before
          _ = single.reset(session: name)
        } else {
          #expect([410, 503, 504].contains(begun.status))
          #expect(begun.status != 410 || store.lossCount > before)
        }
        continue
      }
      let (query, variables) = isRecorded ? LawRecordings.request(&random) : Self.generated(&random, ids)
      guard let (status, json) = try await fleet.ask(replica, query, variables, in: name) else {
        losses = nil
        continue
      }
      let error = json["errors"]?.arrayValue?.first
      let code = error?["extensions"]?["code"]?.stringValue.flatMap { ErrorCode(rawValue: $0) }
      if let code, [.sessionStore, .unknownSession, .droppedSession].contains(code) {
        #expect([410, 503, 504].contains(status), "seed \(seed): \(status) \(json.compactText)")
        #expect(status != 410 || store.lossCount > lossesBefore, "seed \(seed) lost a session that the store has")
        let message = error?["message"]?.stringValue ?? ""
        #expect(!message.isEmpty && !message.contains("than another replica"), "seed \(seed): \(message)")
        if status != 503 { losses = nil }
        continue
      }
      let expected = try await single.sent(Board.request(query, variables, session: name, path: "/shop"))
      #expect(json == expected.json && status == expected.status, "seed \(seed), \(query) \(variables)")
      right += 1
      for task in json["data"]?["tasks"]?.arrayValue ?? [] { ids.append(task["id"]?.stringValue ?? "") }
    }
    return (right, kills)
  }

  /// A request whose answer is generated.
  private static func generated(_ random: inout SplitMix, _ ids: [String]) -> (String, JSONObject) {
    let id = ids.isEmpty ? "none" : ids[Int(random.next() % UInt64(ids.count))]
    let query =
      switch random.next() % 6 {
      case 0, 1: "mutation { createTask(title: \"t\(random.next() % 100)\") { id title assignee { name } } }"
      case 2: "mutation { updateTask(id: \"\(id)\", title: \"u\(random.next() % 100)\") { id title } }"
      case 3: "mutation { deleteTask(id: \"\(id)\") { id } }"
      case 4: "{ task(id: \"\(id)\") { id title } }"
      default: "{ tasks { id title } users { name tasks { id } } }"
      }
    return (query, [:])
  }
}

/// Recordings of a board whose ticks are counted: two sessions under their own names, and states for the third.
private struct LawRecordings {
  static let sessions = ["s0", "s1", "s2"]
  let folder: TestFolder

  init() async throws {
    folder = try TestFolder()
    for isNamed in [false, true] {
      let recorder = try folder.recorder(StatefulUpstream(run: "\(isNamed)"), name: "shop") {
        $0.recordsNamedSessions = isNamed
      }
      for session in isNamed ? ["s0", "s1"] : ["x", "y"] {
        let token = isNamed ? try await recorder.begin(session) : ""
        var random = SplitMix(state: UInt64(session.utf8.last ?? 0))
        for _ in 0..<25 {
          let (query, variables) = Self.request(&random)
          _ = try await recorder.ask(query, variables, session: session, path: "/shop")
        }
        if isNamed { _ = try await recorder.control("end", ["token": .string(token), "outcome": "passed"]) }
      }
      await recorder.finish()
    }
  }

  /// A request that is recorded in most states. The same read gets a new answer each time.
  static func request(_ random: inout SplitMix) -> (String, JSONObject) {
    switch random.next() % 16 {
    case 0: (Board.tick, [:])
    case 1...3: (Board.add, ["text": "a"])
    case 4...7: (Board.list, [:])
    default: ("query Ticks { tick }", [:])
    }
  }
}

/// SplitMix64, so that a seed gives the same run everywhere.
struct SplitMix {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
