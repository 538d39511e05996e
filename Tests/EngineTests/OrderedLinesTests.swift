import Engine
import OrderedJSON
import Output
import Requests
import Synchronization
import TestSupport
import Testing
import Transports

/// What is told of answers comes in the order in which they went out.
@Suite("Lines in the order of the answers")
struct OrderedLinesTests {
  /// What was told.
  private final class Told: Sendable {
    private let list = Mutex<[Int]>([])

    var numbers: [Int] { list.withLock { $0 } }

    func line(_ number: Int) -> OrderedLines.Line { { self.list.withLock { $0.append(number) } } }
  }

  @Test(
    "Whatever the order in which outcomes are known, lines keep that of their places",
    arguments: [[0, 1, 2, 3], [3, 2, 1, 0], [1, 0, 3, 2], [2, 3, 0, 1]])
  func order(known: [Int]) {
    let (lines, told) = (OrderedLines(), Told())
    let places = known.map { _ in lines.take() }
    for (step, number) in known.enumerated() {
      lines.write(at: places[number], told.line(number))
      let done = Set(known[...step])
      #expect(told.numbers == Array((0..<known.count).prefix { done.contains($0) }))
    }
  }

  @Test("A line whose outcome is known at once waits for those before it, and for nothing where there are none")
  func atOnce() {
    let (lines, told) = (OrderedLines(), Told())
    lines.write(told.line(0))
    #expect(told.numbers == [0])
    let place = lines.take()
    lines.write(told.line(2))
    #expect(told.numbers == [0])
    lines.write(at: place, told.line(1))
    #expect(told.numbers == [0, 1, 2])
  }

  @Test("A line that does not come holds up no more than so many others, and is told when it comes after all")
  func bound() {
    let (lines, told) = (OrderedLines(), Told())
    let place = lines.take()
    for number in 1...OrderedLines.waitingLimit { lines.write(told.line(number)) }
    #expect(told.numbers == [])
    lines.write(told.line(OrderedLines.waitingLimit + 1))
    #expect(told.numbers == Array(1...OrderedLines.waitingLimit + 1))
    lines.write(at: place, told.line(0))
    #expect(told.numbers.last == 0)
  }

  @Test("At the end everything is told that waits, though something before it never came")
  func end() {
    let (lines, told) = (OrderedLines(), Told())
    let (_, one, lost, three) = (lines.take(), lines.take(), lines.take(), lines.take())
    lines.write(at: three, told.line(3))
    lines.write(at: one, told.line(1))
    #expect(told.numbers == [])
    lines.finish()
    #expect(told.numbers == [1, 3])
    lines.write(at: lost, told.line(2))
    lines.write(told.line(4))
    #expect(told.numbers == [1, 3, 2, 4])
  }

  @Test("Places are told once each by many threads at a time, in order")
  func threads() async {
    let (lines, told) = (OrderedLines(), Told())
    let places = (0..<500).map { ($0, lines.take()) }
    await withTaskGroup(of: Void.self) { group in
      for (number, place) in places.sorted(by: { $0.0 * 37 % 500 < $1.0 * 37 % 500 }) {
        group.addTask { lines.write(at: place, told.line(number)) }
      }
    }
    #expect(told.numbers == Array(0..<500))
  }

  @Test("An exchange that is not recorded is told of behind those that are still being written")
  func recorder() async throws {
    let folder = try TestFolder()
    let log = EventLog()
    // Writing this takes longer than asking for something else.
    let names = (0..<3_000).map { "\"country number \($0)\"" }.joined(separator: ",")
    let answer = "{\"data\":{\"names\":[\(names)]}}"
    let steps = (0..<3).map { _ in ScriptedUpstream.Step.answer(chunks: [answer]) }
    let upstream = ScriptedUpstream(
      steps + [.answer(status: 404, headers: ["content-type": "text/html"], chunks: [""])])
    let engine = try folder.recorder(upstream, name: "countries", log: log)
    let headers: HeaderList = ["Host": "127.0.0.1:4000", "Content-Type": "application/json"]
    for number in 0..<3 {
      let body = Array("{\"query\":\"query Names\(number) { names }\"}".utf8)
      let request = ClientRequest(method: "POST", target: "/countries", headers: headers, body: body)
      #expect(await engine.respond(to: request).get().status == 200)
    }
    let other = ClientRequest(method: "GET", target: "/countries", headers: headers, body: [])
    #expect(await engine.respond(to: other).get().status == 404)
    let strange = ClientRequest(
      method: "GET", target: "/countries/strange", headers: ["Host": "elsewhere.test"], body: [])
    #expect(await engine.respond(to: strange).get().status == 403)
    await engine.finish()
    let told = log.events.map { event in
      switch event {
      case .exchange(let exchange): exchange.operation.map { $0.name ?? "" } ?? exchange.requestLine
      case .refusal(let refusal): refusal.requestLine
      case .miss, .session, .warning, .notice: "something else"
      }
    }
    #expect(told == ["Names0", "Names1", "Names2", "GET /countries", "GET /countries/strange"])
  }
}
