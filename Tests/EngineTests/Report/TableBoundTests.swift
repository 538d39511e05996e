import EndpointConfiguration
import OrderedJSON
import Replay
import Requests
import TestSupport
import Testing

@testable import Engine
@testable import SchemaSources
@testable import Transports

@Suite("Tables of an engine hold no more than their bounds")
struct TableBoundTests {
  @Test("1,500 persisted queries of 200 kB hold no more than the bound, and the last ones are known")
  func persistedQueries() {
    let documents = EndpointDocuments()
    for number in 0..<1_500 {
      documents.learn("query Q\(number) { a }" + String(repeating: " ", count: 200_000), hash: "h\(number)")
    }
    #expect(documents.learnedBytes <= EndpointDocuments.learnedLimit)
    #expect(documents.text(of: "h1499")?.hasPrefix("query Q1499 ") == true && documents.text(of: "h0") == nil)
  }

  @Test("Uses with long variables are counted, and hold no more than the bound")
  func uses() async throws {
    let board = try await Board.recorded()
    let player = try board.player()
    defer { withExtendedLifetime(board) {} }
    for number in 0..<20 {
      _ = try await player.ask(Board.list, ["text": .string("\(number)" + String(repeating: "x", count: 200_000))])
    }
    #expect(player.uses.reduce(0) { $0 + $1.heldBytes } < 20 * 10_000)
    #expect(player.uses.reduce(0) { $0 + $1.count } == 20)
  }

  @Test("Uses past the bound in bytes are counted together")
  func usesInBytes() throws {
    let log = UseLog(byteLimit: 10_000)
    let request = Board.request(Board.list)
    let endpoint = Endpoint(name: "board")
    for number in 0..<500 {
      let parsed = try endpoint.parsed(request)
      let asked = try endpoint.asked(parsed, by: request, in: "session \(number)")
      _ = log.note(asked, at: "board", .exact)
    }
    #expect(log.bytes < 11_000 && log.uses.last?.name == "and others")
    #expect(log.uses.reduce(0) { $0 + $1.count } == 500)
  }

  @Test("A journal past its bound in bytes counts the requests")
  func journal() throws {
    let journal = Journal(byteLimit: 100_000)
    let endpoint = Endpoint(name: "board")
    let request = Board.request(Board.add, ["text": .string(String(repeating: "x", count: 5_000))])
    for _ in 0..<100 { _ = journal.begin(request, try endpoint.parsed(request), endpoint: "board", session: "a") }
    let kept = journal.entries().count
    #expect(journal.bytes <= 100_000 && kept > 5 && journal.unkept() == 100 - kept)
    journal.forget(session: "a")
    #expect(journal.bytes == 0)
  }

  @Test("Faults past the bound in bytes are refused")
  func faults() throws {
    let table = FaultTable()
    let rule = try FaultReader(besides: []).rule(FaultTerm(JSON.object(["status": 503])), "the fault")
    let said: JSONObject = ["status": 503, "operation": .string(String(repeating: "x", count: 1_000_000))]
    let added = (0..<10).compactMap { _ in table.add(endpoint: nil, session: nil, rule: rule, said: said) }
    #expect(added.count == 4 && table.entries.count == 4)
    #expect(table.remove { $0.number == 1 } == 1)
    #expect(table.add(endpoint: nil, session: nil, rule: rule, said: said) != nil)
  }

  @Test("Different warnings are reported up to a bound, and the last one says so")
  func warnings() throws {
    let log = EventLog()
    let context = EngineContext(
      configuration: EngineConfiguration(mode: .replay), endpointNames: [], upstream: nil, clock: SteppingStopwatch(),
      timer: VirtualTimer(), main: nil, events: log.receive)
    for number in 0..<3_000 { context.warn("warning \(number)") }
    let texts = log.events.compactMap { event in if case .warning(let text) = event { text } else { nil } }
    #expect(
      texts.count == 1_001 && texts.last == "There were 1000 different warnings. Further warnings are not reported.")
  }

  @Test("Long warnings are reported up to a bound in bytes, each once, and the last one says so")
  func longWarnings() {
    var warnings = Warnings()
    let texts = (0..<9).map { "\($0)" + String(repeating: "x", count: 1_000_000) }
    let reported = (texts + texts).compactMap { warnings.note($0) }
    #expect(reported.prefix(4) == texts.prefix(4))
    #expect(reported.dropFirst(4) == ["There were 4 different warnings. Further warnings are not reported."])
  }

  @Test("Used recordings past the bound count as used, and a warning says so once")
  func usedRecordings() {
    let log = EventLog()
    let context = EngineContext(
      configuration: EngineConfiguration(mode: .replay), endpointNames: [], upstream: nil, clock: SteppingStopwatch(),
      timer: VirtualTimer(), main: nil, events: log.receive)
    context.noteUse(of: "board/a.json")
    #expect(context.log.wasUsed("board/a.json") && !context.log.wasUsed("board/b.json") && log.events.isEmpty)
    let long = String(repeating: "x", count: 1 << 20)
    for number in 0..<70 { context.noteUse(of: "board/\(number)\(long).json") }
    #expect(context.log.wasUsed("board/b.json"))
    let texts = log.events.compactMap { event in if case .warning(let text) = event { text } else { nil } }
    #expect(texts.count == 1 && texts[0].contains("more recordings than it can track (64 MiB of paths)"))
  }
}
