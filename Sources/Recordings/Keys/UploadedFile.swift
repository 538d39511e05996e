import Crypto

/// A file that a client uploaded, as far as it counts: its content, and nothing of its name or type.
package struct UploadedFile: Hashable, Sendable {
  package let hash: ContentHash
  /// How many bytes it has.
  package let count: Int

  package init(hash: ContentHash, count: Int) {
    self.hash = hash
    self.count = count
  }

  /// What stands for it in the variables: the same for the same content, whoever sends it. Part of the recording
  /// format (FORMAT.md).
  package var standIn: String { "\(Self.prefix)\(hash.hex) \(count) bytes" }

  /// What each of them begins with.
  package static let prefix = "understudy-file sha256:"
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

  /// The file, when all of it has come.
  package var file: UploadedFile { UploadedFile(hash: ContentHash(hasher.finalize()), count: count) }
}
