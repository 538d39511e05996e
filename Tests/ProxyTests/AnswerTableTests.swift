import NIOCore
import NIOHTTP1
import OrderedJSON
import Requests
import Synchronization
import Testing
import Transports

@testable import Proxy

@Suite("The table of answers that were given before")
struct AnswerTableTests {
  private let head = HTTPRequestHead(version: .http1_1, method: .POST, uri: "/shop", headers: ["host": "localhost"])

  private func answer(_ number: Int, bytes: Int = 1_000_000) -> Answer {
    var answer = Answer(
      status: 200, headers: [:], body: .bytes(Array(repeating: UInt8(number % 256), count: bytes)), isRepeatable: true)
    answer.number = number
    return answer
  }

  /// Keeps an answer as if its request had come twice.
  private func keep(_ wire: ByteBuffer, of answer: Answer, _ body: ByteBuffer, in table: inout AnswerTable) {
    let keys = keys(head, body, in: &table)
    let first = table.wanted(keys, for: answer)
    #expect(first == nil, "what came once may be the last")
    guard let wanted = table.wanted(keys, for: answer) else { Issue.record("what came twice is not kept"); return }
    table.keep(wire, of: answer, for: wanted, generation: 0)
  }

  /// The keys of a request that the table has no answer to.
  private func keys(_ head: HTTPRequestHead, _ body: ByteBuffer, in table: inout AnswerTable) -> RequestKeys? {
    if case .nothing(let keys) = table.find(head: head, body: body, generation: 0) { keys } else { nil }
  }

  /// The bytes that the table has for a request.
  private func answer(_ head: HTTPRequestHead, _ body: ByteBuffer, in table: inout AnswerTable, generation: Int = 0)
    -> ByteBuffer?
  {
    if case .answer(let wire) = table.find(head: head, body: body, generation: generation) { wire } else { nil }
  }

  /// A table that holds the answer to a request that came twice, the second time in other words where there are such.
  private func table(
    _ head: HTTPRequestHead, _ body: String, again: String? = nil, reading headers: HeaderNames = .all,
    number: Int? = 1,
    isForAnyFormat: Bool = false
  ) throws -> AnswerTable {
    var table = AnswerTable(reading: headers)
    var answer = answer(1, bytes: 10)
    answer.number = number
    answer.isForAnyFormat = isForAnyFormat
    let made = table.wireBytes(of: answer, for: head, generation: 0)
    let wire = try #require(made)
    for body in [body, again ?? body] {
      guard let key = table.wanted(keys(head, ByteBuffer(string: body), in: &table), for: answer) else { continue }
      table.keep(wire, of: answer, for: key, generation: 0)
    }
    return table
  }

  private func request(_ more: [(String, String)] = [], uri: String = "/shop") -> HTTPRequestHead {
    var headers = HTTPHeaders([("Host", "localhost"), ("Content-Type", "application/json")])
    headers.add(contentsOf: more)
    return HTTPRequestHead(version: .http1_1, method: .POST, uri: uri, headers: headers)
  }

  @Test("An answer is found for other spellings of its request; one that may speak of places is not")
  func spellings() throws {
    let (first, second) = (#"{"query":"{ shop { name } }"}"#, #"{"query":"{ shop { name, } }"}"#)
    let third = ByteBuffer(string: #"{"query":"{shop{name}} # again"}"#)
    var table = try table(request(), first, again: second)
    var found = answer(request([("content-length", "32")]), third, in: &table)
    #expect(found != nil)
    found = answer(request(), ByteBuffer(string: #"{"query":"{shop{id}}"}"#), in: &table)
    #expect(found == nil)
    table = try self.table(request(), first, again: second, number: nil)
    found = answer(request(), third, in: &table)
    #expect(found == nil)
    table = try self.table(request(), first, again: second, number: nil, isForAnyFormat: true)
    found = answer(request(), third, in: &table)
    #expect(found != nil)
  }

  @Test("Headers that the engine does not read tell no requests apart; all others do")
  func tracing() throws {
    let body = #"{"query":"{shop{name}}"}"#
    let parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
    var table = try table(
      request([("traceparent", parent), ("X-Request-ID", "1")]), body, reading: HeaderNames(besides: []))
    func isFound(_ head: HTTPRequestHead) -> Bool {
      answer(head, ByteBuffer(string: body), in: &table) != nil
    }
    #expect(isFound(request([("TraceParent", "other"), ("Baggage", "a=1")])))
    #expect(isFound(request()))
    for name in ["authorization", "cookie", "accept", "x-understudy-session", "If-None-Match", "origin"] {
      #expect(!isFound(request([(name, "1")])), "\(name)")
    }
    #expect(!isFound(request(uri: "/shop/~other")))
    table = try self.table(
      request([("X-Request-ID", "1")]), body, reading: HeaderNames(besides: ["x-request-id"]))
    #expect(isFound(request([("X-Request-ID", "1")])) && !isFound(request([("X-Request-ID", "2")])))
    table = try self.table(request([("X-Request-ID", "1")]), body)
    #expect(!isFound(request([("X-Request-ID", "1"), ("X-Other", "1")])))
  }

  @Test("A repeated answer is counted, and reported with the trace id of its own request")
  func repeated() throws {
    let body = ByteBuffer(string: #"{"query":"{shop{name}}"}"#)
    func parent(_ number: Int) -> String { "00-\(number)af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01" }
    for showsTraces in [true, false] {
      let traces = Mutex<[String?]>([])
      let log = AnswerLog(showsBodies: false, showsTraces: showsTraces) { _, _, trace in
        traces.withLock { $0.append(trace) }
      }
      let meter = RequestMeter()
      var answer = answer(1, bytes: 10)
      answer.logged = [
        AnswerLine(endpoint: "shop", session: "a", title: "q", source: .exact, status: 200, meter: meter, log: log)
      ]
      var table = AnswerTable(reading: HeaderNames(besides: []))
      let made = table.wireBytes(of: answer, for: head, generation: 0)
      let wire = try #require(made)
      keep(wire, of: answer, body, in: &table)
      for value in [parent(1), parent(2), "invalid"] {
        var head = head
        head.headers.add(name: "traceparent", value: value)
        let found = self.answer(head, body, in: &table)
        #expect(found == wire)
      }
      #expect(meter.counts.reduce(0, +) == 3)
      let expected = ["1af7651916cd43dd8448eb211c80319c", "2af7651916cd43dd8448eb211c80319c", nil]
      #expect(traces.withLock { $0 } == (showsTraces ? expected : [nil, nil, nil]))
    }
  }

  @Test("More answers than it holds leave the last ones, within the bound")
  func bound() throws {
    var table = AnswerTable(loops: 4)
    for number in 0..<200 {
      let (answer, body) = (answer(number), ByteBuffer(string: "request \(number)"))
      let made = table.wireBytes(of: answer, for: head, generation: 0)
      let wire = try #require(made)
      keep(wire, of: answer, body, in: &table)
      let again = self.answer(head, body, in: &table)
      #expect(again == wire)
      #expect(table.bytes.entries <= AnswerTable.maximumBytes / 4)
      #expect(table.bytes.numbered <= AnswerTable.maximumNumberedBytes)
    }
    let kept = (0..<200).filter {
      answer(head, ByteBuffer(string: "request \($0)"), in: &table) != nil
    }
    #expect(kept.count >= 38 && kept.count < 45 && kept.contains(199), "a full table is not emptied")
  }

  @Test("An answer takes less than twice its bytes, and is counted with what it takes", arguments: [60, 700, 1_500])
  func memory(bytes: Int) throws {
    var table = AnswerTable()
    let made = table.wireBytes(of: answer(1, bytes: bytes), for: head, generation: 0)
    let wire = try #require(made)
    #expect(wire.storageCapacity < 2 * wire.readableBytes)
    #expect(table.bytes.numbered >= wire.storageCapacity)
  }

  @Test("A port has room for 100,000 small answers: whatever came twice is found the third time")
  func room() throws {
    // A fifth of the room, for a fifth of the answers.
    var table = AnswerTable(loops: 5)
    var answer = answer(1, bytes: 60)
    var found = 0
    for _ in 1...3 {
      for number in 0..<20_000 {
        let body = ByteBuffer(
          string: #"{"query":"query Thing($n: Int!) { thing(n: $n) { n } }","variables":{"n":\#(number)}}"#)
        switch table.find(head: request(), body: body, generation: 0) {
        case .answer: found += 1
        case .nothing(let keys):
          answer.number = number
          guard let wire = table.wireBytes(of: answer, for: head, generation: 0),
            let key = table.wanted(keys, for: answer)
          else { continue }
          table.keep(wire, of: answer, for: key, generation: 0)
        }
      }
    }
    #expect(found == 20_000)
  }

  @Test("A body with other headers each time is read once, and others are read for themselves, within the bound")
  func bodies() throws {
    var table = AnswerTable(loops: 4)
    func read(_ number: Int, _ header: Int) throws {
      let text = #"{"query":"{ shop(n: \#(number)) { name, } }","variables":{"n":\#(number)}}"#
      let body = ByteBuffer(string: text)
      let found = keys(request([("authorization", "\(header)")]), body, in: &table)
      let keys = try #require(found)
      #expect(try keys.json == JSON.parse(text.utf8))
      let shortest = #"{"query":"{shop(n:\#(number)){name}}","variables":{"n":\#(number)}}"#
      let other = self.keys(request([("authorization", "\(header)")]), ByteBuffer(string: shortest), in: &table)
      #expect(try keys.shortest == #require(other).exact)
    }
    for header in 0..<4 { try read(0, header) }
    let one = table.bytes.bodies
    #expect(one > 0)
    for number in 1..<4_000 { for header in 0..<2 { try read(number, header) } }
    #expect(table.bytes.bodies > 100 * one && table.bytes.bodies <= AnswerTable.maximumBodyBytes / 4)
    for header in 0..<4 { try read(0, header) }
  }

  @Test("A new generation of recordings makes all answers void")
  func generation() throws {
    var table = AnswerTable()
    let (answer, body) = (answer(1, bytes: 10), ByteBuffer(string: "request"))
    let made = table.wireBytes(of: answer, for: head, generation: 0)
    let wire = try #require(made)
    keep(wire, of: answer, body, in: &table)
    for _ in 0..<2 {
      let void = self.answer(head, body, in: &table, generation: 1)
      #expect(void == nil && table.bytes.entries == 0 && table.bytes.numbered == 0)
    }
  }
}
