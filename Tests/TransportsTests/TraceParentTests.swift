import Testing
import Transports

/// The header `traceparent`, by section 3.2 of W3C Trace Context.
@Suite("traceparent")
struct TraceParentTests {
  private static let trace = "0af7651916cd43dd8448eb211c80319c"
  private static let example = "00-\(trace)-b7ad6b7169203331-01"

  @Test(
    "The trace id of a valid value, also of a later version",
    arguments: [
      example, "00-\(trace)-b7ad6b7169203331-00", "cc-\(trace)-b7ad6b7169203331-01",
      "01-\(trace)-b7ad6b7169203331-01-and-more",
    ])
  func valid(_ value: String) { #expect(TraceParent.traceID(value) == Self.trace) }

  @Test(
    "An invalid value has none",
    arguments: [
      "", "0", "\(example)-more", "ff-\(trace)-b7ad6b7169203331-01", "01-\(trace)-b7ad6b7169203331-01.more",
      "00-00000000000000000000000000000000-b7ad6b7169203331-01", "00-\(trace)-0000000000000000-01",
      "00-\(trace.uppercased())-b7ad6b7169203331-01", "00-\(trace)-b7ad6b7169203331-0x",
      "0-\(trace)-b7ad6b7169203331-011", "00_\(trace)-b7ad6b7169203331-01", "00-\(trace)-b7ad6b7169203331",
      " \(example)", "00-\(trace.dropLast())é-b7ad6b7169203331-01",
    ])
  func invalid(_ value: String) { #expect(TraceParent.traceID(value) == nil) }

  @Test("With any byte replaced by another letter, a value is invalid")
  func bytes() {
    for index in Self.example.indices {
      var value = Self.example
      value.replaceSubrange(index...index, with: "g")
      #expect(TraceParent.traceID(value) == nil, "\(value)")
    }
  }

  @Test("Of two headers, none is valid")
  func headers() {
    #expect(TraceParent.traceID(in: ["TraceParent": Self.example]) == Self.trace)
    #expect(TraceParent.traceID(in: ["traceparent": Self.example, "Traceparent": Self.example]) == nil)
    #expect(TraceParent.traceID(in: [:]) == nil)
  }
}
