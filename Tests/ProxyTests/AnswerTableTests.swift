import Engine
import NIOCore
import NIOHTTP1
import Testing
import Transports

@testable import Proxy

@Suite("The table of answers that were given before")
struct AnswerTableTests {
  private let head = HTTPRequestHead(version: .http1_1, method: .POST, uri: "/shop", headers: ["host": "localhost"])

  private func answer(_ number: Int, bytes: Int = 1_000_000) -> Answer {
    var answer = Answer(status: 200, headers: [:], body: .bytes(Array(repeating: UInt8(number % 256), count: bytes)))
    answer.number = number
    return answer
  }

  @Test("More answers than it holds leave the last ones, within the bound")
  func bound() throws {
    var table = AnswerTable()
    for number in 0..<200 {
      let (answer, body) = (answer(number), ByteBuffer(string: "request \(number)"))
      let made = table.wireBytes(of: answer, for: head, generation: 0)
      let wire = try #require(made)
      table.keep(wire, of: answer, head: head, body: body, generation: 0)
      let again = table.answer(head: head, body: body, generation: 0)
      #expect(again == wire)
      #expect(table.bytes.entries <= AnswerTable.maximumBytes)
      #expect(table.bytes.numbered <= AnswerTable.maximumNumberedBytes)
    }
    let kept = (0..<200).filter {
      table.answer(head: head, body: ByteBuffer(string: "request \($0)"), generation: 0) != nil
    }
    #expect(kept.count >= 38 && kept.count < 45 && kept.contains(199), "a full table is not emptied")
  }

  @Test("A new generation of recordings makes all answers void")
  func generation() throws {
    var table = AnswerTable()
    let (answer, body) = (answer(1, bytes: 10), ByteBuffer(string: "request"))
    let made = table.wireBytes(of: answer, for: head, generation: 0)
    let wire = try #require(made)
    table.keep(wire, of: answer, head: head, body: body, generation: 0)
    for _ in 0..<2 {
      let void = table.answer(head: head, body: body, generation: 1)
      #expect(void == nil && table.bytes == (0, 0))
    }
  }
}
