import EndpointConfiguration
import OrderedJSON
import Replay
import TestSupport
import Testing

@testable import Engine
@testable import SchemaSources
@testable import Transports

@Suite("Tables hold no more than their bounds")
struct TableBoundTests {
  @Test("A full table gives up its oldest entries, and passes over those that were used")
  func oldest() {
    var table = BoundedTable<Int, String>(byteLimit: 1_000)
    for number in 0..<10 { table.keep("\(number)", for: number, bytes: 100) }
    let used = [table.value(for: 0), table.value(for: 2)]
    #expect(used == ["0", "2"])
    for number in 10..<13 { table.keep("\(number)", for: number, bytes: 100) }
    let kept = (0..<13).filter { table.value(for: $0) != nil }
    #expect(kept == [0, 2, 5, 6, 7, 8, 9, 10, 11, 12])
    #expect(table.bytes == 1_000 && table.count == 10)
  }

  @Test("However much is kept, the bytes stay within the bound, and the newest is there")
  func bound() {
    var table = BoundedTable<Int, Int>(byteLimit: 10_000)
    for number in 0..<100_000 {
      table.keep(number, for: number % 3_000, bytes: 1 + number % 700)
      let newest = table.value(for: number % 3_000)
      #expect(table.bytes <= 10_000 && newest == number)
      if number % 5 == 0 { table.remove((number / 2) % 3_000) }
    }
    #expect(table.count > 10)
  }

  @Test("A value larger than the bound is not kept, and takes the place of nothing but itself")
  func tooLarge() {
    var table = BoundedTable<Int, Int>(byteLimit: 100)
    table.keep(1, for: 1, bytes: 40)
    table.keep(2, for: 2, bytes: 40)
    table.keep(3, for: 2, bytes: 101)
    let values = [table.value(for: 1), table.value(for: 2)]
    #expect(values == [1, nil] && table.bytes == 40)
  }

  @Test("The same calls leave the same entries")
  func deterministic() {
    func keys() -> [Int] {
      var table = BoundedTable<Int, Int>(byteLimit: 5_000)
      for number in 0..<20_000 {
        table.keep(number, for: (number * 7_919) % 997, bytes: 10 + number % 90)
        _ = table.value(for: (number * 31) % 997)
      }
      return (0..<997).filter { table.value(for: $0) != nil }
    }
    #expect(keys() == keys())
  }

  @Test("Entries that are replaced and removed leave nothing behind")
  func replaced() {
    var table = BoundedTable<Int, Int>(byteLimit: 1_000)
    for number in 0..<10_000 {
      table.keep(number, for: 1, bytes: 10)
      table.keep(number, for: 2, bytes: 10)
      table.remove(2)
    }
    #expect(table.count == 1 && table.bytes == 10 && table.order.count < 500)
  }

  @Test("A filter of what came before remembers the last ones")
  func seen() {
    var filter = SeenFilter(limit: 100)
    let first = (0..<10_000).filter { filter.hasSeen($0) }
    #expect(first.isEmpty && filter.count <= 100)
    let last = (9_951..<10_000).filter { filter.hasSeen($0) }
    #expect(last.count == 49)
  }

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
      texts.count == 1_001 && texts.last == "There were 1000 different warnings. Others are not reported any more.")
  }
}
