import OrderedJSON

#if canImport(Glibc)
  @preconcurrency import Glibc
#elseif canImport(Musl)
  @preconcurrency import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Whole lines to the standard streams, each in one write, so that lines of several threads do not mix.
enum Terminal {
  static func out(_ line: String) { write(line, to: STDOUT_FILENO) }
  static func out(_ json: JSON) { write(json.compactText, to: STDOUT_FILENO) }
  static func err(_ line: String) { write(line, to: STDERR_FILENO) }

  private static func write(_ line: String, to descriptor: Int32) {
    let bytes = Array((line + "\n").utf8)
    var start = 0
    while start < bytes.count {
      let count = bytes[start...].withUnsafeBytes { unsafe_write(descriptor, $0) }
      // A reader that went away takes the lines with it; the work goes on.
      guard count > 0 else { return }
      start += count
    }
  }

  private static func unsafe_write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    #if canImport(Darwin)
      Darwin.write(descriptor, bytes.baseAddress, bytes.count)
    #elseif canImport(Musl)
      Musl.write(descriptor, bytes.baseAddress, bytes.count)
    #else
      Glibc.write(descriptor, bytes.baseAddress, bytes.count)
    #endif
  }
}
