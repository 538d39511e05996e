import EndpointConfiguration
import OrderedJSON
import Recordings
import Requests
import Synchronization
import TestSupport
import Testing

@testable import Engine
@testable import Transports

/// Subscriptions and results in parts, made up from a schema.
@Suite("Faked streams")
struct FakeStreamTests {
  let folder: TestFolder
  let timer = VirtualTimer()

  static let schema = """
    type Query { launches: [Launch!]! launch(id: ID!): Launch me: User }
    type Launch { id: ID! site: String! isBooked: Boolean! rocket: Rocket! }
    type Rocket { id: ID! name: String! type: String! }
    type User { id: ID! trips: [Launch]! }
    type Mutation { bookTrips(launchIds: [ID]!): Response! cancelTrip(launchId: ID!): Response! }
    type Response { success: Boolean! launches: [Launch] }
    type Subscription { tripsBooked: Int launchUpdated: Launch }
    """

  init() throws {
    folder = try TestFolder()
    try folder.write(Self.schema, to: "rockets.graphqls")
  }

  private func player(_ change: (inout EngineConfiguration) -> Void = { _ in }) throws -> Engine {
    var configuration = EngineConfiguration(mode: .fake)
    change(&configuration)
    let endpoints = try Endpoints.forFaking(
      name: nil, schemas: folder.path, recordings: folder.path + "/none", seed: 1, overrides: FakeConfiguration(),
      learns: false)
    return Engine(
      serving: configuration, endpoints: endpoints, upstream: nil, clock: SteppingStopwatch(), timer: timer,
      events: { _ in })
  }

  private func request(
    _ query: String, _ variables: JSONObject = [:], accept: String = "text/event-stream", session: String? = nil
  ) -> ClientRequest {
    var request = Board.request(query, variables, session: session, path: "/rockets")
    request.headers.append("Accept", accept)
    return request
  }

  private func subscribe(
    _ engine: Engine, _ query: String = "subscription { tripsBooked }", accept: String = "text/event-stream",
    session: String? = nil
  ) async throws -> StreamReader {
    try StreamReader(await engine.respond(to: request(query, accept: accept, session: session)).get())
  }

  private func ask(_ engine: Engine, _ query: String, session: String? = nil) async {
    let answer = await engine.respond(to: request(query, accept: "application/json", session: session)).get()
    #expect(answer.status == 200 && answer.headers[first: "Understudy-Source"] == "fake")
  }

  private static let book = "mutation { bookTrips(launchIds: [\"801\", \"802\"]) { success } }"
  private static let cancel = "mutation { cancelTrip(launchId: \"801\") { success } }"

  @Test("Events come when the session's mutations concern the subscription, and those of others do not")
  func mutations() async throws {
    let engine = try player()
    let reader = try await subscribe(engine)
    #expect(reader.answer.headers[first: "content-type"] == "text/event-stream; charset=utf-8")
    #expect(!reader.answer.headWaits)
    await ask(engine, Self.book, session: "other")
    await ask(engine, Self.book)
    #expect(try await reader.next() == "event: next\ndata: {\"data\":{\"tripsBooked\":2}}\n\n")
    await ask(engine, Self.cancel)
    #expect(try await reader.next() == "event: next\ndata: {\"data\":{\"tripsBooked\":-1}}\n\n")
    engine.endStreams()
    #expect(try await reader.rest() == "event: complete\ndata:\n\n")
  }

  @Test("The events of a batch's mutations come after the batch's answer was handed out, in their order")
  func batch() async throws {
    let engine = try player()
    let endpoint = engine.endpoints[0]
    let response = await FakeMode(context: engine.context).respond(
      to: request("subscription { tripsBooked }"), at: endpoint, session: "default"
    ).answer
    guard case .events(let stream) = response.body else {
      Issue.record("no stream")
      return
    }
    var batch = request("", accept: "application/json")
    batch.body = JSON.array([["query": .string(Self.book)], ["query": .string(Self.cancel)]]).serialize()
    var answer: Answer? = await engine.respond(to: batch).get()
    #expect(answer?.status == 200)
    #expect(stream.feed.take(10).isEmpty)
    answer = nil
    // The task that made the answer may hold it for another moment.
    var events: [StreamEvent] = []
    for _ in 0..<1_000 where events.count < 2 {
      events += stream.feed.take(10)
      if events.count < 2 { try await Task.sleep(for: .milliseconds(2)) }
    }
    #expect(events == [2, -1].map { .next(["data": ["tripsBooked": .int($0)]]) })
  }

  @Test("Everybody in the session is told, in whatever spelling")
  func spellings() async throws {
    let engine = try player()
    let events = try await subscribe(engine)
    let parts = try await subscribe(
      engine, accept: "multipart/mixed;boundary=\"graphql\";subscriptionSpec=1.0,application/json")
    #expect(parts.answer.headers[first: "content-type"] == "multipart/mixed;boundary=graphql;subscriptionSpec=1.0")
    await ask(engine, Self.book)
    #expect(try await events.next()?.contains(#"{"data":{"tripsBooked":2}}"#) == true)
    #expect(
      try await parts.next()
        == "\r\n--graphql\r\ncontent-type: application/json\r\n\r\n{\"payload\":{\"data\":{\"tripsBooked\":2}}}\r\n--graphql"
    )
    #expect(engine.reset(session: "default"))
    #expect(try await parts.rest() == "--")
    #expect(try await events.rest() == "event: complete\ndata:\n\n")
  }

  @Test("A tick comes each so often, the same for the same number")
  func ticks() async throws {
    var seen: [[String]] = []
    for _ in 0..<2 {
      let engine = try player { $0.fakeTick = 500 }
      let reader = try await subscribe(engine, "subscription { launchUpdated { id site isBooked } }")
      timer.pass(milliseconds: 499)
      timer.pass(milliseconds: 1_001)
      seen.append(try await reader.next()?.eventPayloads ?? [])
      engine.endStreams()
      #expect(try await reader.rest().eventPayloads == ["event: complete\ndata:"])
    }
    #expect(seen[0].count == 3 && seen[0] == seen[1])
    #expect(Set(seen[0]).count > 1)
    #expect(timer.alarms == 0)
  }

  @Test("A client that goes is nobody's any more")
  func leaves() async throws {
    let engine = try player { $0.fakeTick = 500 }
    do {
      let reader = try await subscribe(engine)
      #expect(engine.endpoints[0].state.withLock { $0.sessions["default"]?.streams.count } == 1)
      _ = reader
    }
    #expect(engine.endpoints[0].state.withLock { $0.sessions["default"]?.streams.count } == 0)
    #expect(timer.alarms == 0)
  }

  static let urql =
    "application/graphql-response+json, application/graphql+json, application/json, text/event-stream, multipart/mixed"

  static let refusals: [(query: String, accept: String, status: Int, part: String)] = [
    ("subscription { nothing }", "text/event-stream", 200, "Cannot query field"),
    ("subscription { tripsBooked launchUpdated { id } }", "text/event-stream", 200, "must select only one"),
    ("subscription {", "text/event-stream", 200, "Syntax Error"),
    ("subscription { tripsBooked }", "application/json", 406, "UNDERSTUDY_NOT_ACCEPTABLE"),
    ("subscription { tripsBooked }", "*/*", 406, "text/event-stream"),
    (
      "subscription { nothing }", "multipart/mixed;subscriptionSpec=1.0,application/json", 200, "Cannot query field"
    ),
  ]

  @Test("What cannot be subscribed to is refused as a query is, in the words of the protocol", arguments: refusals)
  func refused(query: String, accept: String, status: Int, part: String) async throws {
    let answer = try await player().respond(to: request(query, accept: accept)).get()
    #expect(answer.status == status)
    let text = try await answer.text
    #expect(text.contains(part) && text.contains("\"errors\":["))
    if status == 200, accept == "text/event-stream" {
      #expect(text.hasPrefix("event: next\ndata: {") && text.hasSuffix("\n\nevent: complete\ndata:\n\n"))
    }
  }

  @Test("A client that takes events only gets a query's result as one")
  func singleResult() async throws {
    let answer = try await player().respond(to: request("{ __typename }")).get()
    #expect(answer.headers[first: "content-type"] == "text/event-stream; charset=utf-8")
    #expect(
      try await answer.text
        == "event: next\ndata: {\"data\":{\"__typename\":\"Query\"}}\n\nevent: complete\ndata:\n\n")
  }

  // MARK: Results in parts

  private static let deferred = """
    query { launch(id: "7") { id ... @defer(label: "later") { rocket { name } } } }
    """

  @Test("A fragment that is deferred comes later, each part by itself, in both spellings")
  func parts() async throws {
    let engine = try player()
    let plain = await engine.respond(to: request(Self.deferred, accept: "application/json")).get()
    let name = try JSON.parse(text: try await plain.text)["data"]?["launch"]?["rocket"]?["name"]?.stringValue ?? ""
    #expect(!name.isEmpty)
    let part = "\r\ncontent-type: application/json\r\n\r\n"

    let old = try await subscribe(
      engine, Self.deferred, accept: "multipart/mixed;deferSpec=20220824,application/json")
    #expect(old.answer.headers[first: "content-type"] == "multipart/mixed;boundary=graphql;deferSpec=20220824")
    #expect(old.answer.headWaits)
    #expect(
      try await old.next()
        == "\r\n--graphql\(part){\"data\":{\"launch\":{\"id\":\"7\"}},\"hasNext\":true}\r\n--graphql")
    #expect(
      try await old.rest()
        == "\(part){\"incremental\":[{\"data\":{\"rocket\":{\"name\":\"\(name)\"}},\"path\":[\"launch\"],\"label\":\"later\"}],\"hasNext\":false}\r\n--graphql--"
    )

    let draft = try await subscribe(engine, Self.deferred, accept: Self.urql)
    #expect(draft.answer.headers[first: "content-type"] == "multipart/mixed;boundary=\"-\"")
    let first = try await draft.next() ?? ""
    #expect(
      first.hasPrefix("\r\n---\(part){\"data\":{\"launch\":{\"id\":\"7\"}},\"pending\":[") && first.hasSuffix("\r\n---")
    )
    let rest = try await draft.rest()
    #expect(rest.contains(#""completed":[{"id":"0"}],"hasNext":false}"#) && rest.hasSuffix("\r\n-----"))
    #expect(rest.contains(name))

    let events = try await subscribe(engine, Self.deferred)
    #expect(try await events.rest().eventPayloads.count == 3)
  }

  @Test("What is not deferred after all is one plain answer", arguments: ["@defer(if: false)", "@include(if: true)"])
  func whole(directive: String) async throws {
    let query = "query { launch(id: \"7\") { id ... \(directive) { site } } }"
    let answer = try await player().respond(to: request(query, accept: Self.urql)).get()
    #expect(answer.headers[first: "content-type"]?.contains("json") == true)
    #expect(try JSON.parse(text: try await answer.text)["data"]?["launch"]?["site"] != nil)
  }

  @Test("A mutation whose payload is deferred is made when its first part is there")
  func mutation() async throws {
    let engine = try player()
    let subscription = try await subscribe(engine)
    let query = "mutation { bookTrips(launchIds: [\"801\"]) { success ... @defer { launches { id isBooked } } } }"
    let accept = "multipart/mixed;deferSpec=20220824,application/json"
    let parts = try await subscribe(engine, query, accept: accept).rest()
    #expect(parts.contains(#"{"success":true}"#) && parts.contains(#"{"id":"801","isBooked":true}"#))
    #expect(try await subscription.next()?.contains(#"{"tripsBooked":1}"#) == true)
  }
}
