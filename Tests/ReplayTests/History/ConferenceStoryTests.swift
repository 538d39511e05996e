import OrderedJSON
import Recordings
import Testing

@testable import Replay

/// Creations with ids of the server's making, toggles, polling, starts, and what the evidence does not carry.
@Suite struct ConferenceStoryTests {
  static let create = "mutation CreateAttendee($name: String!) { createAttendee(name: $name) { id name } }"
  static let attend =
    "mutation Attend($c: ID!, $a: ID!) { addToAttendees(conferenceId: $c, attendeeId: $a) { attendeesAttendee { id } } }"
  static let leave =
    "mutation Leave($c: ID!, $a: ID!) { removeFromAttendees(conferenceId: $c, attendeeId: $a) { attendeesAttendee { id } } }"
  static let details = "query Details($id: ID!) { Conference(id: $id) { id attendees { id } } }"
  static let total = "query Total { total }"
  static let set = "mutation Set($id: ID!, $to: Int!) { set(id: $id, to: $to) { __typename id to } }"

  static func attendee(_ id: JSON) -> JSON { ["createAttendee": ["id": id, "name": "Ann"]] }
  static func conference(_ ids: [JSON]) -> JSON {
    ["Conference": ["id": "c1", "attendees": .array(ids.map { ["id": $0] })]]
  }
  static func set(_ value: JSON) -> JSON { ["set": ["__typename": "A", "id": "1A", "to": value]] }

  @Test func `the second creation of the same gets the second id, the third is missed`() throws {
    var script = Script()
    try script.record(Self.create, ["name": "Ann"], Self.attendee("a1"))
    try script.record(Self.create, ["name": "Ann"], Self.attendee("a2"))
    script.replaySession()
    #expect(try script.ask(Self.create, ["name": "Ann"]).data == [Self.attendee("a1")])
    #expect(try script.ask(Self.create, ["name": "Ann"]).data == [Self.attendee("a2")])
    #expect(try script.ask(Self.create, ["name": "Ann"]).data == [])
  }

  @Test func `attendance toggled three times is answered each time as it was`() throws {
    var script = Script()
    let arguments: JSONObject = ["c": "c1", "a": "a1"]
    let payload: (JSON) -> JSON = { ["attendeesAttendee": ["id": $0]] }
    try script.record(Self.create, ["name": "Ann"], Self.attendee("a1"))
    try script.record(Self.details, ["id": "c1"], Self.conference([]))
    for _ in 0..<3 {
      try script.record(Self.attend, arguments, ["addToAttendees": payload("a1")])
      try script.record(Self.details, ["id": "c1"], Self.conference(["a1"]))
      try script.record(Self.leave, arguments, ["removeFromAttendees": payload("a1")])
      try script.record(Self.details, ["id": "c1"], Self.conference([]))
    }
    script.replaySession()
    try script.ask(Self.create, ["name": "Ann"])
    for _ in 0..<3 {
      try script.ask(Self.attend, arguments)
      let attended = try script.ask(Self.details, ["id": "c1"])
      #expect(attended.isExact)
      #expect(attended.data == [Self.conference(["a1"])])
      try script.ask(Self.leave, arguments)
      #expect(try script.ask(Self.details, ["id": "c1"]).data == [Self.conference([])])
    }
    try script.ask(Self.attend, arguments)
    #expect(try script.ask(Self.details, ["id": "c1"]).data == [])
  }

  @Test func `recorded anew with other ids the states are the same`() throws {
    func states(_ id: JSON) throws -> [StateID] {
      var history = History()
      let created = history.append(try stated(Self.create, ["name": "Ann"]), .answered(["data": Self.attendee(id)]))
      return [created, history.append(try stated(Self.attend, ["c": "c1", "a": id]), .answered(nil))]
    }
    #expect(try states("cixnen24p33lo0143bexvr52n") == states("cixos8vn3v7es0144hjwkbvce"))
    #expect(try states("7") == states("8"))
    var history = History()
    history.append(try stated(Self.create, ["name": "Ann"]), .answered(["data": Self.attendee("7")]))
    #expect(
      history.append(try stated(Self.attend, ["c": "c1", "a": "8"]), .answered(nil)) != (try states("7")).last)
  }

  @Test func `several answers in one state are a sequence`() throws {
    var script = Script()
    for number in [1, 2, 2, 3] { try script.record(Self.total, ["total": .int(number)]) }
    script.replaySession()
    #expect(try script.ask(Self.total).data == [["total": 1], ["total": 2], ["total": 3]])
  }

  @Test func `starts of different names share nothing`() throws {
    var script = Script()
    script.newRecordingSession(start: "seeded")
    try script.record(Self.set, ["id": "1A", "to": 1], Self.set(1))
    try script.record(Self.total, ["total": 1])
    script.replaySession()
    let miss = try #require(try script.ask(Self.total).miss)
    #expect(miss.reason == .otherStart)
    script.replaySession(start: "seeded")
    #expect(script.history.state.name == "start.seeded")
    #expect(try script.ask(Self.set, ["id": "1A", "to": 1]).isExact)
    #expect(try script.ask(Self.total).isExact)
    #expect(StateID.start(named: "") == .start)
    #expect(StateID.start(named: "a b").isStart)
    #expect(StateID.start(named: "a b") != .start(named: "a_b"))
  }

  @Test func `answers that only the whole history tells apart are served for the whole history`() throws {
    var script = Script()
    try script.record(Self.set, ["id": "1A", "to": 1], Self.set(1))
    try script.record(Self.total, ["total": 1])
    script.newRecordingSession()
    try script.record(Self.set, ["id": "1A", "to": 2], Self.set(2))
    try script.record(Self.total, ["total": 2])
    script.replaySession()
    try script.ask(Self.set, ["id": "1A", "to": 2])
    #expect(try script.ask(Self.total).data == [["total": 2]])
    script.replaySession()
    #expect(try script.ask(Self.total).miss?.reason == .wholeHistoryCounts)
  }

  @Test func `a mutation that repeated changes nothing may have changed something the first time`() throws {
    var script = Script()
    try script.record(Self.set, ["id": "1A", "to": 2], Self.set(2))
    try script.record(Self.total, ["total": 2])
    try script.record(Self.set, ["id": "1A", "to": 2], Self.set(2))
    try script.record(Self.total, ["total": 2])
    script.replaySession()
    #expect(try script.ask(Self.total).miss?.reason == .notRecordedInState)
  }

  @Test func `a mutation that changed nothing at first may change something after another of its object`() throws {
    var script = Script()
    try script.record(Self.total, ["total": 0])
    try script.record(Self.set, ["id": "1A", "to": 0], Self.set(0))
    try script.record(Self.total, ["total": 0])
    script.newRecordingSession()
    try script.record(Self.set, ["id": "1A", "to": 1], Self.set(1))
    try script.record(Self.total, ["total": 1])
    try script.record(Self.set, ["id": "1A", "to": 0], Self.set(0))
    script.replaySession()
    try script.ask(Self.set, ["id": "1A", "to": 1])
    try script.ask(Self.set, ["id": "1A", "to": 0])
    let miss = try #require(try script.ask(Self.total).miss)
    #expect(miss.between?.reasons == [.notFirst])
  }

  @Test func `states that no chain leads to are named`() throws {
    let response = Recording.State(name: "0123456789abcdef", responses: [], next: "fedcba9876543210")
    let broken = RecordedOperation(request: try stated(Self.create, ["name": "Ann"]), states: [response])
    #expect(Timeline([broken], otherStates: ["beef"]).unreachable == ["0123456789abcdef", "beef"])
    #expect(Timeline([], otherStates: ["start", "start.seeded"]).unreachable == [])
  }
}
