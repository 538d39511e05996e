import GraphQLLanguage
import OrderedJSON
import Recordings
import Replay
import Requests
import TestSupport
import Testing

@testable import Engine

@Suite("What a run keeps of misses, refusals and uses is bounded")
struct RunLogBoundTests {
  /// A miss with a long variable that differs from others at its end alone.
  private func miss(_ number: Int, padding: String = "") -> Miss {
    let variables: JSONObject = ["text": .string("\(padding)\(number)")]
    let request = MissedOperation(
      endpoint: "board", kind: .query, name: "Notes", variables: variables, identity: "anonymous",
      document: Document(definitions: []))
    var miss = Miss(request: request, command: "understudy record")
    miss.differences = [.variable(path: "text", recorded: .string("\(padding)x"), asked: variables["text"])]
    return miss.bounded()
  }

  @Test("Of 1,500 misses the first 1,000 are listed, and all are counted, each once")
  func misses() {
    let log = RunLog()
    for _ in 0..<2 {
      for number in 0..<1_500 { _ = log.note(miss(number), session: "default", isAnswered: false) }
    }
    #expect(log.misses == (0..<1_000).map { miss($0) })
    #expect(log.missTally == Tally(count: 1_500, listed: 1_000))
    #expect(log.missTally.remark("misses") == "1,500 misses; the first 1,000 are listed")
  }

  @Test("A miss of which a policy had the answer is no failure, and does not hide a later one that is")
  func answered() {
    let log = RunLog()
    #expect(log.note(miss(1), session: "a", isAnswered: true))
    #expect(!log.note(miss(1), session: "a", isAnswered: true))
    #expect(log.note(miss(1), session: "b", isAnswered: false))
    #expect(log.misses == [miss(1)] && log.sessionsOfMisses == [miss(1): ["b"]])
    #expect(log.answeredMissCount == 1 && log.missTally.remark("misses") == nil)
  }

  @Test("What a miss with long variables holds is what reports show of it")
  func bytes() {
    let log = RunLog()
    let padding = String(repeating: "p", count: 50_000)
    for number in 0..<200 { _ = log.note(miss(number, padding: padding), session: "default", isAnswered: false) }
    #expect(log.missTally.count == 200, "they differ in what is cut")
    let held = log.misses.map(\.heldBytes)
    #expect(held.count == 200 && held.allSatisfy { $0 < 12_000 })
    let text = MissText.message(log.misses[7])
    #expect(text.contains(String(repeating: "p", count: 100)) && text.contains("…"))
    let difference = log.misses[7].differences[0].description
    #expect(difference.contains("px\"") && difference.contains("p7\""), "the place where the texts part is not cut")
  }

  @Test("Misses past the bound in bytes are counted")
  func byteBound() {
    var list = BoundedList<Miss>(limit: 1_000, byteLimit: 100_000)
    for number in 0..<300 { _ = list.note(miss(number)) }
    #expect(list.bytes <= 100_000 && list.elements.count > 20)
    #expect(list.tally == Tally(count: 300, listed: list.elements.count))
  }

  @Test("Misses that differ in anything have different hashes, and a bounded miss that of the whole one")
  func hashes() {
    let request = MissedOperation(
      endpoint: "board", kind: .query, name: "Notes", variables: ["a": 1], identity: "anonymous",
      document: Document(definitions: []))
    let long = String(repeating: "p", count: 50_000)
    var misses = [Miss(request: request, command: "understudy record")]
    func add(_ change: (inout Miss) -> Void) {
      var miss = misses[0]
      change(&miss)
      misses.append(miss)
    }
    add { $0.request.variables = ["a": 2] }
    add { $0.request.variables = ["a": .string("\(long)1")] }
    add { $0.request.variables = ["a": .string("\(long)2")] }
    add { $0.request.headers = [.init(name: "x-locale", value: "de")] }
    add { $0.follows = "mutation add" }
    add { $0.differences = [.variable(path: "a", recorded: .string("\(long)1"), asked: nil)] }
    add { $0.differences = [.variable(path: "a", recorded: .string("\(long)2"), asked: nil)] }
    #expect(Set(misses.map(\.contentHash)).count == misses.count)
    #expect(misses.map { $0.bounded().contentHash } == misses.map(\.contentHash))
  }

  @Test("A bounded miss reads as the whole one")
  func sameText() async throws {
    let board = try await Board.recorded()
    let player = try board.player()
    defer { withExtendedLifetime(board) {} }
    let long = String(repeating: "long ", count: 20_000)
    for text in ["short", long] {
      let asked = try await player.ask(Board.add, ["text": .string(text)], session: text == long ? "a" : "b")
      let kept = try #require(player.misses.last)
      #expect(asked.message == MissText.message(kept))
      #expect(kept.heldBytes < 40_000)
      var members = asked.body["errors"]?.arrayValue?.first?["extensions"]?.objectValue
      members?["code"] = nil
      if text != long { #expect(members == MissJSON.members(kept)) }
      #expect(members?["variables"] == MissJSON.members(kept)["variables"])
    }
  }

  @Test("The sessions that missed something are bounded, and forgotten when they start over")
  func sessions() {
    let log = RunLog()
    for number in 0..<60_000 { _ = log.note(miss(0), session: "s\(number)", isAnswered: false) }
    #expect(log.sessionsOfMisses[miss(0)]?.count == SessionsByMiss.limit)
    log.startOver(session: "s1")
    #expect(log.missesOfSessions[0].sessions.prefix(2) == ["s0", "s2"])
    #expect(log.sessionsOfMisses[miss(0)]?.prefix(3) == ["s0", "s1", "s2"])
    _ = log.note(miss(0), session: "s1", isAnswered: false)
    #expect(log.missesOfSessions[0].sessions.count == SessionsByMiss.limit)
  }

  @Test("Refusals past the bound are counted")
  func refusals() {
    let log = RunLog()
    for number in 0..<3_000 {
      let message = "\(number)" + String(repeating: "x", count: 20_000)
      _ = log.note(Refusal(requestLine: "POST /board", status: 400, message: message))
    }
    #expect(log.refusalTally.count == 3_000 && log.refusalCount == 3_000)
    #expect(log.refusals.reduce(0) { $0 + $1.message.utf8.count } <= RunLog.byteLimit)
    #expect(log.refusalTally.remark("refusals")?.hasPrefix("3,000 refusals; the first ") == true)
  }

  @Test("An open session lists the first misses, and counts all")
  func openSession() {
    let session = OpenSession(name: "a", listener: 0, number: 1, isScope: false, rerun: nil)
    for number in 0..<1_500 { session.note(miss(number)) }
    for _ in 0..<3 { session.noteFollowing(miss(4)) }
    #expect(session.missTally == Tally(count: 1_500, listed: 1_000))
    #expect(session.following(miss(4)) == 3 && session.following(miss(1_400)) == 0)
  }

  @Test("Commands that run tests again are bounded in bytes")
  func reruns() {
    let log = RunLog()
    for number in 0..<10_000 {
      log.note(rerun: String(repeating: "r", count: 10_000), ofSession: "s\(number)")
    }
    #expect(log.reruns.values.reduce(0) { $0 + $1.utf8.count } <= 4 << 20 && log.reruns["s0"] != nil)
  }
}
