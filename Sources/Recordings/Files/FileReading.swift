/// Reads files next to the recordings, with the same limits and errors.
package enum FileReading {
  /// The names of the files in a folder, sorted, without hidden ones; empty if the folder does not exist.
  package static func names(inFolder path: String) throws(RecordingError) -> [String] {
    try names(inFolder: path) { $0 == .file || $0 == .symbolicLink }
  }

  /// The names of the folders in a folder, sorted, without hidden ones; empty if the folder does not exist.
  package static func folders(inFolder path: String) throws(RecordingError) -> [String] {
    try names(inFolder: path) { $0 == .folder }
  }

  private static func names(
    inFolder path: String, where isWanted: (EntryKind) -> Bool
  ) throws(RecordingError) -> [String] {
    var names: [String] = []
    _ = try attempt { () throws(FileFailure) in
      try Files.list(path) { entry, kind, _ in
        guard isWanted(kind), entry.first != UInt8(ascii: ".") else { return }
        names.append(String(decoding: entry, as: UTF8.self))
      }
    }
    return names.sorted()
  }

  package static func exists(_ path: String) throws(RecordingError) -> Bool { try Files.currentStamp(path) != nil }

  /// The stamp of a file, which changes with it; nil if there is none.
  package static func stamp(of path: String) throws(RecordingError) -> FileStamp? { try Files.currentStamp(path) }

  /// The size of a file, in bytes; 0 if there is none.
  package static func size(of path: String) throws(RecordingError) -> Int { try Files.currentStamp(path)?.size ?? 0 }

  /// The size limit of a file, in bytes.
  package static let limit = 64 << 20

  package static func bytes(of path: String) throws(RecordingError) -> [UInt8] { try read(path).bytes }

  /// The bytes of a file; nil if there is none.
  package static func bytes(ifPresent path: String) throws(RecordingError) -> [UInt8]? {
    try read(ifPresent: path)?.bytes
  }

  /// The bytes of a file, at most `limit`, and its stamp.
  static func read(_ path: String) throws(RecordingError) -> (bytes: [UInt8], stamp: FileStamp) {
    try found(path).orRecordingError()
  }

  /// The same; nil if there is none. Another process may remove a file at any time, so it is not looked for before.
  static func read(ifPresent path: String) throws(RecordingError) -> (bytes: [UInt8], stamp: FileStamp)? {
    if case .success(let read) = try found(path) { read } else { nil }
  }

  /// The same; the failure if there is none.
  private static func found(
    _ path: String
  ) throws(RecordingError) -> Result<(bytes: [UInt8], stamp: FileStamp), FileFailure> {
    do throws(FileFailure) {
      let (bytes, stamp) = try Files.read(path, limit: limit)
      if let bytes { return .success((bytes, stamp)) }
    } catch {
      if error.isMissing { return .failure(error) }
      if error.isSymbolicLink { throw RecordingError.symbolicLink(path) }
      if error.isNoFile { throw RecordingError.notAFile(path) }
      throw RecordingError.system(error)
    }
    throw RecordingError.tooLarge(path, limit: limit)
  }
}
