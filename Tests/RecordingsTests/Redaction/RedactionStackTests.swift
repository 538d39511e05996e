import Foundation
import OrderedJSON
import Testing

@testable import Recordings

@Suite struct RedactionStackTests {
  /// The depth that bodies may have (`RecordedBody`), on a thread as small as those of macOS.
  @Test func `the deepest answer fits on a thread of 512 kB`() async throws {
    let text =
      String(repeating: "{\"a\":[", count: 250) + "{\"token\":\"hunter2!x\"}" + String(repeating: "]}", count: 250)
    let body = try JSON.parse(text: "{\"data\":\(text)}")
    let written: String = await withCheckedContinuation { continuation in
      let thread = Thread {
        var exchange = try? Exchange()
        let result = try? exchange?.record("{ a { a { a } } }", answer: body)
        continuation.resume(returning: result?.body.compactText ?? "hunter2 failed")
      }
      thread.stackSize = 512 << 10
      thread.start()
    }
    #expect(!written.contains("hunter2"))
  }
}
