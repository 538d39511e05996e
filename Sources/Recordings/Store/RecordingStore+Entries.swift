package import GraphQLLanguage

extension RecordingStore {
  /// The operations that have folders, sorted by the folders' names.
  package var entries: [OperationEntry] {
    withIndex { index in
      index.folders.map { OperationEntry(name: $0.name, folder: $0.text, fileCount: $0.count) }
    }
  }

  /// The operation of a folder, as it was first sent; nil if there is no such folder or it is empty.
  /// - Throws: if it cannot be read.
  package func document(inFolder folder: String) throws(RecordingError) -> (document: Document, key: DocumentKey)? {
    try withIndex { index throws(RecordingError) in
      guard let position = index.position(ofFolder: folder) else { return nil }
      return try index.document(ofFolder: position).map { ($0.document, $0.key) }
    }
  }

  package func operationPath(inFolder folder: String) -> String { "\(path)/\(folder)/\(OperationFile.name)" }

  /// The names of a folder's recordings, sorted; empty if there is no such folder.
  package func files(inFolder folder: String) -> [String] {
    withIndex { index in
      guard let position = index.position(ofFolder: folder) else { return [] }
      return index.folders[position].sortedFiles.map(\.name)
    }
  }

  /// The recordings of a folder, at most `limit`, sorted by the names of their files; empty if there is no such folder.
  ///
  /// - Throws: if one of them cannot be read.
  package func recordings(inFolder folder: String, limit: Int = .max) throws(RecordingError) -> [StoredRecording] {
    try withIndex { index throws(RecordingError) in
      guard let position = index.position(ofFolder: folder),
        let document = try index.document(ofFolder: position)
      else { return [] }
      var recordings: [StoredRecording] = []
      for (_, entry) in index.folders[position].sortedFiles.prefix(limit) {
        if let stored = try index.load(entry, ofFolder: position, document.key) { recordings.append(stored) }
      }
      return recordings
    }
  }

  /// The readable recordings of a folder, sorted by the names of their files. An unreadable one is an error only for
  /// the request that needs it.
  package func readableRecordings(inFolder folder: String) -> [StoredRecording] {
    withIndex { index in
      guard let position = index.position(ofFolder: folder), let document = try? index.document(ofFolder: position)
      else { return [] }
      return index.folders[position].sortedFiles.compactMap { _, entry in
        (try? index.load(entry, ofFolder: position, document.key)) ?? nil
      }
    }
  }

  /// The recording in a file, whose key has this hash; nil if it is gone or cannot be read.
  package func recording(_ file: String, of hash: ContentHash, inFolder folder: String) -> StoredRecording? {
    withIndex { index in
      guard let position = index.position(ofFolder: folder), let document = try? index.document(ofFolder: position)
      else { return nil }
      let found = index.folders[position]
      guard
        let entry = found.files(prefix: hash.prefix(digits: index.scheme.shortest)).first(where: {
          found.file($0) == file
        })
      else { return nil }
      return (try? index.load(entry, ofFolder: position, document.key)) ?? nil
    }
  }

  /// Reads the recordings of a folder one by one, in the order of their names, so that a large folder is never
  /// completely in memory. `body` gets each recording, or the reason why it cannot be read. It must not use the store.
  ///
  /// - Throws: if the operation itself cannot be read.
  package func readEach(
    inFolder folder: String, _ body: (Result<StoredRecording, RecordingError>) -> Void
  ) throws(RecordingError) {
    try withIndex { index throws(RecordingError) in
      guard let position = index.position(ofFolder: folder), let document = try index.document(ofFolder: position)
      else { return }
      for (_, entry) in index.folders[position].sortedFiles {
        do throws(RecordingError) {
          if let stored = try index.load(entry, ofFolder: position, document.key) { body(.success(stored)) }
        } catch {
          body(.failure(error))
        }
      }
    }
  }
}

/// An operation's folder, as described by its name.
package struct OperationEntry: Hashable, Sendable {
  package let name: FolderName
  /// The folder's name on disk.
  package let folder: String
  package let fileCount: Int

  package var kind: OperationKind { name.kind }
  /// The operation's name, cut to fit into a folder name; nil if it has none.
  package var operationName: String? { name.operationName }

  /// The folder's name with the right name of its operation; nil if it is right already, or if there is none.
  package func correctedName(for document: DocumentKey) -> String? {
    guard let operationName, let right = document.name.map(FolderName.shortened), right != operationName else {
      return nil
    }
    return "\(kind.rawValue).\(right)-\(name.digits)"
  }

  /// Indicates whether the folder may be that of a document, by the digits in its name.
  package func mayHold(_ document: DocumentKey) -> Bool { document.hash.hex.hasPrefix(name.digits) }
}

extension StoreIndex {
  package func position(ofFolder text: String) -> Int? {
    let position = folders.partitioningIndex { $0.text >= text }
    return position < folders.count && folders[position].text == text ? position : nil
  }
}
