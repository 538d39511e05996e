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

  /// Writes an `endpoint.yaml` with an upstream, where there is no such file yet; an existing one is never touched.
  ///
  /// - Parameter upstream: the real endpoint's URL.
  /// - Throws: if the file cannot be written.
  package func writeConfigurationIfAbsent(upstream: UpstreamURL) throws(RecordingError) {
    try FolderWriter.makeFolders(path)
    let result = try Files.locked(folder: path) { () throws(RecordingError) in
      guard try Files.currentStamp(configurationPath) == nil else { return }
      let text = "\(EndpointConfiguration.Key.upstream.rawValue): \(Self.yaml(upstream.description))\n"
      try FolderWriter.replace(EndpointConfiguration.fileName, in: path, by: Array(text.utf8))
    }
    if case .failure(let failure) = result { throw RecordingError.system(failure) }
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

  /// A URL as YAML: as it is where nothing in it means anything to YAML, else as a string of JSON, which is YAML, too.
  private static func yaml(_ url: String) -> String {
    let isPlain =
      url.utf8.last != UInt8(ascii: ":")
      && url.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
          || ":/._~%?&=+-".utf8.contains(byte)
      }
    return isPlain ? url : JSON.string(url).compactText
  }
}
