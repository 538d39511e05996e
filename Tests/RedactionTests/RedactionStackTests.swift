import Foundation
import OrderedJSON
import RecordingsTestSupport
import Testing

@testable import Recordings
@testable import Redaction

@Suite struct RedactionStackTests {
  /// The depth that bodies may have (`RecordedBody`).
  @Test func `the deepest answer fits on a thread as small as those of macOS`() async throws {
    let text =
      String(repeating: "{\"a\":[", count: 250) + "{\"token\":\"hunter2!x\"}" + String(repeating: "]}", count: 250)
    let body = try JSON.parse(text: "{\"data\":\(text)}")
    let written = await onSmallThread {
      var exchange = try Exchange()
      return try exchange.record("{ a { a { a } } }", answer: body).body.compactText
    }
    #expect(written?.contains("hunter2") == false)
  }

  /// The depth that documents (`ParserLimits`) and variables (`JSONLimits`) may have.
  @Test func `the deepest request fits on a thread as small as those of macOS`() async throws {
    let selections = String(repeating: "{ a", count: 195) + String(repeating: "}", count: 195)
    let list = String(repeating: "[", count: 190) + "{password: \"hunter2!x\"}" + String(repeating: "]", count: 190)
    let value = String(repeating: "[", count: 505) + "{\"password\":\"hunter2!x\"}" + String(repeating: "]", count: 505)
    let variables = try JSON.parse(text: value)
    for document in [selections, "query($v: V) { a(b: \(list)) }"] {
      let written = await onSmallThread {
        var exchange = try Exchange()
        return try exchange.send(document, ["v": variables]).written
      }
      #expect(written?.contains("hunter2") == false)
    }
  }

  private func onSmallThread(_ work: @escaping @Sendable () throws -> String) async -> String? {
    await withCheckedContinuation { continuation in
      let thread = Thread { continuation.resume(returning: try? work()) }
      thread.stackSize = 512 << 10
      thread.start()
    }
  }
}
