import OrderedJSON
package import Recordings

/// The salt of an endpoint: sixteen bytes that are hashed together with each secret that only the client knows.
///
/// One byte of the hash replaces the secret. It distinguishes a wrong password from the right one in 255 of 256 cases,
/// and is too little to guess the password. With the salt, the byte of one endpoint reveals nothing about another.
///
/// The salt is public. The recorder writes it to `redaction-salt` in the endpoint's folder, one line of 32 hexadecimal
/// digits, when it first redacts something. Commit the file. A new salt is derived from the endpoint's name, so two
/// branches write the same file. Older versions generated a random one, which stays valid.
package struct RedactionSalt: Hashable, Sendable {
  package static let fileName = "redaction-salt"
  static let length = 16

  private let bytes: [UInt8]

  /// The salt of an endpoint without a salt file.
  package init(endpoint name: String) {
    var text = Array("understudy-redaction-salt".utf8)
    text.appendPart(name.utf8)
    var hash: [UInt8] = []
    ContentHash(of: text).append(to: &hash)
    bytes = Array(hash.prefix(Self.length))
  }

  /// Parses the content of the file. `path` is for the message.
  ///
  /// - Throws: `invalidConfiguration` unless it is 32 hexadecimal digits and a line end.
  package init(fileContent: [UInt8], path: String) throws(RecordingError) {
    let text = fileContent.filter { $0 != 0x0A && $0 != 0x0D }
    let digits = text.compactMap(\.hexDigit)
    guard text.count == 2 * Self.length, digits.count == text.count else {
      throw RecordingError(
        .invalidConfiguration, path, nil,
        "is not a redaction salt: expected one line of \(2 * Self.length) hexadecimal digits. Restore it from version control: with another "
          + "salt, recordings with redacted variables do not match.")
    }
    bytes = stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }

  package var fileContent: [UInt8] {
    var content: [UInt8] = []
    for byte in bytes { content += Array("0123456789abcdef".utf8).pair(byte) }
    return content + [0x0A]
  }

  /// The byte of the hash that replaces a secret. It is the same everywhere, so that an attacker never gets more than
  /// one byte.
  package func byte(of secret: some Collection<UInt8>) -> UInt8 {
    UInt8(truncatingIfNeeded: hash(of: secret).prefix(digits: 2))
  }

  /// The hash that identifies a secret in memory. It is never written.
  func hash(of secret: some Collection<UInt8>) -> ContentHash {
    var text = Array("understudy-redacted".utf8)
    text.appendPart(bytes)
    text.appendPart(secret)
    return ContentHash(of: text)
  }
}

extension [UInt8] {
  /// The two digits of a byte, from this alphabet of sixteen.
  fileprivate func pair(_ byte: UInt8) -> [UInt8] { [self[Int(byte >> 4)], self[Int(byte & 0xF)]] }
}

extension RecordingError {
  /// The salt file changed while a recorder was running.
  package static func foreignSalt(_ path: String) -> RecordingError {
    RecordingError(
      .invalidConfiguration, "\(path)/\(RedactionSalt.fileName)", nil,
      "changed while this recorder was running. Restart the recorder.")
  }
}

extension EndpointFolder {
  /// The salt of the endpoint's redaction; nil if there is none.
  package func salt() throws(RecordingError) -> RedactionSalt? {
    let file = "\(path)/\(RedactionSalt.fileName)"
    guard let bytes = try FileReading.bytes(ifPresent: file) else { return nil }
    return try RedactionSalt(fileContent: bytes, path: file)
  }

  /// Writes the salt of the endpoint's redaction, unless there is one. Returns the salt on disk, which another recorder
  /// may have written first.
  package func writeSaltIfAbsent(_ salt: RedactionSalt) throws(RecordingError) -> RedactionSalt {
    try FileWriting.makeFolders(path)
    return try FileWriting.change(RedactionSalt.fileName, inFolder: path) { old throws(RecordingError) in
      if let old {
        (try RedactionSalt(fileContent: old, path: "\(path)/\(RedactionSalt.fileName)"), nil)
      } else {
        (salt, salt.fileContent)
      }
    }
  }
}
