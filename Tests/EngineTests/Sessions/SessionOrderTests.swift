import Requests
import Synchronization
import TestSupport
import Testing
import Transports

@testable import Engine

@Suite("The order of requests that are answered beside the event loop")
struct SessionOrderTests {
  /// A session's value, and the values that its readers saw.
  private final class Ledger: Sendable {
    let value = Mutex(0)
    let seen = Mutex<[Int: Int]>([:])
  }

  private let done = Response.now(Answer(status: 200, headers: [:], body: .bytes([])))

  /// Waits a while that differs from request to request.
  private func pause(_ number: Int) async {
    for _ in 0..<(number * 7_919 % 13) { await Task.yield() }
  }

  @Test("Each request sees what those before it have changed, and nothing of those after it", arguments: 0..<8)
  func order(seed: Int) async {
    let order = SessionOrder()
    let ledgers = [Ledger(), Ledger()]
    var responses: [Response] = []
    var expected: [[Int: Int]] = [[:], [:]]
    var values = [0, 0]
    for number in 0..<200 {
      let (which, changes) = ((number * 31 + seed) % 2, (number * 17 + seed * 5) % 3 == 0)
      let ledger = ledgers[which]
      if changes { values[which] += number } else { expected[which][number] = values[which] }
      responses.append(
        order.later("\(which)", changes: changes) { [self] in
          await pause(number)
          if changes {
            ledger.value.withLock { $0 += number }
          } else {
            ledger.seen.withLock { seen in seen[number] = ledger.value.withLock { $0 } }
          }
          return done
        })
    }
    for response in responses { _ = await response.answer }
    for (ledger, expected) in zip(ledgers, expected) { #expect(ledger.seen.withLock { $0 } == expected) }
    #expect(!order.isHeld("0", changes: true) && !order.isHeld("1", changes: true))
  }

  @Test("A read is held by a change alone, a change by both, and other sessions by nothing")
  func held() async {
    let order = SessionOrder()
    let gate = AsyncStream<Void>.makeStream()
    let read = order.later("a", changes: false) { [done] in
      for await _ in gate.stream {}
      return done
    }
    #expect(!order.isHeld("a", changes: false) && order.isHeld("a", changes: true))
    #expect(!order.isHeld("b", changes: true))
    let change = order.later("a", changes: true) { [done] in done }
    #expect(order.isHeld("a", changes: false))
    gate.continuation.finish()
    _ = await read.answer
    _ = await change.answer
    #expect(!order.isHeld("a", changes: true))
  }
}
