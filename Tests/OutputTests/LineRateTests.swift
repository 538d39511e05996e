import Output
import Synchronization
import Testing

@Suite("The lines of a log in a second")
struct LineRateTests {
  @Test("past the limit are counted, until the next second")
  func counts() {
    let rate = LineRate(limit: 3)
    var now: UInt64 = 0
    func admitted(_ count: Int) -> Int { (0..<count).filter { _ in rate.admits { now } }.count }
    #expect(admitted(10) == 3)
    #expect(rate.takeSkipped() == 7)
    #expect(rate.takeSkipped() == 0)
    now = 999_999_999
    #expect(admitted(2) == 0)
    now = 1_000_000_000
    #expect(admitted(10) == 3)
    #expect(rate.takeSkipped() == 9)
    // A slow log never reaches the limit in its second.
    for second: UInt64 in 2..<100 {
      now = second * 1_000_000_000
      #expect(admitted(2) == 2)
    }
  }
}
