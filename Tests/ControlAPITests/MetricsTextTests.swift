import ControlAPI
import Requests
import Testing

@Suite("The text form of metrics")
struct MetricsTextTests {
  @Test("Names, labels and help texts are written as the format says, with their escapes")
  func escapes() {
    var metrics = MetricsText()
    metrics.begin("a_total", .counter, help: "A \"b\" \\ c\nd")
    metrics.add("a_total", [("endpoint", "a\"b\\c\nd"), ("source", "é")], 3)
    metrics.add("b", [], 1)
    #expect(
      metrics.text == #"""
        # HELP a_total A "b" \\ c\nd
        # TYPE a_total counter
        a_total{endpoint="a\"b\\c\nd",source="é"} 3
        b 1

        """#)
  }

  @Test("Each bucket has the times of those below it, and the last one all")
  func histogram() {
    var metrics = MetricsText()
    metrics.add("t", [("source", "exact")], bounds: [500_000, 10_000_000_000], counts: [1, 0, 2], nanoseconds: 1_500)
    #expect(
      metrics.text == """
        t_bucket{source="exact",le="0.0005"} 1
        t_bucket{source="exact",le="10.0"} 1
        t_bucket{source="exact",le="+Inf"} 3
        t_sum{source="exact"} 0.0000015
        t_count{source="exact"} 3

        """)
  }

  @Test(
    "Times are decimal numbers of seconds without loss",
    arguments: [
      (0, "0.0"), (1, "0.000000001"), (100_000, "0.0001"), (1_000_000_000, "1.0"),
      (UInt64.max, "18446744073.709551615"),
    ])
  func seconds(_ nanoseconds: UInt64, _ text: String) { #expect(MetricsText.seconds(nanoseconds) == text) }
}

@Suite("Counts of requests")
struct RequestMetersTests {
  @Test("A time is in the first bucket whose bound is not below it, and in no other")
  func buckets() {
    for (index, bound) in RequestMeter.bounds.enumerated() {
      let meter = RequestMeter()
      meter.add(nanoseconds: bound)
      meter.add(nanoseconds: bound + 1)
      var expected = [UInt64](repeating: 0, count: RequestMeter.bounds.count + 1)
      expected[index] += 1
      expected[index + 1] += 1
      #expect(meter.counts == expected)
      #expect(meter.nanoseconds == 2 * bound + 1)
    }
    #expect(RequestMeter.bounds == RequestMeter.bounds.sorted())
  }

  @Test("The number of meters is bounded, and nothing is lost past it")
  func bound() {
    let meters = RequestMeters()
    for number in 0..<5_000 { meters.meter("host\(number)", "upstream").add(nanoseconds: 0) }
    #expect(meters.all.count == 2_001)
    #expect(meters.all.reduce(0) { $0 + $1.meter.counts.reduce(0, +) } == 5_000)
    #expect(meters.meter("host7", "upstream") === meters.meter("host7", "upstream"))
  }

  @Test("Threads that add at once lose nothing")
  func threads() async {
    let meter = RequestMeter()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 { group.addTask { for number in 0..<1_000 { meter.add(nanoseconds: UInt64(number) * 10_000) } } }
    }
    #expect(meter.counts.reduce(0, +) == 8_000)
    #expect(meter.nanoseconds == 8 * 499_500 * 10_000)
  }
}

@Suite("Readiness")
struct ReadinessTests {
  @Test("Ready if no check has a problem and none is noted; the problems are in the order of their names")
  func problems() {
    let readiness = Readiness()
    #expect(readiness.problems.isEmpty)
    readiness.add(ReadinessCheck("session store") { nil })
    #expect(readiness.problems.isEmpty)
    readiness.add(ReadinessCheck("b") { "broken" })
    readiness.note("a", problem: "begins")
    #expect(readiness.problems.map(\.name) == ["a", "b"])
    #expect(readiness.problems.map(\.problem) == ["begins", "broken"])
    readiness.note("a", problem: nil)
    #expect(readiness.problems.map(\.name) == ["b"])
  }
}
