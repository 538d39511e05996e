import Engine
import OrderedJSON
import Requests
import SharedSessions
import TestSupport
import Testing

/// The numbers of operations of the store that the guide states (RunForATeam.md): each is a round trip to the server.
struct SharedRoundTripTests {
  private static let list = "{ tasks { id } }"
  private static let add = "mutation { createTask(title: \"new\") { id } }"
  private static let day = "query Day { day }"

  private let store = UnreliableStore(seed: 1, isSteady: true)

  /// Sends a request of the session "a", and returns the operations that it needed.
  private func calls(_ query: String, at engine: Engine) async throws -> [StoreCall] {
    _ = store.takeCalls()
    let answer = try await engine.sent(Board.request(query, session: "a", path: "/shop"))
    #expect(answer.status == 200, "\(answer.json.compactText)")
    return store.takeCalls()
  }

  /// Ends all leases.
  private func wait() { store.clock.move(byMilliseconds: 2_000) }

  @Test func aReadCostsOneAndAMutationTwo() async throws {
    let engines = try Replicas(2, store: store).engines
    try await engines[0].begin("a")
    wait()
    for replica in [1, 0, 1, 0] { #expect(try await calls(Self.list, at: engines[replica]) == [.read]) }
    for replica in [1, 0, 1, 0] {
      wait()
      #expect(try await calls(Self.add, at: engines[replica]) == [.read, .append])
    }
  }

  /// Each mutation gets a lease, so the next one at another replica needs it back.
  @Test func aMutationCostsMoreWhileAnotherReplicaHasTheLease() async throws {
    let engines = try Replicas(2, store: store).engines
    try await engines[0].begin("a")
    for replica in [1, 0, 1] {
      let needed = try await calls(Self.add, at: engines[replica])
      #expect(needed.starts(with: [.read, .append]) && needed.last == .append && needed.count { $0 == .give } == 1)
      #expect(needed.count >= 4, "\(needed)")
    }
  }

  @Test func aLeaseSavesTheRead() async throws {
    let engines = try Replicas(2, store: store).engines
    try await engines[0].begin("a")
    for _ in 0..<3 {
      #expect(try await calls(Self.list, at: engines[0]).isEmpty)
      #expect(try await calls(Self.add, at: engines[0]) == [.append])
    }
    // It answers without asking for three quarters of the 2 s.
    store.clock.move(byMilliseconds: 1_499)
    #expect(try await calls(Self.list, at: engines[0]).isEmpty)
    store.clock.move(byMilliseconds: 1)
    #expect(try await calls(Self.list, at: engines[0]) == [.read])
    #expect(try await calls(Self.list, at: engines[0]).isEmpty)
    // Meanwhile, others read, but change nothing.
    #expect(try await calls(Self.list, at: engines[1]) == [.read])
  }

  /// It counts how often each was answered.
  @Test(arguments: [true, false]) func aReadOfARecordedSessionCostsTwo(isOwn: Bool) async throws {
    let folder = try TestFolder()
    let steps = [1, 2, 3].map { ScriptedUpstream.Step.answer(chunks: [#"{"data":{"day":\#($0)}}"#]) }
    let recorder = try folder.recorder(ScriptedUpstream(steps), name: "shop")
    let name = isOwn ? "a" : "b"
    let token = try await recorder.begin(name)
    for _ in steps { _ = try await recorder.sent(Board.request(Self.day, session: name, path: "/shop")) }
    #expect(try await recorder.control("end", ["token": .string(token), "outcome": "passed"]).status == 200)
    await recorder.finish()
    let engines = try (0..<2).map {
      try Replicas.replica(folder, store.connection($0), clock: store.clock, recordings: true).0
    }
    try await engines[0].begin("a")
    // Also after the last recorded answer.
    for replica in [1, 0, 1, 0, 1, 0] {
      wait()
      #expect(try await calls(Self.day, at: engines[replica]) == [.read, .append])
    }
    // With a lease, it asks all the same.
    #expect(try await calls(Self.day, at: engines[0]) == [.append])
  }

  /// More answers than recorded change nothing, except for a sequence, which has a place.
  @Test func aReadOfARecordedSessionCostsTwoAsOftenAsRecorded() async throws {
    let folder = try TestFolder()
    let answer = ScriptedUpstream.Step.answer(chunks: [#"{"data":{"day":1}}"#])
    let recorder = try folder.recorder(ScriptedUpstream([answer]), name: "shop")
    let token = try await recorder.begin("a")
    _ = try await recorder.sent(Board.request(Self.day, session: "a", path: "/shop"))
    #expect(try await recorder.control("end", ["token": .string(token), "outcome": "passed"]).status == 200)
    await recorder.finish()
    let engine = try Replicas.replica(folder, store.connection(0), clock: store.clock, recordings: true).0
    try await engine.begin("a")
    for expected in [[.read, .append], [.read], [.read]] as [[StoreCall]] {
      wait()
      #expect(try await calls(Self.day, at: engine) == expected)
    }
  }
}
