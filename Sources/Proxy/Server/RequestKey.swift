import NIOHTTP1
import OrderedJSON

/// The bytes of a request that identify its answer in the table.
///
/// All of the head is included, so that no header that matters to the engine is overlooked. The only exceptions are the
/// body's length, since its bytes are included, and tracing headers, which differ in each request.
struct RequestKey: Hashable {
  private var bytes: [UInt8] = []

  var count: Int { bytes.count }

  /// A copy in memory of its own, at its exact size.
  var copy: RequestKey {
    var copy = RequestKey()
    copy.bytes.reserveCapacity(bytes.count)
    copy.bytes += bytes
    return copy
  }

  /// Takes the bytes of another request, reusing memory, and the origin of its tunnel. Skips the headers in `tracing`.
  mutating func set(
    _ head: HTTPRequestHead, _ body: UnsafeRawBufferPointer, in place: String?, without tracing: TracingHeaders
  ) {
    bytes.removeAll(keepingCapacity: true)
    // No method has the colon of an origin.
    if let place { append(place) }
    append(head.method.rawValue)
    append(head.uri)
    bytes.append(UInt8(truncatingIfNeeded: head.version.minor))
    for (name, value) in head.headers where !tracing.contains(name) && !Self.isLength(name) {
      append(name)
      append(value)
    }
    bytes.append(contentsOf: body)
  }

  /// The length keeps `ab`, `c` and `a`, `bc` apart.
  private mutating func append(_ text: String) {
    withUnsafeBytes(of: UInt32(truncatingIfNeeded: text.utf8.count)) { bytes.append(contentsOf: $0) }
    bytes.append(contentsOf: text.utf8)
  }

  private static func isLength(_ name: String) -> Bool {
    name.utf8.count == 14 && name.equalsIgnoringASCIICase("content-length")
  }

  static func == (left: RequestKey, right: RequestKey) -> Bool { left.bytes.hasSameBytes(as: right.bytes) }

  func hash(into hasher: inout Hasher) { bytes.withUnsafeBytes { hasher.combine(bytes: $0) } }
}

/// The keys of a request: of its bytes, and of its shortest form if that differs.
struct RequestKeys {
  let exact: RequestKey
  var shortest: RequestKey?
}

/// The headers that trace a request through logs and services, and differ in each request.
struct TracingHeaders {
  /// The names by length, which rules out most others without reading them.
  private let names: [[String]]

  /// W3C Trace Context and Baggage, B3, and widely used services.
  private static let known = [
    "traceparent", "tracestate", "baggage", "x-request-id", "request-id", "x-correlation-id", "b3", "x-b3-traceid",
    "x-b3-spanid", "x-b3-parentspanid", "x-b3-sampled", "x-b3-flags", "sentry-trace", "x-datadog-trace-id",
    "x-datadog-parent-id", "x-datadog-sampling-priority", "x-datadog-origin", "x-datadog-tags", "newrelic",
    "uber-trace-id", "x-amzn-trace-id", "x-cloud-trace-context",
  ]

  /// The headers in `identifying`, in lower case, identify the caller by a rule and are not skipped.
  init(besides identifying: Set<String> = []) {
    let names = Self.known.filter { !identifying.contains($0) }
    let longest = names.reduce(0) { max($0, $1.utf8.count) }
    self.names = (0...longest).map { length in names.filter { $0.utf8.count == length } }
  }

  func contains(_ name: String) -> Bool {
    let length = name.utf8.count
    return length < names.count && names[length].contains { $0.equalsIgnoringASCIICase(name) }
  }
}
