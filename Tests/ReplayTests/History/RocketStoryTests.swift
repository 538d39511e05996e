import OrderedJSON
import Testing

@testable import Replay

/// Details, book, details, cancel, details: the story that state is for.
@Suite struct RocketStoryTests {
  static let details = "query LaunchDetails($launchId: ID!) { launch(id: $launchId) { __typename id isBooked } }"
  static let book = "mutation BookTrip($id: ID!) { bookTrips(launchIds: [$id]) { __typename success message } }"
  static let cancel = "mutation CancelTrip($id: ID!) { cancelTrip(launchId: $id) { __typename success message } }"
  static let list = "query LaunchList { launches { launches { __typename id site } } }"
  static let screen = "query Screen($id: ID!) { launch(id: $id) { __typename id } totalTripsBooked }"

  static let done: JSON = ["__typename": "TripUpdateResponse", "success": true, "message": "ok"]

  static func launch(_ id: JSON, _ isBooked: JSON) -> JSON {
    ["launch": ["__typename": "Launch", "id": id, "isBooked": isBooked]]
  }

  static func recorded() throws -> Script {
    var script = Script()
    try script.record(list, ["launches": ["launches": [["__typename": "Launch", "id": "25", "site": "SLC 40"]]]])
    try script.record(details, ["launchId": "25"], launch("25", false))
    try script.record(screen, ["id": "25"], ["launch": ["__typename": "Launch", "id": "25"], "totalTripsBooked": 0])
    try script.record(book, ["id": "25"], ["bookTrips": done])
    try script.record(details, ["launchId": "25"], launch("25", true))
    try script.record(cancel, ["id": "25"], ["cancelTrip": done])
    try script.record(details, ["launchId": "25"], launch("25", false))
    script.newRecordingSession()
    try script.record(book, ["id": "7"], ["bookTrips": done])
    try script.record(details, ["launchId": "7"], launch("7", true))
    script.replaySession()
    return script
  }

  @Test func `the same flow again gets exact answers`() throws {
    var script = try Self.recorded()
    let story: [(String, JSON)] = [
      (Self.details, Self.launch("25", false)), (Self.book, ["bookTrips": Self.done]),
      (Self.details, Self.launch("25", true)), (Self.cancel, ["cancelTrip": Self.done]),
      (Self.details, Self.launch("25", false)),
    ]
    for (ask, answer) in story {
      let choice = try script.ask(ask, ask == Self.details ? ["launchId": "25"] : ["id": "25"])
      #expect(choice.isExact)
      #expect(choice.data == [answer])
    }
  }

  @Test func `other launches' bookings in between do not matter, and are named`() throws {
    var script = try Self.recorded()
    #expect(try script.ask(Self.book, ["id": "7"]).isExact)
    let before = try script.ask(Self.details, ["launchId": "25"])
    #expect(before.data == [Self.launch("25", false)])
    #expect(before.inference?.state == "start")
    #expect(before.inference?.passed == ["bookTrips(launchIds:[\"7\"])"])
    #expect(before.inference?.unseen == ["bookTrips(launchIds:[\"7\"])"])
    let booked = try script.ask(Self.book, ["id": "25"])
    #expect(booked.data == [["bookTrips": Self.done]])
    let after = try script.ask(Self.details, ["launchId": "25"])
    #expect(after.data == [Self.launch("25", true)])
    #expect(after.inference?.counted == ["bookTrips(launchIds:[\"25\"])"])
    try script.ask(Self.cancel, ["id": "25"])
    #expect(try script.ask(Self.details, ["launchId": "25"]).data == [Self.launch("25", false)])
    #expect(try script.ask(Self.details, ["launchId": "7"]).data == [Self.launch("7", true)])
  }

  @Test func `strictly, an inferred answer is a miss that says so`() throws {
    var script = try Self.recorded()
    script.isStrict = true
    try script.ask(Self.book, ["id": "7"])
    #expect(try script.ask(Self.details, ["launchId": "25"]).miss?.reason == .onlyInferred)
  }

  @Test func `a list that holds the booked launch is missed, with the mutation and the advice`() throws {
    var script = try Self.recorded()
    #expect(try script.ask(Self.list).isExact)
    try script.ask(Self.book, ["id": "25"])
    let miss = try #require(try script.ask(Self.list).miss)
    #expect(miss.reason == .notRecordedInState)
    #expect(miss.recorded == [StateMiss.RecordedState(name: "start", history: [])])
    #expect(miss.state == script.history.state.name)
    #expect(miss.history == ["bookTrips(launchIds:[\"25\"])"])
    let between = try #require(miss.between)
    #expect(between.mutation == "bookTrips(launchIds:[\"25\"])")
    #expect(between.isSessions)
    #expect(!between.sawChange)
    #expect(between.reasons.map(\.description) == ["both refer to id \"25\""])
    #expect(between.advice == "operations: { LaunchList: { independentOf: [BookTrip] } }")
  }

  @Test(arguments: ["BookTrip", "bookTrips"])
  func `independentOf lets it pass, by the name of the operation or of its field`(name: String) throws {
    var script = try Self.recorded()
    script.independentOf = [name]
    try script.ask(Self.book, ["id": "25"])
    #expect(try script.ask(Self.list).inference?.state == "start")
    #expect(try script.ask(Self.details, ["launchId": "25"]).isExact)
  }

  @Test func `a total beside an object depends on every mutation`() throws {
    var script = try Self.recorded()
    #expect(try script.ask(Self.screen, ["id": "25"]).isExact)
    try script.ask(Self.book, ["id": "7"])
    let miss = try #require(try script.ask(Self.screen, ["id": "25"]).miss)
    #expect(miss.between?.reasons == [.namesNoObject])
  }

  @Test func `a mutation that was missed touches everything, and nothing after it is exact`() throws {
    var script = try Self.recorded()
    #expect(try script.ask(Self.book, ["id": "8"]) == nil)
    #expect(!script.history.isExact)
    let miss = try #require(try script.ask(Self.details, ["launchId": "25"]).miss)
    #expect(miss.between?.reasons == [.unanswered])
  }

  @Test func `a mutation out of its place is missed and says what was sent before`() throws {
    var script = try Self.recorded()
    let miss = try #require(try script.ask(Self.cancel, ["id": "25"]).miss)
    #expect(miss.between?.mutation == "bookTrips(launchIds:[\"25\"])")
    #expect(miss.between?.isSessions == false)
  }

  @Test func `why is told of every recorded mutation`() throws {
    var script = try Self.recorded()
    let why = try #require(try script.explain(Self.details, ["launchId": "25"]))
    let counted = why.mutations.filter(\.counts).map(\.mutation)
    #expect(counted == ["bookTrips(launchIds:[\"25\"])", "cancelTrip(launchId:\"25\")"])
    let lines = why.description.split(separator: "\n")
    #expect(lines.count == 3)
    let start = "bookTrips(launchIds:[\"25\"]) affects it: the answers recorded in start and "
    #expect(lines.contains { $0.hasPrefix(start) })
    #expect(lines.contains { $0.hasSuffix("differ, and it ran between them; both refer to id \"25\".") })
    #expect(
      lines.contains(
        "bookTrips(launchIds:[\"7\"]) does not affect it: unrelated to this request."))
  }
}

extension RocketStoryTests {
  @Test func `what was chosen is remembered until a mutation, or until strictness changes`() throws {
    var script = try Self.recorded()
    try script.ask(Self.book, ["id": "7"])
    for _ in 0..<2 { #expect(try script.ask(Self.details, ["launchId": "25"]).inference?.passed.count == 1) }
    script.isStrict = true
    #expect(try script.ask(Self.details, ["launchId": "25"]).miss?.reason == .onlyInferred)
    script.isStrict = false
    try script.ask(Self.book, ["id": "25"])
    #expect(try script.ask(Self.details, ["launchId": "25"]).data == [Self.launch("25", true)])
  }
}

extension RocketStoryTests {
  @Test func `a miss tells its story`() throws {
    var script = try Self.recorded()
    try script.ask(Self.book, ["id": "25"])
    let miss = try #require(try script.ask(Self.list).miss)
    #expect(
      miss.description == """
        It is recorded, but in another state:
          - start, before any mutation
        This session is in state \(miss.state), after bookTrips(launchIds:["25"]).
        This session ran bookTrips(launchIds:["25"]). The recording in state start was made without it. It may affect this request: both refer to id "25".
        No recording shows that it affects this request. If you know that it never does, add this to endpoint.yaml:
          operations: { LaunchList: { independentOf: [BookTrip] } }
        """)
  }

  @Test func `the miss of an unnamed query proposes no rule for all operations`() throws {
    let list = String(Self.list.dropFirst("query LaunchList ".count))
    var script = Script()
    try script.record(list, ["launches": ["launches": [["__typename": "Launch", "id": "25", "site": "SLC 40"]]]])
    try script.record(Self.book, ["id": "25"], ["bookTrips": Self.done])
    script.replaySession()
    try script.ask(Self.book, ["id": "25"])
    let miss = try #require(try script.ask(list).miss)
    #expect(miss.between?.advice == nil)
    #expect(
      miss.description.hasSuffix(
        "A rule that it never does needs the query's name: name the query in the client, and record it again."))
  }
}
