import OrderedJSON

extension EndpointFolder {
  /// Sees to it that recordings can be written here, making nothing yet.
  ///
  /// - Throws: if the folder, or the nearest one above it that is there, may not be written to.
  package func requireWritable() throws(RecordingError) {
    try attempt { () throws(FileFailure) in
      var there = path
      while try Files.stamp(there) == nil {
        let parent = there.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        there = parent.isEmpty ? (there.hasPrefix("/") ? "/" : ".") : parent
      }
      try Files.requireWritable(there)
    }
  }

  /// The salt of the endpoint's redaction; nil if there is none.
  ///
  /// - Throws: if it cannot be read, or is none.
  package func salt() throws(RecordingError) -> RedactionSalt? {
    let file = "\(path)/\(RedactionSalt.fileName)"
    guard try Files.currentStamp(file) != nil else { return nil }
    return try RedactionSalt(fileContent: try StoreIndex.read(file).0, path: file)
  }

  /// Writes the salt of the endpoint's redaction, where there is none yet; an existing one is never touched.
  ///
  /// - Returns: the one that is there now: another recorder may have been first.
  /// - Throws: if it cannot be written, or what is there cannot be read.
  package func writeSaltIfAbsent(_ salt: RedactionSalt) throws(RecordingError) -> RedactionSalt {
    try FolderWriter.makeFolders(path)
    let result = try Files.locked(folder: path) { () throws(RecordingError) in
      if let known = try self.salt() { return known }
      try FolderWriter.replace(RedactionSalt.fileName, in: path, by: salt.fileContent)
      return salt
    }
    switch result {
    case .success(let salt): return salt
    case .failure(let failure): throw RecordingError.system(failure)
    }
  }
}
