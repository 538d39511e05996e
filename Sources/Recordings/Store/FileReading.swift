/// Reads files beside the recordings, with the same bounds and the same errors.
package enum FileReading {
  /// The names of the files in a folder, sorted; none where there is no such folder. Hidden ones are left out.
  package static func names(inFolder path: String) throws(RecordingError) -> [String] {
    var names: [String] = []
    _ = try attempt { () throws(FileFailure) in
      try Files.list(path) { entry, kind, _ in
        guard kind == .file || kind == .symbolicLink, entry.first != UInt8(ascii: ".") else { return }
        names.append(String(decoding: entry, as: UTF8.self))
      }
    }
    return names.sorted()
  }

  /// The bytes of a file, at most 64 MiB.
  package static func bytes(of path: String) throws(RecordingError) -> [UInt8] { try StoreIndex.read(path).bytes }
}
