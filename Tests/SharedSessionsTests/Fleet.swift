import Engine
import OrderedJSON
import Requests
import SharedSessions
import Synchronization
import TestSupport

/// Replicas that can be killed. Each is replaced by a new one at once, as a restarted process would be.
final class Fleet: Sendable {
  let store: UnreliableStore
  private let folder: TestFolder
  private let recordings: Bool
  private let state = Mutex<(replicas: [Replica], count: Int)>(([], 0))

  private struct Replica: Sendable {
    /// No other replica has it, not even one that was killed.
    let number: Int
    let engine: Engine
  }

  /// Starts replicas that replay the recordings in a folder, or else generate answers for its schemas.
  init(_ count: Int, folder: TestFolder, store: UnreliableStore, recordings: Bool) throws {
    self.store = store
    self.folder = folder
    self.recordings = recordings
    for _ in 0..<count {
      let replica = try newReplica()
      state.withLock { $0.replicas.append(replica) }
    }
  }

  subscript(_ index: Int) -> Engine { state.withLock { $0.replicas[index].engine } }

  /// Kills a replica. The answers to its requests are lost.
  func kill(_ index: Int) throws {
    let new = try newReplica()
    let old = state.withLock { state in
      let old = state.replicas[index]
      state.replicas[index] = new
      return old
    }
    store.kill(old.number)
  }

  private func newReplica() throws -> Replica {
    let number = state.withLock { state in
      state.count += 1
      return state.count
    }
    let (engine, _) = try Replicas.replica(
      folder, store.connection(number), clock: store.clock, recordings: recordings)
    return Replica(number: number, engine: engine)
  }

  /// Sends a request to a replica. Returns nil if the replica was killed meanwhile.
  func ask(
    _ index: Int, _ query: String, _ variables: JSONObject = [:], in session: String?
  ) async throws -> (status: Int, json: JSON)? {
    let engine = self[index]
    let answer = try await engine.sent(Board.request(query, variables, session: session, path: "/shop"))
    return self[index] === engine ? answer : nil
  }

  /// Begins a session anew. Returns nil if the replica was killed meanwhile.
  func begin(_ session: String, at index: Int) async throws -> (status: Int, json: JSON)? {
    let engine = self[index]
    let answer = try await engine.control("begin", ["session": .string(session), "named": true, "replace": true])
    return self[index] === engine ? answer : nil
  }
}
