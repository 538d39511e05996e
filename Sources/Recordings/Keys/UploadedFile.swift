import Crypto
package import OrderedJSON

/// The parts of an uploaded file that a request is matched by: its content, its name and its type.
package struct UploadedFile: Hashable, Sendable {
  package let hash: ContentHash
  /// The number of bytes.
  package let count: Int
  /// The name as the client sent it; nil if it sent none.
  package let name: String?
  /// The media type in lower case, without parameters; nil if the client sent none.
  package let mediaType: String?

  package init(hash: ContentHash, count: Int, name: String? = nil, mediaType: String? = nil) {
    self.hash = hash
    self.count = count
    self.name = name
    self.mediaType = mediaType
  }

  /// The placeholder of the file in the variables: the same for the same content, name and type, whoever sends it. Part
  /// of the recording format (FORMAT.md).
  package var standIn: String {
    // A type has no semicolon, so the name may have any.
    "\(Self.prefix)\(hash.hex) \(count) bytes; \(mediaType ?? ""); \(name ?? "")"
  }

  /// The start of each placeholder.
  package static let prefix = "understudy-file sha256:"
}

extension UploadedFile {
  /// Variables in which each file counts by its content alone, as in recordings made before files had a name and a type.
  ///
  /// - Returns: the variables; nil if no file in them has a name or a type.
  package static func withoutNames(_ variables: JSON) -> JSON? {
    let result = variables.rewritten(scalars: { value in
      guard case .string(let text) = value, text.hasPrefix(prefix) else { return value }
      return .string(String(text.prefix { $0 != ";" }))
    })
    return result == variables ? nil : result
  }
}

/// Makes the hash of a file whose bytes come bit by bit.
package struct FileHasher: Sendable {
  private var hasher = SHA256()
  /// How many bytes came.
  package private(set) var count = 0

  package init() {}

  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    hasher.update(bufferPointer: bytes)
    count += bytes.count
  }

  /// Returns the file when all of it has come.
  package func file(named name: String? = nil, mediaType: String? = nil) -> UploadedFile {
    UploadedFile(hash: ContentHash(hasher.finalize()), count: count, name: name, mediaType: mediaType)
  }
}
