import OrderedJSON
import Recordings

/// The recordings of all queries that select one root field, by its arguments and directives, for one generation of the
/// files. The answers to other queries may be derived from them.
struct DonorIndex: Sendable {
  /// A recording's file.
  struct File: Sendable {
    let folder: String
    let name: String
    /// The hash of its key.
    let hash: ContentHash
  }

  let generation: UInt64
  private var files: [ContentHash: [File]] = [:]
  private(set) var heldBytes = 500

  /// The approximate bytes past which no more recordings are added.
  static let byteLimit = 128 << 20

  init(generation: UInt64) { self.generation = generation }

  /// True if no more recordings are added. What is derived from the others stays right.
  var isFull: Bool { heldBytes > Self.byteLimit }

  /// Adds a recording with the hash of its root field.
  mutating func note(_ stored: StoredRecording, _ root: ContentHash) {
    files[Self.place(root, stored.key), default: []].append(
      File(folder: stored.folder, name: stored.file, hash: stored.key.hash))
    heldBytes += 250 + stored.file.utf8.count
  }

  /// Returns the recordings with a root field that are of the same caller and headers as a request, in the order of
  /// folders and files.
  func files(with root: ContentHash, as asked: OperationKey) -> [File] { files[Self.place(root, asked)] ?? [] }

  private static func place(_ root: ContentHash, _ key: OperationKey) -> ContentHash {
    ContentHash(ofParts: [root.hex, key.identity.description] + key.headers.flatMap { [$0.name, $0.value] })
  }
}
