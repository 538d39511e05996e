import NIOHTTP1
import OrderedJSON
import Transports

/// The bytes of a request that identify its answer in the table, or those of a body.
///
/// All of the head is included but the body's length, since its bytes are included, and headers that the engine does not
/// read, such as tracing headers, which differ in each request.
struct RequestKey: Hashable {
  private var bytes: [UInt8] = []
  /// The number of bytes before the body.
  private var headCount = 0

  var count: Int { bytes.count }

  /// A copy in memory of its own, at its exact size.
  var copy: RequestKey {
    var copy = RequestKey()
    copy.bytes.reserveCapacity(bytes.count)
    copy.bytes += bytes
    return copy
  }

  /// Takes the bytes of another request, reusing memory, and the origin of its tunnel. Skips headers that are
  /// not in `names`.
  mutating func set(
    _ head: HTTPRequestHead, _ body: UnsafeRawBufferPointer, in place: String?, reading names: HeaderNames
  ) {
    bytes.removeAll(keepingCapacity: true)
    // No method has the colon of an origin.
    if let place { append(place) }
    append(head.method.rawValue)
    append(head.uri)
    bytes.append(UInt8(truncatingIfNeeded: head.version.minor))
    for (name, value) in head.headers where !Self.isLength(name) && names.contains(name) {
      append(name)
      append(value)
    }
    headCount = bytes.count
    bytes.append(contentsOf: body)
  }

  /// Takes the bytes of another request with another body, reusing memory.
  mutating func set(_ other: RequestKey, body: UnsafeRawBufferPointer) {
    bytes.removeAll(keepingCapacity: true)
    bytes.append(contentsOf: other.bytes[..<other.headCount])
    headCount = bytes.count
    bytes.append(contentsOf: body)
  }

  /// Takes the bytes of a body alone, reusing memory.
  mutating func set(_ body: UnsafeRawBufferPointer) {
    bytes.removeAll(keepingCapacity: true)
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
  /// The body, which was parsed for its shortest form; nil if it is not JSON.
  var json: JSON?
}
