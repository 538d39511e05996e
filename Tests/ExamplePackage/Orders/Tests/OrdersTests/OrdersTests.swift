import Foundation
import Testing
import UnderstudyTesting

/// The test that used to mix its cases: all of them log in, count, buy and count again, and only the item differs.
@Suite("Orders", .understudy("orders", upstream: ProcessInfo.processInfo.environment["ORDERS_UPSTREAM"]))
struct OrdersTests {
  @Test(arguments: Items.chosen) func countGoesUp(item: String) async throws {
    let understudy = try Understudy.current
    try Transcript.noteStart(of: item)
    var shop = Shop(url: understudy.url)
    try await shop.logIn()
    let before = try await shop.orderCount()
    let order = try await shop.buy(item)
    let after = try await shop.orderCount()
    #expect(after > before)
    // Each case has its own answers, not those of another case.
    let transcript = "\(before) \(order) \(after)\n"
    if understudy.mode == .record {
      try Transcript.write(transcript, of: item)
    } else {
      #expect(transcript == (try Transcript.read(of: item)))
      #expect(understudy.requests.map(\.source) == [.exact, .exact, .exact, .exact])
    }
  }
}
