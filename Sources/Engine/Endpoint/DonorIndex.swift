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
  fileprivate struct Sample {
    let folder: String
    /// The names of the fields that the operation selects.
    let fields: Set<String>
    var files: [Int32] = []

    static let limit = 8
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
    samples[caller]?.noteFile(number)
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
    let ranked = (samples[Self.caller(asked)] ?? []).map {
      (sample: $0, count: fields.count(where: $0.fields.contains))
    }
    let most = ranked.map(\.count).sorted(by: >).prefix(Sample.limit).last ?? 0
    return ranked.filter { $0.count >= most }.sorted { $0.count > $1.count }.prefix(Sample.limit)
      .flatMap { $0.sample.files.map { files[Int($0)] } }
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

extension [DonorIndex.Sample] {
  fileprivate mutating func noteFile(_ number: Int32) {
    guard let last = indices.last, self[last].files.count < DonorIndex.Sample.limit else { return }
    self[last].files.append(number)
  }
}
