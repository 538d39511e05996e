extension StoreIndex {
  /// The current recording of a key; nil if there is none. A changed file is read again. Before a key counts as absent,
  /// the folders where it may be are listed again if they changed.
  mutating func lookup(_ key: OperationKey) throws(RecordingError) -> StoredRecording? {
    if let cached = cache.value(for: key.hash) {
      let now = try Files.currentStamp(cached.stored.path)
      if now == cached.stamp, cached.isSettled { return cached.stored }
      cache.remove(key.hash)
    }
    if let found = try find(key) { return found }
    return try relistAround(key.document, key) ? find(key) : nil
  }

  /// Lists again the changed parts of the endpoint's folder and of the folders that may contain a document. `key` is
  /// given if only its recording is needed. Returns true if anything changed.
  mutating func relistAround(_ document: DocumentKey, _ key: OperationKey? = nil) throws(RecordingError) -> Bool {
    var changed = try isRootUnchanged(for: document) ? false : relist()
    for index in foldersThatMayHold(document.hash) {
      let hasChanged = try relist(folder: index) { listed throws(RecordingError) in
        guard let key else { return false }
        return try listed.isUnlistedFileThere(for: key, in: index)
      }
      if hasChanged { changed = true }
    }
    return changed
  }

  /// The position of the folder that contains a document, verified by its content.
  mutating func folder(of document: DocumentKey) throws(RecordingError) -> Int? {
    for index in foldersThatMayHold(document.hash) {
      if let loaded = try self.document(ofFolder: index), loaded.key == document { return index }
    }
    return nil
  }

  /// Searches the listed names, and verifies the content of the files.
  mutating func find(_ key: OperationKey) throws(RecordingError) -> StoredRecording? {
    let prefix = key.hash.prefix(digits: scheme.shortest)
    var found: StoredRecording?
    for index in foldersThatMayHold(key.document.hash) {
      guard let document = try document(ofFolder: index), document.key == key.document else { continue }
      for entry in folders[index].files(prefix: prefix) {
        guard let stored = try load(entry, ofFolder: index, document.key), stored.key == key else { continue }
        if let found { throw RecordingError.duplicate(stored.path, other: found.path) }
        found = stored
      }
    }
    return found
  }

}
