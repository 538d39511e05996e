import OrderedJSON

/// The header `traceparent` of W3C Trace Context, which names the trace that a request belongs to.
package enum TraceParent {
  package static let header = "traceparent"

  /// Returns the trace id of a header value, 32 hexadecimal digits; nil if the value is invalid.
  ///
  /// A later version of the format may append fields, which are ignored (section 3.2.4 of the specification).
  package static func traceID(_ value: String) -> String? {
    let bytes = Array(value.utf8)
    guard bytes.count >= 55, bytes.count <= 512, bytes[2] == dash, bytes[35] == dash, bytes[52] == dash,
      isHex(bytes[0..<2]), isID(bytes[3..<35]), isID(bytes[36..<52]), isHex(bytes[53..<55])
    else { return nil }
    switch (bytes[0], bytes[1]) {
    case (letterF, letterF): return nil
    case (zero, zero): if bytes.count != 55 { return nil }
    default: if bytes.count > 55, bytes[55] != dash { return nil }
    }
    return String(decoding: bytes[3..<35], as: UTF8.self)
  }

  /// Returns the trace id of a request; nil without a valid header, or with several.
  package static func traceID(in headers: HeaderList) -> String? { traceID(of: HeaderList(headers.all)[all: header]) }

  /// Returns the trace id of a request with these values of the header; nil without a valid one, or with several.
  package static func traceID(of values: [String]) -> String? { values.count == 1 ? traceID(values[0]) : nil }

  private static let dash = UInt8(ascii: "-")
  private static let zero = UInt8(ascii: "0")
  private static let letterF = UInt8(ascii: "f")

  /// True if all are hexadecimal digits in lower case, the only ones that the format allows.
  private static func isHex(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.allSatisfy(\.isLowerHexDigit)
  }

  /// True for an id, which must not be zero.
  private static func isID(_ bytes: ArraySlice<UInt8>) -> Bool { isHex(bytes) && bytes.contains { $0 != zero } }
}
