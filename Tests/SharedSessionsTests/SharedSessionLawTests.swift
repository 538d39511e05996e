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
/// A session is gone only if the store has lost it.
struct SharedSessionLawTests {
  private static var runs: Int {
    ProcessInfo.processInfo.environment["UNDERSTUDY_MODEL_RUNS"].flatMap { Int($0) } ?? 60
  }

  @Test func answersAreThoseOfOneProgram() async throws {
    for seed in 0..<UInt64(Self.runs) { try await run(seed: seed, failures: seed % 3 == 0 ? 0 : 8) }
  }

  private func run(seed: UInt64, failures: UInt64) async throws {
    let store = UnreliableStore(seed: seed, failures: failures)
    let replicas = try Replicas(3, store: store)
    let single = try replicas.folder.faker()
    try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<3 {
        group.addTask {
          try await Self.session("s\(number)", seed: seed &* 31 &+ UInt64(number), store, replicas, single)
        }
      }
      var right = 0
      for try await count in group { right += count }
      #expect(right > 0, "no request was answered with seed \(seed)")
    }
  }

  /// Sends random requests of one session to random replicas, and returns how many were answered. A client that does not
  /// know whether its request had an effect, or whose session is lost, starts it over.
  private static func session(
    _ name: String, seed: UInt64, _ store: UnreliableStore, _ replicas: Replicas, _ single: Engine
  ) async throws -> Int {
    var random = SplitMix(state: seed)
    var right = 0
    // The losses of the store before the session began; nil while it must begin.
    var losses: Int?
    var ids: [String] = []
    for _ in 0..<25 {
      // Most go to one replica, which gets leases by that.
      let replica = max(0, Int(random.next() % 6) - 3)
      guard let lossesBefore = losses else {
        let before = store.lossCount
        let begun = try await replicas.engines[replica].control(
          "begin", ["session": .string(name), "named": true, "replace": true])
        ids = []
        if begun.status == 200 {
          losses = before
          _ = single.reset(session: name)
        } else {
          #expect([410, 503, 504].contains(begun.status))
          #expect(begun.status != 410 || store.lossCount > before)
        }
        continue
      }
      let id = ids.isEmpty ? "none" : ids[Int(random.next() % UInt64(ids.count))]
      let query =
        switch random.next() % 6 {
        case 0, 1: "mutation { createTask(title: \"t\(random.next() % 100)\") { id title assignee { name } } }"
        case 2: "mutation { updateTask(id: \"\(id)\", title: \"u\(random.next() % 100)\") { id title } }"
        case 3: "mutation { deleteTask(id: \"\(id)\") { id } }"
        case 4: "{ task(id: \"\(id)\") { id title } }"
        default: "{ tasks { id title } users { name tasks { id } } }"
        }
      let (status, json) = try await replicas.ask(replica, query, in: name)
      guard status == 200 else {
        #expect([410, 503, 504].contains(status), "seed \(seed): \(status) \(json.compactText)")
        #expect(status != 410 || store.lossCount > lossesBefore, "seed \(seed) lost a session that the store has")
        #expect(json["errors"]?.arrayValue?.first?["message"]?.stringValue?.isEmpty == false)
        if status != 503 { losses = nil }
        continue
      }
      let expected = try await single.sent(Board.request(query, session: name, path: "/shop")).json
      #expect(json == expected, "seed \(seed), \(query)")
      right += 1
      for task in json["data"]?["tasks"]?.arrayValue ?? [] { ids.append(task["id"]?.stringValue ?? "") }
    }
    return right
  }
}

/// SplitMix64, so that a seed gives the same run everywhere.
private struct SplitMix {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
