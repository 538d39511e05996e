import GraphQLLanguage
import OrderedJSON
import Recordings
import TestSupport
import Testing

@testable import Engine
@testable import Maintenance

/// Events that wait for a state to which nothing leads, as `understudy check` tells of them.
@Suite("Events that can never be sent")
struct UndeliverableTests {
  let board: StreamedBoard
  private static let chain = [(query: StreamedBoard.book, id: "25"), (query: StreamedBoard.cancel, id: "25")]

  init() throws {
    board = try StreamedBoard()
    try board.record(mutations: Self.chain)
  }

  private func check() throws -> [String] {
    let found = try RecordingsCheck(
      recordings: board.folder.path, schemas: "\(board.folder.path)/schemas", endpoint: nil
    ).findings
    return found.map { finding in
      let file = finding.file?.replacing("\(board.folder.path)/", with: "") ?? ""
      return "\(file):\(finding.place?.line ?? 0):\(finding.place?.column ?? 0): \(finding.message)"
    }
  }

  private func record(_ events: [RecordedEvents.Event], end: RecordedEvents.End = .open, after: String? = nil) throws {
    try board.record(
      StreamedBoard.booked, answer: .events(RecordedEvents(events: events, end: end, endAfter: after)))
  }

  private func remove(_ name: String) throws {
    for file in board.folder.contents().keys where file.contains(name) { try board.folder.remove(file) }
  }

  private func file() throws -> String {
    try #require(board.folder.contents().keys.first { $0.contains("subscription.") && $0.hasSuffix(".json") })
  }

  @Test("Nothing is said of events whose mutations are there")
  func fine() throws {
    let (booked, cancelled) = (
      try StreamedBoard.state(after: [Self.chain[0]]), try StreamedBoard.state(after: Self.chain)
    )
    try record(
      [.init(payload: StreamedBoard.trips(0)), .init(payload: StreamedBoard.trips(1), after: booked)],
      end: .complete, after: cancelled)
    #expect(try check() == [])
  }

  @Test("An event is named with the place of the state that it waits for, and the end is")
  func named() throws {
    try record(
      [.init(payload: StreamedBoard.trips(0)), .init(payload: StreamedBoard.trips(1), after: "9f2e4c71d2a9b0c3")],
      end: .complete, after: "0e8400e29b41d4a7")
    let file = try file()
    let advice =
      "and no recorded mutation leads to that state. Was a mutation's file deleted? Restore it, record again, or delete this \"after\" to send it right after the previous event."
    #expect(
      try check() == [
        "\(file):23:20: this event and the rest of the stream can never be sent, because it waits for state 9f2e4c71d2a9b0c3, \(advice)",
        "\(file):32:18: the end of this stream can never be sent, because it waits for state 0e8400e29b41d4a7, \(advice)",
      ])
  }

  @Test("Of a mutation's file that was deleted, and only of that one")
  func deleted() throws {
    let (booked, cancelled) = (
      try StreamedBoard.state(after: [Self.chain[0]]), try StreamedBoard.state(after: Self.chain)
    )
    try record([
      .init(payload: StreamedBoard.trips(1), after: booked), .init(payload: StreamedBoard.trips(-1), after: cancelled),
    ])
    #expect(try check() == [])
    try remove("mutation.Cancel-")
    let found = try check()
    #expect(found.count == 1 && found[0].contains("waits for state \(cancelled),"), "\(found)")
  }

  @Test("prune cuts them off, and replay then gives what it gave before; replay warns of them once")
  func pruned() async throws {
    let (booked, lost, other) = (
      try StreamedBoard.state(after: [Self.chain[0]]), "9f2e4c71d2a9b0c3", "0e8400e29b41d4a7"
    )
    try record(
      [
        .init(payload: StreamedBoard.trips(0)), .init(payload: StreamedBoard.trips(1), after: lost),
        .init(payload: StreamedBoard.trips(2), after: other), .init(payload: StreamedBoard.trips(3)),
      ], end: .complete)
    let file = try file()
    func warnings() throws -> [String] { try board.player(timer: VirtualTimer()).endpoints.flatMap(\.warnings) }
    #expect(
      try warnings() == [
        "trips: 2 recorded events can never be sent, because no recorded mutation leads to the state: \(file) (state \(lost)), \(file) (state \(other)). Was a mutation's file deleted? Record again, or remove them with `understudy prune`. `understudy check` lists all."
      ])
    let path = board.folder.path
    func pruning() throws -> RecordingsPruning {
      try RecordingsPruning(
        recordings: path, endpoint: nil, schemas: "\(path)/schemas", reports: [], superseded: false)
    }
    let plan = try pruning()
    #expect(plan.lines.count == 1)
    #expect(
      plan.lines.first?.hasPrefix(
        "\(path)/\(file): only events that wait for states \(lost), \(other), which no recorded mutation leads to; the rest is kept ("
      ) == true, "\(plan.lines)")
    #expect(plan.summary.hasPrefix("0 of 3 recordings would be removed, and parts of 1 more: "))
    try plan.carryOut()
    let rest = try JSON.parse(Array(try #require(board.folder.contents()[file])))["responses"]?.objectValue?.members
    #expect(rest?.first?.value["events"] == [["payload": StreamedBoard.trips(0)]])
    #expect(rest?.first?.value["end"] == ["how": "open"])
    #expect(try pruning().isEmpty && check() == [] && warnings() == [])

    // Of an end alone, and only of what waits in vain.
    try record([.init(payload: StreamedBoard.trips(1), after: booked)], end: .complete, after: lost)
    try pruning().carryOut()
    let kept = String(decoding: try #require(board.folder.contents()[file]), as: UTF8.self)
    #expect(kept.contains("\"after\": \"\(booked)\"") && !kept.contains(lost) && !kept.contains("complete"))
    #expect(try pruning().isEmpty && check() == [])
  }

  @Test("A stream that nobody can open is told of once")
  func unreachable() throws {
    let events = RecordedEvents(
      events: [.init(payload: StreamedBoard.trips(1), after: "9f2e4c71d2a9b0c3")], end: .open)
    try board.record(StreamedBoard.booked, state: "0e8400e29b41d4a7", answer: .events(events))
    let found = try check()
    #expect(
      found.count == 1 && found[0].contains("the answer in state 0e8400e29b41d4a7 can never be served"), "\(found)")
  }

  @Test("An answer in parts waits for nothing")
  func parts() throws {
    let first: JSON = ["data": ["trip": ["id": "1"]], "hasNext": true]
    try board.record(
      "query Trip { trip { id ... @defer { site } } }", headers: [.init(name: "accept", value: "multipart/mixed")],
      answer: .events(
        RecordedEvents(events: [.init(payload: first), .init(payload: ["hasNext": false])], end: .complete)))
    #expect(try check() == [])
  }
}
