/// Sixteen bytes of an endpoint's own that are hashed together with a secret that only the client knows.
///
/// Of the hash one byte is kept, in the place of the secret: enough to tell a wrong password from the right one (255
/// of 256 are), too little to guess it. The salt makes the byte of one endpoint say nothing about another's. It is no
/// secret: it is kept in the endpoint's folder as `redaction-salt`, one line of 32 hexadecimal digits, made by the
/// recorder when it first has something to hide, and committed, so that everybody's requests get the same keys.
package struct RedactionSalt: Hashable, Sendable {
  /// For an endpoint without a salt of its own: nothing of it was ever hidden.
  package static let none = RedactionSalt(unchecked: Array(repeating: 0, count: length))

  /// The file's name in the endpoint's folder.
  package static let fileName = "redaction-salt"
  static let length = 16

  private let bytes: [UInt8]

  /// - Parameter bytes: sixteen bytes made by chance; nil for another number of them.
  package init?(bytes: [UInt8]) {
    guard bytes.count == Self.length else { return nil }
    self.bytes = bytes
  }

  /// A new salt: the one thing of a recording that is made by chance, once for an endpoint.
  package static func random() -> RedactionSalt {
    var generator = SystemRandomNumberGenerator()
    return RedactionSalt(unchecked: (0..<length).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
  }

  private init(unchecked bytes: [UInt8]) { self.bytes = bytes }

  /// Reads the content of the file; `path` is for the message.
  ///
  /// - Throws: `invalidConfiguration` if it is anything but 32 hexadecimal digits and a line's end.
  package init(fileContent: [UInt8], path: String) throws(RecordingError) {
    let digits = fileContent.filter { $0 != 0x0A && $0 != 0x0D }
    guard digits.count == 2 * Self.length, digits.allSatisfy(\.isHexDigit) else {
      throw RecordingError(
        .invalidConfiguration, path, nil,
        "expected one line of \(2 * Self.length) hexadecimal digits. Restore it from version control: with another "
          + "salt, recordings with redacted variables are not found.")
    }
    func value(_ digit: UInt8) -> UInt8 { digit.isDigit ? digit - 0x30 : (digit | 0x20) - 0x61 + 10 }
    bytes = stride(from: 0, to: digits.count, by: 2).map { value(digits[$0]) << 4 | value(digits[$0 + 1]) }
  }

  /// The content of the file.
  package var fileContent: [UInt8] {
    var content: [UInt8] = []
    for byte in bytes { content += Array("0123456789abcdef".utf8).pair(byte) }
    return content + [0x0A]
  }

  /// The one byte that is kept of a secret. The same for the same secret wherever it stands, so that a guesser never
  /// has more than one byte of it.
  package func byte(of secret: some Collection<UInt8>) -> UInt8 {
    var text = Array("understudy-redacted".utf8)
    text.appendPart(bytes)
    text.appendPart(secret)
    return UInt8(truncatingIfNeeded: ContentHash(of: text).prefix(digits: 2))
  }
}

extension [UInt8] {
  /// The two digits of a byte out of this alphabet of sixteen.
  fileprivate func pair(_ byte: UInt8) -> [UInt8] { [self[Int(byte >> 4)], self[Int(byte & 0xF)]] }
}
