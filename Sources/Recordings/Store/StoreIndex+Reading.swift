import GraphQLLanguage
import OrderedJSON

extension StoreIndex {
  /// The operation of a folder. It is read once, and again only if `refresh` has noticed a change.
  ///
  /// - Returns: nil if the folder has neither an `operation.graphql` nor recordings.
  package mutating func document(ofFolder index: Int) throws(RecordingError) -> OperationFolder.LoadedDocument? {
    if let document = folders[index].document { return document }
    let path = operationPath(ofFolder: index)
    var read = folders[index].hasOperation ? try FileReading.read(ifPresent: path) : nil
    if read == nil, !folders[index].isEmpty {
      // Since the listing, the whole folder may have been removed, or the file may have come back.
      _ = try relist(folder: index, always: true)
      if folders[index].hasOperation { read = try FileReading.read(ifPresent: path) }
    }
    guard let (bytes, stamp) = read else {
      if folders[index].isEmpty { return nil }
      throw RecordingError.missingOperation(path)
    }
    let (document, operation) = try OperationFile.parse(bytes, path: path)
    let key = DocumentKey(endpoint: endpoint, operation: operation)
    let name = folders[index].name
    guard key.hash.hex.hasPrefix(name.digits), key.kind == name.kind else {
      throw RecordingError.wrongFolder(path, expected: FolderName(key, digits: scheme.shortest).text)
    }
    let loaded = OperationFolder.LoadedDocument(document: document, key: key, stamp: stamp)
    folders[index].document = loaded
    return loaded
  }

  /// Reads a recording and checks that it matches its name. One that was read when the store was opened is not read again
  /// while it is in memory and its stamp is sure to show a change.
  mutating func load(
    _ entry: OperationFolder.Entry, ofFolder index: Int, _ document: DocumentKey
  ) throws(RecordingError) -> StoredRecording? {
    let folder = folders[index]
    let file = folder.file(entry)
    let path = "\(path(ofFolder: index))/\(file)"
    let time = Files.time()
    // A file that was removed since the listing is absent, not an error.
    guard let now = try Files.currentStamp(path) else { return nil }
    if let known = firstRead[path].flatMap({ cache.value(for: $0) }), known.stored.path == path,
      known.stored.key.document == document, known.isSettled, known.stamp == now
    {
      return known.stored
    }
    guard let (bytes, stamp) = try FileReading.read(ifPresent: path) else { return nil }
    var recording = try RecordingFormat.decode(
      bytes, path: path, kind: document.kind, operationName: document.name)
    let headers = document.counted(recording.headers, by: rules)
    let key = document.key(
      variables: recording.variables, identity: recording.identity, headers: headers, rules: rules)
    guard key.hash.prefix(digits: scheme.shortest) == entry.prefix else {
      throw wrongName(path, entry, recording, document, key)
    }
    recording.variables = key.variables
    recording.headers = key.headers
    let stored = StoredRecording(recording: recording, key: key, folder: folder.text, file: file, path: path)
    keep(CachedRecording(stored: stored, stamp: stamp, isSettled: stamp.isBefore(time)), as: key.hash)
    return stored
  }

  /// The reason why a file does not have the name of its key: a rule, if the name is right without rules.
  private func wrongName(
    _ path: String, _ entry: OperationFolder.Entry, _ recording: Recording, _ document: DocumentKey, _ key: OperationKey
  ) -> RecordingError {
    let plain = document.key(
      variables: recording.variables, identity: recording.identity, headers: recording.headers)
    let expected = FileName.text(key, digits: scheme.shortest)
    return plain.hash.prefix(digits: scheme.shortest) == entry.prefix
      ? .beforeRules(path, expected: expected) : .wrongFile(path, expected: expected)
  }

  /// Reads everything, so that broken files are reported immediately.
  mutating func checkAll() throws(RecordingError) {
    var paths: [ContentHash: String] = [:]
    for index in folders.indices {
      guard let document = try document(ofFolder: index) else { continue }
      for entry in folders[index].files {
        guard let stored = try load(entry, ofFolder: index, document.key) else { continue }
        if let other = paths.updateValue(stored.path, forKey: stored.key.hash) {
          throw RecordingError.duplicate(stored.path, other: other)
        }
      }
    }
    for (hash, path) in paths { firstRead[path] = hash }
  }
}
