import Crypto
package import OrderedJSON

/// The parts of an uploaded file that a request is matched by: its content, its name and its type.
package struct UploadedFile: Hashable, Sendable {
  package let hash: ContentHash
  package let count: Int
  /// The name as sent; nil if the client sent none.
  package let name: String?
  /// The media type in lowercase, without parameters; nil if the client sent none.
  package let mediaType: String?

  package init(hash: ContentHash, count: Int, name: String? = nil, mediaType: String? = nil) {
    self.hash = hash
    self.count = count
    self.name = name
    self.mediaType = mediaType
  }

  /// The placeholder of the file in the variables, which depends only on content, name and type. Part of the recording
  /// format (RecordingFormat.md).
  package var standIn: String {
    // A type contains no semicolon, so the name may contain any.
    "\(Self.prefix)\(hash.hex) \(count) bytes; \(mediaType ?? ""); \(name ?? "")"
  }

  /// The start of each placeholder.
  package static let prefix = "understudy-file sha256:"
}

extension UploadedFile {
  /// Reduces the files in variables to their content, as in recordings from before files had a name and a type; nil if
  /// no file has a name or a type.
  package static func withoutNames(_ variables: JSON) -> JSON? {
    let result = variables.rewritten(scalars: { value in
      guard case .string(let text) = value, text.hasPrefix(prefix) else { return value }
      return .string(String(text.prefix { $0 != ";" }))
    })
    return result == variables ? nil : result
  }
}

/// Computes the hash of a file whose bytes arrive in pieces.
package struct FileHasher: Sendable {
  private var hasher = SHA256()
  package private(set) var count = 0

  package init() {}

  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    hasher.update(bufferPointer: bytes)
    count += bytes.count
  }

  /// Returns the file when it is complete.
  package func file(named name: String? = nil, mediaType: String? = nil) -> UploadedFile {
    UploadedFile(hash: ContentHash(hasher.finalize()), count: count, name: name, mediaType: mediaType)
  }
}
