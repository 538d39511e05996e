/// The UTF-8 byte order mark, which some editors and servers write before JSON. Readers may ignore it (RFC 8259,
/// section 8.1).
package enum ByteOrderMark {
  /// The bytes after the mark; all of them if there is none.
  package static func removed(from bytes: [UInt8]) -> [UInt8] {
    isThere(bytes) ? Array(bytes.dropFirst(3)) : bytes
  }

  static func isThere(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0xEF, 0xBB, 0xBF]) }
}
