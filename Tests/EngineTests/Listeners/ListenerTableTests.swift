import GraphQLExecution
import Requests
import TestSupport
import Testing

@testable import Engine
@testable import Transports

@Suite("The table of open sessions")
struct ListenerTableTests {
  private let table = ListenerTable()

  /// One step, and what it should lead to.
  enum Step: Sendable {
    case begin(String, scope: Bool = false, replace: Bool = false, on: Int = 0, recorded: Bool = false, Result)
    case end(String, on: Int = 0, Result)
    case pause(String, Result)
    case resume(String, Result)
    case finish
    case open(on: Int = 0, [String])
    /// The session that an unnamed request belongs to.
    case takes(String?)
    case remove(Int, [String])

    enum Result: Hashable, Sendable {
      case token(String)
      /// The names of the sessions that have to end, innermost first.
      case ends([String])
      case cannotBegin(BeginProblem)
      case cannotEnd(EndProblem)
    }
  }

  @Test(
    "Sessions begin and end by the rules",
    arguments: [
      (
        "a test",
        [
          .begin("a", .token("0-1")), .open(["a"]), .end("0-1", .ends(["a"])), .open([]),
          .end("0-1", .cannotEnd(.hasEnded("0-1"))), .finish, .begin("a", .token("0-2")),
        ]
      ),
      (
        "unknown tokens",
        [
          .end("0-1", .cannotEnd(.unknown("0-1"))), .begin("a", .token("0-1")),
          .end("0-2", .cannotEnd(.unknown("0-2"))), .end("", .cannotEnd(.unknown(""))),
          .end("00-1", .cannotEnd(.unknown("00-1"))), .end("x-1", .cannotEnd(.unknown("x-1"))),
          .end("1-1", .cannotEnd(.unknown("1-1"))), .end("0-1", on: 1, .cannotEnd(.isOfListener("0-1", 0))),
          .end("0--1", .cannotEnd(.unknown("0--1"))), .open(["a"]),
        ]
      ),
      (
        "a test beside a test",
        [
          .begin("a", .token("0-1")), .begin("b", .cannotBegin(.testIsOpen("a"))),
          .begin("b", on: 1, .token("1-1")), .open(["a"]), .open(on: 1, ["b"]),
        ]
      ),
      (
        "a test in the place of a test",
        [
          .begin("a", .token("0-1")), .begin("b", replace: true, .ends(["a"])),
          .end("0-1", .cannotEnd(.hasEnded("0-1"))), .begin("b", .token("0-2")), .open(["b"]),
        ]
      ),
      (
        "a scope inside a test",
        [
          .begin("a", .token("0-1")), .begin("Fixture", scope: true, .token("0-2")),
          .begin("b", .cannotBegin(.testIsOpen("a"))), .takes("Fixture"), .pause("0-2", .token("0-2")), .takes("a"),
          .end("0-1", .ends(["a"])), .takes(nil), .begin("b", .token("0-3")), .takes("b"),
          .resume("0-2", .token("0-2")), .takes("Fixture"), .end("0-2", .ends(["Fixture"])), .takes("b"),
        ]
      ),
      (
        "a test in the place of a test with a scope inside",
        [
          .begin("a", .token("0-1")), .begin("Fixture", scope: true, .token("0-2")),
          .begin("b", replace: true, .ends(["Fixture", "a"])), .open([]),
        ]
      ),
      (
        "scopes that end in another order than they began",
        [
          .begin("Module", scope: true, .token("0-1")), .pause("0-1", .token("0-1")),
          .begin("Run", scope: true, .token("0-2")), .pause("0-2", .token("0-2")), .takes(nil),
          .begin("a", .token("0-3")), .takes("a"), .open(["Module", "Run", "a"]), .end("0-3", .ends(["a"])),
          .end("0-1", .ends(["Module"])), .open(["Run"]), .end("0-2", .ends(["Run"])),
        ]
      ),
      (
        "what cannot be paused",
        [
          .pause("0-1", .cannotEnd(.unknown("0-1"))), .begin("Suite", scope: true, .token("0-1")),
          .begin("a", .token("0-2")), .pause("0-2", .cannotEnd(.isNoScope("a"))),
          .pause("0-1", .cannotEnd(.isInside("Suite", inner: "a"))), .end("0-2", .ends(["a"])),
          .pause("0-1", .token("0-1")), .pause("0-1", .token("0-1")), .takes(nil), .resume("0-1", .token("0-1")),
          .resume("0-1", .token("0-1")), .takes("Suite"), .end("0-1", .ends(["Suite"])),
          .resume("0-1", .cannotEnd(.hasEnded("0-1"))),
        ]
      ),
      (
        "replacing where no test is open",
        [
          .begin("Suite", scope: true, .token("0-1")), .begin("a", replace: true, .token("0-2")),
          .open(["Suite", "a"]),
        ]
      ),
      (
        "nested",
        [
          .begin("Suite", scope: true, .token("0-1")), .begin("Class", scope: true, .token("0-2")),
          .begin("a", .token("0-3")), .open(["Suite", "Class", "a"]), .end("0-3", .ends(["a"])),
          .open(["Suite", "Class"]), .begin("b", .token("0-4")), .end("0-1", .ends(["b", "Class", "Suite"])), .open([]),
          .end("0-4", .cannotEnd(.hasEnded("0-4"))),
        ]
      ),
      (
        "the same name",
        [
          .begin("a", scope: true, .token("0-1")), .begin("a", .cannotBegin(.isOpen("a"))), .end("0-1", .ends(["a"])),
          .begin("a", .cannotBegin(.isEnding("a"))), .begin("a\u{301}", .token("0-2")), .finish,
        ]
      ),
      (
        "a recorded session is on one listener",
        [
          .begin("a", recorded: true, .token("0-1")),
          .begin("a", on: 1, recorded: true, .cannotBegin(.isRecorded("a", listener: 0))),
          .begin("b", on: 1, recorded: true, .token("1-1")), .end("0-1", .ends(["a"])),
          .end("1-1", on: 1, .ends(["b"])),
          .begin("a", on: 1, recorded: true, .cannotBegin(.isRecorded("a", listener: 0))), .finish,
          .begin("a", on: 1, recorded: true, .token("1-2")),
        ]
      ),
      ("a replayed session is on several", [.begin("a", .token("0-1")), .begin("a", on: 1, .token("1-1"))]),
      (
        "one listener replays what another records",
        [.begin("a", .token("0-1")), .begin("a", on: 1, recorded: true, .token("1-1"))]
      ),
      (
        "a listener that closes",
        [
          .begin("Suite", scope: true, on: 1, .token("1-1")), .begin("a", on: 1, .token("1-2")),
          .remove(1, ["a", "Suite"]), .remove(1, []), .end("1-2", on: 1, .cannotEnd(.unknown("1-2"))),
          .begin("a", on: 1, .cannotBegin(.closed)),
        ]
      ),
    ] as [(String, [Step])])
  func rules(_ title: String, _ steps: [Step]) {
    table.add(1)
    var ending: [OpenSession] = []
    for (place, step) in steps.enumerated() {
      switch step {
      case .begin(let name, let isScope, let replaces, let listener, let isRecorded, let expected):
        let result: Step.Result
        switch table.begin(name, on: listener, isScope: isScope, replaces: replaces, isRecorded: isRecorded) {
        case .begun(let session): result = .token(session.token)
        case .replaces(let sessions):
          result = .ends(sessions.map(\.name))
          for session in sessions { table.finished(session) }
        case .refused(let problem): result = .cannotBegin(problem)
        }
        #expect(result == expected, "step \(place)")
      case .end(let token, let listener, let expected):
        let result: Step.Result
        do {
          let ended = try table.end(token, on: listener)
          ending += ended
          result = .ends(ended.map(\.name))
        } catch {
          result = .cannotEnd(error)
        }
        #expect(result == expected, "step \(place)")
      case .pause(let token, let expected):
        #expect(moved { try table.pause(token, on: 0) } == expected, "step \(place)")
      case .resume(let token, let expected):
        #expect(moved { try table.resume(token, on: 0) } == expected, "step \(place)")
      case .takes(let name):
        #expect(table.admit(on: 0, naming: nil).visit?.session.name == name, "step \(place)")
      case .finish:
        for session in ending { table.finished(session) }
      case .open(let listener, let names): #expect(table.open(on: listener).map(\.name) == names, "step \(place)")
      case .remove(let listener, let names): #expect(table.remove(listener).map(\.name) == names, "step \(place)")
      }
    }
  }

  private func moved(_ body: () throws -> OpenSession) -> Step.Result? {
    do { return .token(try body().token) } catch { return (error as? EndProblem).map { .cannotEnd($0) } }
  }

  @Test("The number of sessions that are open on one listener is bounded")
  func depth() {
    for place in 0..<ListenerTable.depthLimit { _ = table.begin("s\(place)", on: 0, isScope: true) }
    guard case .refused(let problem) = table.begin("one more", on: 0) else {
      Issue.record("it began")
      return
    }
    #expect(problem == .tooDeep(limit: 1_000))
    #expect(problem.message == "1000 sessions are open on this port, which is the limit. End some first.")
  }

  @Test("A request belongs to the session that it names, else to the innermost one; between two it is outside")
  func admission() throws {
    func admitted(_ name: String? = nil, on listener: Int = 0) -> (String?, Bool) {
      let admission = table.admit(on: listener, naming: name)
      return (admission.visit?.session.name, admission.isOutside)
    }
    table.add(1)
    #expect(admitted() == (nil, false), "no session has begun on this port")
    _ = table.begin("Suite", on: 0, isScope: true)
    _ = table.begin("a", on: 0)
    #expect(admitted() == ("a", false))
    #expect(admitted("Suite") == ("Suite", false))
    #expect(admitted("other") == (nil, false))
    #expect(admitted(on: 1) == (nil, false))
    _ = try table.end("0-2", on: 0)
    #expect(admitted() == ("Suite", false))
    _ = try table.end("0-1", on: 0)
    #expect(admitted() == (nil, true))
    #expect(admitted("other") == (nil, false))
  }

  @Test("A named session that replaces ends only the open test of its name")
  func replacingNamed() throws {
    for name in ["a", "b"] { _ = table.begin(name, on: 0, isNamed: true) }
    _ = table.begin("scope", on: 0, isScope: true, isNamed: true)
    guard case .refused = table.begin("a", on: 0, isNamed: true),
      case .refused = table.begin("scope", on: 0, isNamed: true, replaces: true),
      case .replaces(let ended) = table.begin("a", on: 0, isNamed: true, replaces: true)
    else {
      Issue.record("another one was replaced, or none")
      return
    }
    #expect(ended.map(\.name) == ["a"] && table.open(on: 0).map(\.name) == ["b", "scope"])
    guard case .refused = table.begin("a", on: 0, isNamed: true, replaces: true) else {
      Issue.record("the old one waits for its requests in flight")
      return
    }
    for session in ended { table.finished(session) }
    guard case .begun = table.begin("a", on: 0, isNamed: true, replaces: true) else {
      Issue.record("it did not begin")
      return
    }
  }

  @Test(
    "A late request of a recorded session that has ended is outside, on a closed port, too", arguments: [true, false])
  func late(closes: Bool) throws {
    table.add(1)
    _ = table.begin("a", on: 1, isNamed: true, isRecorded: true)
    _ = table.begin("b", on: 1, isNamed: true, isRecorded: true)
    _ = try table.end("1-1", on: 1)
    if closes { _ = table.remove(1) } else { _ = table.endAll() }
    #expect(table.admit(on: 1, naming: "a").isOutside && table.admit(on: 1, naming: "b").isOutside)
    #expect(!table.admit(on: 1, naming: "c").isOutside)
  }

  @Test("An answer that a server keeps is valid until a session begins or ends on its port")
  func validity() throws {
    func kept(on listener: Int = 0) -> AnswerValidity {
      var answer = Answer(status: 200, headers: [:], body: .bytes([]), isRepeatable: true)
      table.admit(on: listener, naming: nil).limit(&answer)
      return answer.validity ?? AnswerValidity()
    }
    table.add(1)
    let (before, elsewhere) = (kept(), kept(on: 1))
    #expect(before.holds && elsewhere.holds)
    _ = table.begin("a", on: 0)
    #expect(!before.holds && elsewhere.holds)
    let inside = kept()
    _ = table.begin("b", on: 0)
    #expect(inside.holds, "a begin that is refused changes nothing")
    _ = try table.end("0-1", on: 0)
    #expect(!inside.holds)
    _ = table.remove(1)
    #expect(!elsewhere.holds)
  }

  // MARK: Requests in flight

  @Test("A request is in flight until its answer is handed over, or nobody has it any more")
  func inFlight() {
    guard case .begun(let session) = table.begin("a", on: 0) else { return }
    let first = table.admit(on: 0, naming: nil)
    var second: Admission? = table.admit(on: 0, naming: "a")
    _ = table.admit(on: 0, naming: "other")
    #expect(session.inFlight == 2)
    first.visit?.leave()
    first.visit?.leave()
    #expect(session.inFlight == 1)
    #expect(second != nil)
    second = nil
    #expect(session.inFlight == 0)
  }

  @Test("An answer in parts is in flight until its last part was taken")
  func parts() {
    guard case .begun(let session) = table.begin("a", on: 0) else { return }
    func answered(_ kind: EventStream.Kind, _ feed: any EventFeed) -> EventStream? {
      let answer = Answer(status: 200, headers: [:], body: .events(EventStream(kind, feed)))
      guard case .now(let concluded) = Response.now(answer).concluding(table.admit(on: 0, naming: nil)),
        case .events(let stream) = concluded.body
      else { return nil }
      return stream
    }
    let queue = QueueFeed()
    let parts = answered(.incremental(.draft), queue)
    let left = answered(.incremental(.draft), QueueFeed())
    let subscription = answered(.subscription, QueueFeed())
    #expect(session.inFlight == 2 && subscription != nil)
    left?.feed.cancel()
    queue.push(.next("1"))
    #expect(parts?.feed.take(9).count == 1)
    #expect(session.inFlight == 1)
    queue.push(.complete)
    _ = parts?.feed.take(9)
    #expect(session.inFlight == 0)
  }

  @Test("When the program stops, all sessions end")
  func endAll() {
    table.add(2)
    _ = table.begin("Suite", on: 0, isScope: true)
    _ = table.begin("a", on: 0)
    _ = table.begin("b", on: 2)
    #expect(table.endAll().map { ($0.sessions.map(\.name)) } == [["a", "Suite"], ["b"]])
    #expect(table.endAll().isEmpty)
    #expect(table.admit(on: 0, naming: nil).isOutside)
  }

  @Test("Waiting for requests in flight ends with the last of them, or when the time is over")
  func idle() async {
    let timer = VirtualTimer()
    guard case .begun(let session) = table.begin("a", on: 0) else { return }
    #expect(await session.idle(within: 2_000, timer) == 0)
    #expect(timer.alarms == 0)
    let (first, second) = (table.admit(on: 0, naming: nil), table.admit(on: 0, naming: nil))
    async let late = session.idle(within: 2_000, timer)
    while timer.alarms == 0 { await Task.yield() }
    first.visit?.leave()
    timer.pass(milliseconds: 1_999)
    #expect(timer.alarms == 1)
    timer.pass(milliseconds: 1)
    #expect(await late == 1)
    async let done = session.idle(within: 2_000, timer)
    while timer.alarms == 0 { await Task.yield() }
    second.visit?.leave()
    #expect(await done == 0)
    #expect(timer.alarms == 0)
  }
}
