import Recordings
import Replay

/// Recordings that answers were derived from, in the form that the next derivation needs.
final class DonorCache: Sendable {
  /// A recording's answers in one state, for one generation of the files.
  struct Place: Hashable {
    let file: String
    let key: ContentHash
    let state: String
    /// An inferred answer may be the last of several.
    let count: Int
    let generation: UInt64
  }

  /// A recording, read from its file.
  struct Read: Sendable {
    let key: OperationKey
    let operation: StatedOperation
    let index: KeyIndex
    /// The generation of the index.
    let generation: UInt64
  }

  /// By the file's path below the endpoint's folder.
  let read = BoundedCache<String, Read>(byteLimit: 32 << 20)
  /// Nil for a recording that nothing can be derived from.
  let donors = BoundedCache<Place, Donor?>(byteLimit: 32 << 20)
  /// The objects in several donors, by the hash of these; nil if there are too many.
  let objects = BoundedCache<ContentHash, RecordedObjects?>(byteLimit: 32 << 20)
}
