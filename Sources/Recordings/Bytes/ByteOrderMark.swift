/// The byte order mark of UTF-8, which some editors and servers write before JSON (RFC 8259, section 8.1 lets readers
/// ignore it).
package enum ByteOrderMark {
  /// The bytes after the mark; all of them if there is none.
  package static func removed(from bytes: [UInt8]) -> [UInt8] {
    isThere(bytes) ? Array(bytes.dropFirst(3)) : bytes
  }

  static func isThere(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0xEF, 0xBB, 0xBF]) }
}
