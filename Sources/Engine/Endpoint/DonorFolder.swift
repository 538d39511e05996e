import OrderedJSON
import Recordings

/// The recordings of one operation by their root fields, from which the answers to other queries may be derived.
struct DonorFolder: Sendable {
  let generation: UInt64
  private var files: [ContentHash: [(hash: ContentHash, file: String)]] = [:]
  private(set) var heldBytes = 500

  init(generation: UInt64) { self.generation = generation }

  /// Adds a recording with the hashes of its root fields.
  mutating func note(_ stored: StoredRecording, _ roots: Set<ContentHash>) {
    for root in roots {
      files[Self.place(root, stored.key), default: []].append((stored.key.hash, stored.file))
      heldBytes += 200 + stored.file.utf8.count
    }
  }

  /// Returns the recordings with one of these root fields that are of the same caller and headers as a request, sorted
  /// by name.
  func files(with roots: Set<ContentHash>, as asked: OperationKey) -> [(hash: ContentHash, file: String)] {
    var seen: Set<ContentHash> = []
    return roots.flatMap { files[Self.place($0, asked)] ?? [] }
      .filter { seen.insert($0.hash).inserted }
      .sorted { $0.file.precedesByScalars($1.file) }
  }

  private static func place(_ root: ContentHash, _ key: OperationKey) -> ContentHash {
    ContentHash(ofParts: [root.hex, key.identity.description] + key.headers.flatMap { [$0.name, $0.value] })
  }
}
