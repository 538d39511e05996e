/// Writes files that are no recordings: schemas that were fetched.
package enum FileWriting {
  /// Puts bytes in a file's place, which is at any time the old file or the new one, whole. Folders above it that are
  /// missing are made; a file that has these bytes already is left alone.
  ///
  /// - Returns: whether something was written.
  package static func replace(_ path: String, by bytes: [UInt8]) throws(RecordingError) -> Bool {
    if try Files.currentStamp(path) != nil, try FileReading.bytes(of: path) == bytes { return false }
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    try FolderWriter.makeFolders(folder)
    try FolderWriter.replace(slash.map { String(path[path.index(after: $0)...]) } ?? path, in: folder, by: bytes)
    return true
  }
}
