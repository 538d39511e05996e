import EndpointConfiguration
import Engine
import Foundation
import OrderedJSON
import Requests
import Synchronization
import TestSupport
import Testing
import Transports

@testable import SharedSessions

/// Sessions that several replicas serve.
struct SharedSessionTests {
  private static let add = "mutation { createTask(title: \"new\") { id title } }"
  private static let list = "{ tasks { id title } }"

  private static var subscription: ClientRequest {
    var request = Board.request("subscription { taskUpdated { title } }", session: "a", path: "/shop")
    request.headers.append("Accept", "text/event-stream")
    return request
  }

  @Test func aMutationAtOneReplicaIsSeenAtTheOthers() async throws {
    let replicas = try Replicas(3, store: MemorySessionStore(isAlone: false))
    try await replicas.engines[0].begin("a")
    let before = try await replicas.ask(1, Self.list, in: "a").json["data"]?["tasks"]?.arrayValue?.count ?? 0
    #expect(try await replicas.ask(2, Self.add, in: "a").status == 200)
    let after = try await replicas.ask(1, Self.list, in: "a").json["data"]?["tasks"]?.arrayValue ?? []
    #expect(after.count == before + 1)
    #expect(after.contains { $0["title"]?.stringValue == "new" })
  }

  @Test func anUnknownSessionIsGoneAtEachReplica() async throws {
    let replicas = try Replicas(2, store: MemorySessionStore(isAlone: false))
    for replica in 0...1 {
      let (status, json) = try await replicas.ask(replica, Self.list, in: "a")
      #expect(status == 410)
      #expect(json["errors"]?.arrayValue?.first?["message"]?.stringValue?.contains("/__understudy/begin") == true)
    }
    try await replicas.engines[0].begin("a")
    #expect(try await replicas.ask(1, Self.list, in: "a").status == 200)
  }

  @Test func aStoreThatFailsIsReportedOnceAndInMetrics() async throws {
    let store = UnreliableStore(seed: 1)
    let lines = Mutex<[String]>([])
    let folder = try TestFolder()
    try folder.write(Replicas.schema, to: "schemas/shop.graphqls")
    let (engine, _) = try Replicas.replica(folder, store.connection(0), clock: store.clock) { event in
      switch event {
      case .warning(let text), .notice(let text): lines.withLock { $0.append(text) }
      default: break
      }
    }
    for (failures, up, count) in [(0, 1, 0), (100, 0, 2), (0, 1, 2)] as [(UInt64, Int, Int)] {
      store.fail(failures)
      for name in ["a", "b"] { try await engine.begin("\(name)\(count)\(up)") }
      let request = ClientRequest(
        method: "GET", target: "/__understudy/metrics", headers: ["Host": "localhost"], body: [])
      let metrics = try await engine.respond(to: request).get().text
      #expect(metrics.contains("\nunderstudy_session_store_up \(up)\n"))
      #expect(metrics.contains("\nunderstudy_session_store_failures_total \(count)\n"))
    }
    #expect(
      lines.withLock { $0 } == [
        "The session store failed. Requests of sessions get 503 or 504 until it works again; others continue. The store failed before it.",
        "The session store works again.",
      ])
  }

  @Test func theAdviceOfAGoneSessionHelps() async throws {
    let replicas = try Replicas(2, store: MemorySessionStore(isAlone: true))
    #expect(try await replicas.engines[1].control("sessions/a/reset").status == 200)
    #expect(try await replicas.ask(1, Self.add, in: "a").status == 200)
  }

  @Test func aReplicaThatKnowsOnlyItsOwnSessionsRefusesOthers() async throws {
    let first = try Replicas(1, store: MemorySessionStore(isAlone: true))
    let second = try Replicas(1, store: MemorySessionStore(isAlone: true))
    try await first.engines[0].begin("a")
    _ = try await first.ask(0, Self.add, in: "a")
    #expect(try await second.ask(0, Self.list, in: "a").status == 410)
  }

  @Test func anEndedSessionIsGoneAtTheOthers() async throws {
    let replicas = try Replicas(2, store: MemorySessionStore(isAlone: false))
    let token = try await replicas.engines[0].begin("a")
    #expect(try await replicas.ask(1, Self.add, in: "a").status == 200)
    let ended = try await replicas.engines[1].control("end", ["token": .string(token), "outcome": "passed"])
    #expect(ended.status == 200)
    #expect(try await replicas.ask(0, Self.list, in: "a").status == 410)
    #expect(try await replicas.ask(1, Self.list, in: "a").status == 410)
  }

  @Test func aSessionThatStartsOverIsNewAtTheOthers() async throws {
    let replicas = try Replicas(2, store: MemorySessionStore(isAlone: false))
    try await replicas.engines[0].begin("a")
    let start = try await replicas.ask(0, Self.list, in: "a").json
    _ = try await replicas.ask(1, Self.add, in: "a")
    #expect(try await replicas.ask(0, Self.list, in: "a").json != start)
    #expect(try await replicas.engines[1].control("sessions/a/reset").status == 200)
    #expect(try await replicas.ask(0, Self.list, in: "a").json == start)
  }

  @Test func anOpenSessionDoesNotBeginAgain() async throws {
    let replicas = try Replicas(2, store: MemorySessionStore(isAlone: false))
    try await replicas.engines[0].begin("a")
    let again = try await replicas.engines[1].control("begin", ["session": "a", "named": true])
    #expect(again.status == 409)
    let replaced = try await replicas.engines[1].control("begin", ["session": "a", "named": true, "replace": true])
    #expect(replaced.status == 200)
  }

  @Test func theSettingsOfASessionsDataReachTheOthers() async throws {
    let replicas = try Replicas(2, store: MemorySessionStore(isAlone: false))
    let begun = try await replicas.engines[0].control(
      "begin", ["session": "a", "named": true, "data": ["population": "Task=3"]])
    #expect(begun.status == 200)
    for replica in 0...1 {
      let tasks = try await replicas.ask(replica, Self.list, in: "a").json["data"]?["tasks"]?.arrayValue
      #expect(tasks?.count == 3)
    }
  }

  @Test(arguments: [true, false]) func aResetKeepsTheSettingsOfASessionsData(isAlone: Bool) async throws {
    let replicas = try Replicas(2, store: MemorySessionStore(isAlone: isAlone))
    let data: JSONObject = ["session": "a", "named": true, "data": ["population": "Task=3"]]
    #expect(try await replicas.engines[0].control("begin", data, header: "a").status == 200)
    let other = isAlone ? 0 : 1
    #expect(try await replicas.ask(other, Self.add, in: "a").status == 200)
    #expect(try await replicas.engines[other].control("sessions/a/reset").status == 200)
    #expect(try await replicas.ask(0, Self.list, in: "a").json["data"]?["tasks"]?.arrayValue?.count == 3)
    // A new beginning without settings has none, nor has its reset by a replica that knew the old one.
    let again: JSONObject = ["session": "a", "named": true, "replace": true]
    #expect(try await replicas.engines[other].control("begin", again, header: "a").status == 200)
    #expect(try await replicas.engines[0].control("sessions/a/reset").status == 200)
    #expect(try await replicas.ask(0, Self.list, in: "a").json["data"]?["tasks"]?.arrayValue?.count != 3)
  }

  /// Dropping the settings would be silent: the default data would answer.
  @Test func aSessionWithSettingsBeginsOnlyIfThereIsRoom() async throws {
    let replicas = try Replicas(1, store: MemorySessionStore(isAlone: true))
    let endpoint = try #require(replicas.engines[0].endpoint("shop"))
    let data: JSONObject = ["session": "a", "named": true, "data": ["population": "Task=3"]]
    #expect(try await replicas.engines[0].control("begin", data, header: "a").status == 200)
    var settings = FakeConfiguration()
    settings.viewer = "ann@example.com"
    var number = 0
    while endpoint.hasRoomForData, number < 1_000_000 {
      endpoint.begin(session: "other \(number)", in: [], data: settings)
      number += 1
    }
    #expect((100_000..<1_000_000).contains(number))
    var another = data
    another["session"] = "b"
    let refused = try await replicas.engines[0].control("begin", another, header: "b")
    #expect(refused.status == 400)
    #expect(refused.json["errors"]?.arrayValue?.first?["message"]?.stringValue?.contains("End sessions") == true)
    #expect(try await replicas.ask(0, Self.list, in: "a").json["data"]?["tasks"]?.arrayValue?.count == 3)
  }

  /// Each replica numbers unknown credentials in the order of first use, so all need the same order.
  @Test func theUsersOfASessionAreTheSameAtEachReplica() async throws {
    let store = MemorySessionStore(isAlone: false)
    let folder = try TestFolder()
    func request(_ query: String, _ user: String) -> ClientRequest {
      var request = Board.request(query, session: "a", path: "/shop")
      request.headers.append("Authorization", "Bearer \(user)")
      return request
    }
    let me = "query Me { me { name age } }"
    let recorder = try folder.recorder(
      ScriptedUpstream(
        ["Ann", "Bob"].map { .answer(chunks: ["{\"data\":{\"me\":{\"name\":\"\($0)\",\"age\":7}}}"]) }),
      name: "shop")
    let token = try await recorder.begin("a")
    for user in ["ann", "bob"] { #expect(try await recorder.sent(request(me, user)).status == 200) }
    #expect(try await recorder.control("end", ["token": .string(token), "outcome": "passed"]).status == 200)
    await recorder.finish()
    var engines: [Engine] = []
    for _ in 0..<2 { engines.append(try Replicas.replica(folder, store, recordings: true).0) }
    try await engines[0].begin("a")
    // It is derived, so it counts nothing but its user.
    let first = try await engines[0].sent(request("query Name { me { name } }", "ann"))
    #expect(first.json["data"]?["me"]?["name"] == "Ann")
    #expect(try await engines[1].sent(request(me, "bob")).json["data"]?["me"]?["name"] == "Bob")
    #expect(try await engines[0].sent(request(me, "ann")).json["data"]?["me"]?["name"] == "Ann")
  }

  /// A fault must not hide the start from the other replicas.
  @Test func theStartOfARequestWithAFaultReachesTheOthers() async throws {
    let folder = try TestFolder()
    let recorder = try folder.recorder(
      ScriptedUpstream(["1", "2"].map { .answer(chunks: [#"{"data":{"day":\#($0)}}"#]) }), name: "shop"
    ) { $0 = .recordingStates }
    let day = "query Day { day }"
    #expect(try await recorder.sent(Board.request(day, path: "/shop")).status == 200)
    #expect(try await recorder.sent(Board.request(day, session: "b", start: "monday", path: "/shop")).status == 200)
    await recorder.finish()
    let store = MemorySessionStore(isAlone: false)
    let engines = try (0..<2).map { _ in try Replicas.replica(folder, store, recordings: true).0 }
    try await engines[0].begin("a")
    var request = Board.request(day, session: "a", start: "monday", path: "/shop")
    request.headers.append("Understudy-Fault", "latency=1ms")
    for engine in engines {
      #expect(try await engine.sent(request).json["data"]?["day"] == 2)
      request = Board.request(day, session: "a", path: "/shop")
    }
  }

  /// An override must not answer for a session whose replica died.
  @Test func faultsAndOverridesNeedASessionThatBegan() async throws {
    let yaml = "answers: [{ operation: Tasks, data: { tasks: [] } }]\n"
    let replicas = try Replicas(1, store: MemorySessionStore(isAlone: true), yaml: yaml)
    let overridden = "query Tasks { tasks { id } }"
    #expect(try await replicas.ask(0, overridden, in: "a").status == 410)
    var request = Board.request("{ users { id } }", session: "a", path: "/shop")
    request.headers.append("Understudy-Fault", "status=503")
    #expect(try await replicas.engines[0].sent(request).status == 410)
    try await replicas.engines[0].begin("a")
    #expect(try await replicas.ask(0, overridden, in: "a").json["data"]?["tasks"] == [])
    #expect(try await replicas.engines[0].sent(request).status == 503)
  }

  @Test func theMissesOfASessionAreThoseOfAllReplicas() async throws {
    let store = MemorySessionStore(isAlone: false)
    let folder = try TestFolder()
    let recorder = try folder.recorder(ScriptedUpstream([.answer(chunks: [#"{"data":{"a":1}}"#])]), name: "shop")
    #expect(try await recorder.sent(Board.request("{ a }", path: "/shop")).status == 200)
    await recorder.finish()
    let engines = try (0..<2).map { _ in try Replicas.replica(folder, store, recordings: true).0 }
    try await engines[0].begin("a")
    _ = try await engines[0].sent(Board.request("{ b }", session: "a", path: "/shop"))
    _ = try await engines[1].sent(Board.request("{ c }", path: "/shop"))
    for name in ["a", "default"] {
      let listed = try await engines[1].sent(
        ClientRequest(
          method: "GET", target: "/__understudy/misses?session=\(name)", headers: ["Host": "localhost"], body: []))
      #expect(listed.json["misses"]?.arrayValue?.count == 1)
    }
  }

  @Test func aReplicaWithOtherSettingsCannotReadTheLog() throws {
    let entry = SessionEntry.begin(data: nil)
    let seal = EntrySeal(password: "p", prefix: "x:", settings: "1")
    let sealed = try seal.sealed(entry, of: "a")
    #expect(seal.opened(sealed, of: "a") == entry)
    #expect(EntrySeal(password: "p", prefix: "x:", settings: "2").opened(sealed, of: "a") == nil)
  }

  @Test func aMutationWithoutASessionIsRefused() async throws {
    let replicas = try Replicas(1, store: MemorySessionStore(isAlone: false))
    #expect(try await replicas.ask(0, Self.add, in: nil).status == 409)
    #expect(try await replicas.ask(0, Self.list, in: nil).status == 200)
  }

  @Test func aReplicaWithAnotherSchemaSaysSo() async throws {
    let store = MemorySessionStore(isAlone: false)
    let first = try Replicas(1, store: store)
    let second = try Replicas(
      1, store: store,
      schema: Replicas.schema.replacing("createTask(title: String!): Task!", with: "createTask(title: String!): User!"))
    try await first.engines[0].begin("a")
    let stream = await second.engines[0].respond(to: Self.subscription).get()
    #expect(try await first.ask(0, Self.add, in: "a").status == 200)
    let (status, json) = try await second.ask(0, Self.list, in: "a")
    #expect(status == 503)
    #expect(json["errors"]?.arrayValue?.first?["message"]?.stringValue?.contains("same version") == true)
    #expect(try await stream.text.contains("does not know the state of its session. This replica answers request 1"))
  }

  /// The subscriber gets the error alone.
  @Test func aStreamGetsNoEventOfAWrongAnswer() async throws {
    let store = MemorySessionStore(isAlone: false)
    let first = try Replicas(1, store: store)
    let second = try Replicas(1, store: store, schema: Replicas.schema.replacing("name: String!", with: "name: Int!"))
    try await first.engines[0].begin("a")
    let stream = await second.engines[0].respond(to: Self.subscription).get()
    let task = try await first.ask(0, Self.list, in: "a").json["data"]?["tasks"]?.arrayValue?.first
    let id = try #require(task?["id"]?.stringValue)
    let update = "mutation { updateTask(id: \"\(id)\", title: \"Zebra\") { assignee { name } } }"
    #expect(try await first.ask(0, update, in: "a").status == 200)
    #expect(try await second.ask(0, Self.list, in: "a").status == 503)
    let text = try await stream.text
    #expect(text.contains("does not know the state of its session") && !text.contains("Zebra"), "\(text)")
  }

  /// It would repeat the log for each request. After some seconds it tries again, since its files may be corrected.
  @Test func aReplicaThatDisagreesDoesNotRepeatTheLogForEachRequest() async throws {
    let store = UnreliableStore(seed: 1, isSteady: true)
    let first = try Replicas(1, store: store)
    let other = try TestFolder()
    try other.write(
      Replicas.schema.replacing("createTask(title: String!): Task!", with: "createTask(title: String!): User!"),
      to: "schemas/shop.graphqls")
    let second = try Replicas.replica(other, store.connection(7), clock: store.clock).0
    func ask() async throws -> (status: Int, text: String, read: [Int]) {
      _ = store.takeRead()
      let (status, json) = try await second.sent(Board.request(Self.list, session: "a", path: "/shop"))
      return (status, json.compactText, store.takeRead())
    }
    try await first.engines[0].begin("a")
    for _ in 0..<3 { #expect(try await first.ask(0, Self.add, in: "a").status == 200) }
    store.clock.move(byMilliseconds: 2_000)
    let refused = try await ask()
    #expect(refused.status == 503 && refused.read == [4])
    let again = try await ask()
    #expect(again.status == 503 && again.text == refused.text && again.read == [3])
    store.clock.move(byMilliseconds: 6_000)
    #expect(try await ask().read == [4])
    // A reset, which its message advises, is not refused.
    #expect(try await second.control("sessions/a/reset").status == 200)
    #expect(try await first.ask(0, Self.add, in: "a").status == 200)
    store.clock.move(byMilliseconds: 2_000)
    #expect(try await ask().status == 503)
    // Another log is no reason to refuse.
    let begin: JSONObject = ["session": "a", "named": true, "replace": true]
    #expect(try await first.engines[0].control("begin", begin).status == 200)
    #expect(try await ask().status == 200)
  }

  /// Another replica has read meanwhile, so the change gets no new lease. The old one is given back when it is wanted.
  @Test(.timeLimit(.minutes(1))) func aLeaseThatIsNotRenewedIsGivenBack() async throws {
    let store = UnreliableStore(seed: 1, isSteady: true)
    let replicas = try Replicas(2, store: store)
    try await replicas.engines[0].begin("a")
    _ = try await replicas.ask(0, Self.list, in: "a")
    _ = try await replicas.ask(1, Self.list, in: "a")
    #expect(try await replicas.ask(0, Self.add, in: "a").status == 200)
    _ = store.takeCalls()
    #expect(try await replicas.ask(1, Self.add, in: "a").status == 200)
    #expect(store.takeCalls().contains(.give))
    let listed = try await replicas.ask(0, Self.list, in: "a").json
    #expect(try await replicas.ask(1, Self.list, in: "a").json == listed)
  }

  /// Names that nobody began, of which a load test may send any number.
  @Test(arguments: [true, false]) func unknownAndEndedSessionsTakeNoMemory(isAlone: Bool) async throws {
    let replicas = try Replicas(1, store: MemorySessionStore(isAlone: isAlone))
    for number in 0..<50 {
      #expect(try await replicas.ask(0, Self.list, in: "unknown\(number)").status == 410)
      let token = try await replicas.engines[0].begin("known\(number)")
      #expect(try await replicas.ask(0, Self.add, in: "known\(number)").status == 200)
      let end: JSONObject = ["token": .string(token), "outcome": "passed"]
      #expect(try await replicas.engines[0].control("end", end, header: "known\(number)").status == 200)
    }
    // Notices of the last changes may still be in progress.
    func names() -> [String] { replicas.shared[0].sessions.withLock { $0.keys.sorted() } }
    for _ in 0..<500 where !names().isEmpty { try await Task.sleep(for: .milliseconds(10)) }
    #expect(names() == [])
  }

  @Test func aReplicaContinuesASessionThatItHasDropped() async throws {
    let replicas = try Replicas(2, store: MemorySessionStore(isAlone: false))
    try await replicas.engines[0].begin("a")
    _ = try await replicas.ask(0, Self.add, in: "a")
    let before = try await replicas.ask(0, Self.list, in: "a").json
    await replicas.shared[0].dropAll()
    #expect(try await replicas.ask(0, Self.list, in: "a").json == before)
  }

  @Test func changesThatOneReplicaWouldKnowAreRefused() async throws {
    let replicas = try Replicas(1, store: MemorySessionStore(isAlone: false))
    #expect(try await replicas.engines[0].control("faults", ["status": 500]).status == 409)
    #expect(try await replicas.engines[0].control("listeners").status == 409)
  }

  @Test func eventsReachTheStreamsOfOtherReplicasInOrder() async throws {
    let replicas = try Replicas(2, store: MemorySessionStore(isAlone: false))
    try await replicas.engines[0].begin("a")
    guard case .stream(let chunks) = await replicas.engines[1].respond(to: Self.subscription).get().body else {
      Issue.record("the subscription was not answered with a stream")
      return
    }
    let task = try await replicas.ask(0, Self.list, in: "a").json["data"]?["tasks"]?.arrayValue?.first
    let id = task?["id"]?.stringValue ?? ""
    let titles = (1...5).map { "title \($0)" }
    for title in titles {
      let sent = try await replicas.ask(
        0, "mutation { updateTask(id: \"\(id)\", title: \"\(title)\") { id } }", in: "a")
      #expect(sent.status == 200)
    }
    var text = ""
    for try await chunk in chunks {
      text += String(decoding: chunk, as: UTF8.self)
      if text.contains("title 5") { break }
    }
    let seen = titles.filter { text.contains("\"\($0)\"") }
    #expect(seen == titles)
    let places = titles.compactMap { text.range(of: $0)?.lowerBound }
    #expect(places == places.sorted())
  }

  /// While the answer was made, the lease ended, and another replica changed the session.
  @Test func anAnswerOfALeaseThatEndedIsNotSent() async throws {
    let store = UnreliableStore(seed: 1)
    let replicas = try Replicas(2, store: store)
    let engine = replicas.engines[0]
    let endpoint = try #require(engine.endpoint("shop"))
    try await engine.begin("a")
    // The second one is answered with the lease.
    for _ in 0..<2 { _ = try await replicas.ask(0, Self.list, in: "a") }
    let request = Board.request(Self.list, session: "a", path: "/shop")
    let isFirst = Mutex(true)
    let response = replicas.shared[0].answer(request, at: "shop", path: "", session: "a") {
      .later {
        let answer = await engine.repeated(request, at: endpoint, path: "", session: "a")
        if isFirst.withLock({ isFirst in
          defer { isFirst = false }
          return isFirst
        }) {
          store.clock.move(byMilliseconds: 3_000)
          _ = try? await replicas.ask(1, Self.add, in: "a")
        }
        return answer
      }
    }
    #expect(try await response.get().text.contains("\"new\""))
  }

  /// A client cannot tell the end of the API's events from that of its session otherwise.
  @Test(arguments: [true, false]) func theStreamsOfALostSessionEndWithAnError(isEmptied: Bool) async throws {
    let store = UnreliableStore(seed: 1)
    let replicas = try Replicas(2, store: store)
    try await replicas.engines[0].begin("a")
    let answer = await replicas.engines[0].respond(to: Self.subscription).get()
    if isEmptied { store.empty() } else { store.failAppends() }
    #expect(try await replicas.ask(0, Self.add, in: "a").status == (isEmptied ? 410 : 504))
    let text = try await answer.text
    let reason = isEmptied ? "There is no session" : "The session store failed meanwhile."
    #expect(text.contains("does not know the state of its session. \(reason)"), "\(text)")
  }
}
