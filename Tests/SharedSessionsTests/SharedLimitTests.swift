import Engine
import OrderedJSON
import Requests
import TestSupport
import Testing

@testable import SharedSessions

/// The limits of shared sessions in the guide (RunForATeam.md).
struct SharedLimitTests {
  private static let add = "mutation Add($title: String!) { createTask(title: $title) { title } }"
  private static let list = "query List($title: String) { tasks { id title } __typename }"

  private static func request(_ query: String, bytes: Int) -> ClientRequest {
    let rest = Board.request(query, ["title": ""], session: "a", path: "/shop").body.count
    return Board.request(
      query, ["title": .string(String(repeating: "x", count: bytes - rest))], session: "a", path: "/shop")
  }

  @Test(arguments: [true, false]) func aChangingRequestMayHaveFourMiB(isAlone: Bool) async throws {
    let replicas = try Replicas(1, store: MemorySessionStore(isAlone: isAlone))
    let engine = replicas.engines[0]
    try await engine.begin("a")
    // On a busy machine, a lease may end before so large an answer is there: then 503.
    let status = try await engine.sent(Self.request(Self.add, bytes: 4 << 20)).status
    #expect(status == 200 || (!isAlone && status == 503))
    let before = try await replicas.ask(0, "{ tasks { id } }", in: "a").json
    let refused = try await engine.sent(Self.request(Self.add, bytes: (4 << 20) + 1))
    #expect(refused.status == 413)
    let message = refused.json["errors"]?.arrayValue?.first?["message"]?.stringValue ?? ""
    #expect(message.contains("4194305 bytes") && message.contains("may have 4194304"), "\(message)")
    // It had no effect.
    #expect(try await replicas.ask(0, "{ tasks { id } }", in: "a").json == before)
    #expect(try await engine.sent(Self.request(Self.list, bytes: (4 << 20) + 1)).status == 200)
  }

  @Test func aSessionWithAFullLogIsReadAndResetOnly() async throws {
    let replicas = try Replicas(2, store: UnreliableStore(seed: 1, entryLimit: 3))
    try await replicas.engines[0].begin("a")
    let add = "mutation { createTask(title: \"new\") { id title } }"
    let (start, list) = (try await replicas.ask(0, "{ tasks { id } }", in: "a").json, "{ tasks { id } }")
    for replica in 0...1 { #expect(try await replicas.ask(replica, add, in: "a").status == 200) }
    let before = try await replicas.ask(0, list, in: "a").json
    for replica in 0...1 {
      let (status, json) = try await replicas.ask(replica, add, in: "a")
      #expect(status == 503)
      let message = json["errors"]?.arrayValue?.first?["message"]?.stringValue
      #expect(message?.hasSuffix("The log of session \"a\" has 3 entries, which is the limit. Reset it.") == true)
      #expect(try await replicas.ask(replica, list, in: "a").json == before)
    }
    #expect(try await replicas.engines[1].control("sessions/a/reset").status == 200)
    #expect(try await replicas.ask(0, list, in: "a").json == start)
    #expect(try await replicas.ask(0, add, in: "a").status == 200)
  }

  @Test func noFurtherSessionBeginsPastAHundredThousand() async throws {
    let store = MemorySessionStore(isAlone: true)
    let engine = try Replicas(1, store: store).engines[0]
    try await engine.begin("a")
    for number in 1..<100_000 {
      let entry = StoredEntry(token: "\(number)", bytes: [])
      guard case .begun = try await store.begin("other \(number)", with: entry, replaces: false) else {
        Issue.record("session \(number) did not begin")
        return
      }
    }
    let other: JSONObject = ["session": "b", "named": true]
    let refused = try await engine.control("begin", other, header: "b")
    #expect(refused.status == 503)
    let message = refused.json["errors"]?.arrayValue?.first?["message"]?.stringValue ?? ""
    #expect(message.hasSuffix("There are 100000 sessions, which is the limit. End sessions that are finished."))
    // Those that have begun go on, begin again, and end.
    #expect(try await engine.sent(Board.request("{ tasks { id } }", session: "a", path: "/shop")).status == 200)
    let again = try await engine.control("begin", ["session": "a", "named": true, "replace": true], header: "a")
    #expect(again.status == 200)
    let token = again.json["token"]?.stringValue ?? ""
    #expect(try await engine.control("begin", other, header: "b").status == 503)
    let ended = try await engine.control("end", ["token": .string(token), "outcome": "passed"])
    #expect(ended.status == 200)
    #expect(try await engine.control("begin", other, header: "b").status == 200)
  }
}
