/// Writes files that are not recordings, such as fetched schemas and `endpoint.yaml`.
package enum FileWriting {
  /// Replaces a file atomically and creates the missing folders above it. Returns false if it already had these bytes.
  package static func replace(_ path: String, by bytes: [UInt8]) throws(RecordingError) -> Bool {
    if try FileReading.bytes(ifPresent: path) == bytes { return false }
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    try FolderWriter.makeFolders(folder)
    try FolderWriter.replace(slash.map { String(path[path.index(after: $0)...]) } ?? path, in: folder, by: bytes)
    return true
  }

  package static func makeFolders(_ path: String) throws(RecordingError) { try FolderWriter.makeFolders(path) }

  /// Changes one file of an endpoint's folder, which must exist. No other process writes to the folder meanwhile.
  /// `change` gets the old content, nil if there is no file, and returns a result and the new content, nil for no
  /// change.
  ///
  /// - Throws: `RecordingError` if the file cannot be read or written, and any error of `change`.
  package static func change<Result>(
    _ name: String, inFolder folder: String,
    _ change: (_ old: [UInt8]?) throws(RecordingError) -> (result: Result, new: [UInt8]?)
  ) throws(RecordingError) -> Result {
    let result = try Files.locked(folder: folder) { () throws(RecordingError) in
      let path = "\(folder)/\(name)"
      let old = try FileReading.bytes(ifPresent: path)
      let (result, new) = try change(old)
      if let new, new != old { try FolderWriter.replace(name, in: folder, by: new) }
      return result
    }
    return try result.orRecordingError()
  }
}
