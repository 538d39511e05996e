import OrderedJSON
import Testing

@Suite("Civil time")
struct CivilTimeTests {
  @Test(
    "writes known moments",
    arguments: [
      (0, "1970-01-01T00:00:00.000Z"), (951_782_399, "2000-02-28T23:59:59.000Z"),
      (951_782_400, "2000-02-29T00:00:00.000Z"), (1_709_211_909, "2024-02-29T13:05:09.000Z"),
      (-1, "1969-12-31T23:59:59.000Z"), (4_107_542_400, "2100-03-01T00:00:00.000Z"),
      (253_402_300_799, "9999-12-31T23:59:59.000Z"),
    ])
  func known(seconds: Int, text: String) {
    #expect(CivilTime(seconds: seconds).isoDateTime == text)
  }

  @Test(
    "writes milliseconds",
    arguments: [
      (0, "1970-01-01T00:00:00.000Z"), (1_709_211_909_007, "2024-02-29T13:05:09.007Z"),
      (-1, "1969-12-31T23:59:59.999Z"), (-1_000, "1969-12-31T23:59:59.000Z"),
    ] as [(Int64, String)])
  func milliseconds(_ milliseconds: Int64, _ text: String) {
    #expect(CivilTime.isoDateTime(milliseconds: milliseconds) == text)
    #expect(ISOMoment(text)?.microseconds == Int(milliseconds) * 1_000)
  }

  @Test("reads back every date that it writes")
  func roundTrip() {
    for day in stride(from: -40_000, through: 40_000, by: 37) {
      let time = CivilTime(seconds: day * CivilTime.day)
      let (year, month, monthDay) = time.date
      #expect(CivilTime(year: year, month: month, day: monthDay).seconds == time.seconds)
      #expect((1...12).contains(month) && (1...31).contains(monthDay))
    }
  }
}
