import OrderedJSON
import Recordings

/// The recordings of queries, by the arguments and directives of one root field, or by the keys of the objects in their
/// answers, for one generation of the files. The answers to other queries may be derived from them.
struct DonorIndex: Sendable {
  /// A recording's file.
  struct File: Sendable {
    let folder: String
    let name: String
    /// The hash of its key.
    let hash: ContentHash
  }

  let generation: UInt64
  private var files: [File] = []
  private var numbers: [ContentHash: [Int32]] = [:]
  private var samples: [ContentHash: [Sample]] = [:]
  private(set) var heldBytes = 500

  /// The first recordings of an operation.
  private struct Sample {
    let folder: String
    /// The names of the fields that the operation selects.
    let fields: Set<String>
    private(set) var files: [Int32] = []

    static let limit = 8

    mutating func note(_ number: Int32) {
      if files.count < Self.limit { files.append(number) }
    }
  }

  /// The approximate bytes past which no more recordings are added.
  static let byteLimit = 128 << 20

  init(generation: UInt64) { self.generation = generation }

  /// True if no more recordings are added. What is derived from the others stays right.
  var isFull: Bool { heldBytes > Self.byteLimit }

  /// Adds a recording with the hashes of its root fields or keys. Those of one operation are added one after the other.
  mutating func note(_ stored: StoredRecording, _ hashes: [ContentHash], fields: Set<String>) {
    let number = Int32(files.count)
    files.append(File(folder: stored.folder, name: stored.file, hash: stored.key.hash))
    heldBytes += 150 + stored.file.utf8.count
    let caller = Self.caller(stored.key)
    if samples[caller]?.last?.folder != stored.folder {
      samples[caller, default: []].append(Sample(folder: stored.folder, fields: fields))
      heldBytes += 300 + 50 * fields.count
    }
    if let last = samples[caller]?.indices.last { samples[caller]?[last].note(number) }
    for place in [caller] + hashes.map({ Self.place($0, caller) }) {
      numbers[place, default: []].append(number)
      heldBytes += 60
    }
  }

  /// Returns the recordings with a root field or a key that are of the same caller and headers as a request, in the order
  /// of folders and files.
  func files(with hash: ContentHash, as asked: OperationKey) -> [File] {
    (numbers[Self.place(hash, Self.caller(asked))] ?? []).map { files[Int($0)] }
  }

  /// Returns the recordings with a root field or a key that are of other callers, or have other headers.
  func files(with hash: ContentHash, notAs asked: OperationKey) -> [File] {
    let own = Self.caller(asked)
    return samples.keys.filter { $0 != own }.sorted { $0.hex < $1.hex }.flatMap { caller in
      (numbers[Self.place(hash, caller)] ?? []).map { files[Int($0)] }
    }
  }

  /// Returns the first recordings of the operations with the most of these fields, of the same caller and headers.
  func files(withMostOf fields: Set<String>, as asked: OperationKey) -> [File] {
    let own = samples[Self.caller(asked)] ?? []
    let ranked = own.enumerated().map { (offset: $0, count: fields.count(where: $1.fields.contains)) }
    let first = ranked.sorted { ($1.count, $0.offset) < ($0.count, $1.offset) }.prefix(Sample.limit)
    return first.flatMap { own[$0.offset].files.map { files[Int($0)] } }
  }

  /// Returns the first recordings of the same caller and headers.
  func files(as asked: OperationKey, limit: Int) -> [File] {
    (numbers[Self.caller(asked)] ?? []).prefix(limit).map { files[Int($0)] }
  }

  static func hash(ofKey key: String) -> ContentHash { ContentHash(ofParts: [key]) }

  private static func caller(_ key: OperationKey) -> ContentHash {
    ContentHash(ofParts: [key.identity.description] + key.headers.flatMap { [$0.name, $0.value] })
  }

  private static func place(_ hash: ContentHash, _ caller: ContentHash) -> ContentHash {
    ContentHash(ofParts: [hash.hex, caller.hex])
  }
}
