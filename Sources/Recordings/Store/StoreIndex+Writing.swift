import GraphQLLanguage
import Synchronization

// Writes files of an endpoint's folder, each whole or not at all, and keeps the index true. The caller holds the
// folder's lock.

/// Tells apart the temporary files of this process.
private let temporaryFiles = Atomic<Int>(0)

extension StoreIndex {
  /// Makes a folder and those above it that are missing.
  static func makeFolders(_ path: String) throws(RecordingError) {
    try attempt { () throws(FileFailure) in
      if let there = try Files.stamp(path), there.kind != .file { return }
      var prefix = ""
      for (position, part) in path.split(separator: "/", omittingEmptySubsequences: false).enumerated() {
        let parent = prefix.isEmpty ? (position == 0 ? "." : "/") : prefix
        prefix = position == 0 ? String(part) : "\(prefix)/\(part)"
        if part.isEmpty || part == "." || part == ".." { continue }
        if try Files.makeFolder(prefix) { try Files.synchronize(folder: parent) }
      }
    }
  }

  /// Writes a recording, and before its operation's first one the operation.
  ///
  /// - Parameters:
  ///   - stored: where the key's recording is already; nil if it is new.
  ///   - document: the document of the request; needed if the operation has no folder yet.
  mutating func write(
    _ recording: Recording, _ key: OperationKey, to stored: StoredRecording?, document: Document?
  ) throws(RecordingError) {
    let folder = try folderForWriting(key.document, document)
    let folderPath = path(ofFolder: folder)
    let file = if let stored { stored.file } else { try freeName(for: key, in: folderPath) }
    let path = "\(folderPath)/\(file)"
    let bytes = RecordingFormat.encode(recording)
    guard bytes.count <= RecordingFormat.limit else {
      throw RecordingError.tooLarge(path, limit: RecordingFormat.limit)
    }
    let time = Files.time()
    try replace(path, by: bytes, in: folderPath)
    guard let stamp = try Files.currentStamp(path), let folderStamp = try Files.currentStamp(folderPath) else { return }
    folders[folder].note(file, prefix: key.hash.prefix(digits: scheme.shortest), inode: stamp.inode)
    folders[folder].stamp = folderStamp
    // Another recorder may write in the same tick.
    folders[folder].isSettled = false
    let kept = StoredRecording(
      recording: recording, key: key, folder: folders[folder].text, file: file, path: path)
    keep(.init(stored: kept, stamp: stamp, isSettled: stamp.isBefore(time)), as: key.hash)
    generation += 1
  }

  /// Brings the index up to date with what other recorders wrote into the places that matter to a key.
  ///
  /// Cheaper than `relistAround`, which lists a folder again whenever a change might not show: all recorders call the
  /// same key by the same name, so it is enough to look whether a name is taken that was not listed.
  mutating func relistForWriting(_ key: OperationKey) throws(RecordingError) {
    let isUnlisted = try isUnlistedFolderThere(for: key.document)
    let now = try Files.currentStamp(path)
    if now != stamp || isUnlisted { _ = try relist() }
    for index in foldersThatMayHold(key.document.hash) {
      let isUnlisted = try isUnlistedFileThere(for: key, in: index)
      let now = try Files.currentStamp(path(ofFolder: index))
      if now != folders[index].stamp || isUnlisted { _ = try relist(folder: index, always: true) }
    }
  }

  private func isUnlistedFolderThere(for key: DocumentKey) throws(RecordingError) -> Bool {
    for digits in scheme.digits {
      let name = FolderName(key, digits: digits).text
      if position(ofFolder: name) == nil, try Files.currentStamp("\(path)/\(name)") != nil { return true }
    }
    return false
  }

  private func isUnlistedFileThere(for key: OperationKey, in folder: Int) throws(RecordingError) -> Bool {
    let prefix = key.hash.prefix(digits: scheme.shortest)
    for digits in scheme.digits {
      let name = FileName.text(key, digits: digits)
      if folders[folder].contains(name, prefix: prefix) { continue }
      if try Files.currentStamp("\(path(ofFolder: folder))/\(name)") != nil { return true }
    }
    return false
  }

  /// The position of the document's folder; makes it where it is missing.
  private mutating func folderForWriting(_ key: DocumentKey, _ document: Document?) throws(RecordingError) -> Int {
    if let folder = try self.folder(of: key) {
      removeLeftovers(in: folder)
      return folder
    }
    let name = try freeFolder(for: key)
    let folderPath = "\(path)/\(name.text)"
    let operationPath = "\(folderPath)/\(OperationFile.name)"
    guard let document, let operation = try OperationFile.text(of: document, key, path: operationPath) else {
      throw RecordingError.missingOperation(operationPath)
    }
    if try attempt({ () throws(FileFailure) in try Files.makeFolder(folderPath) }) {
      try attempt { () throws(FileFailure) in try Files.synchronize(folder: path) }
    }
    try replace(operationPath, by: operation, in: folderPath)
    if position(ofFolder: name.text) == nil {
      folders.append(OperationFolder(name: name, text: name.text, stamp: .none, isSettled: false))
      rebuildPositions()
    }
    stamp = try Files.currentStamp(path)
    isSettled = false
    guard let position = position(ofFolder: name.text) else { throw RecordingError.missingOperation(operationPath) }
    folders[position].hasOperation = true
    removeLeftovers(in: position)
    _ = try self.document(ofFolder: position)
    return position
  }

  /// A name for a new folder, with as many digits as it takes to differ from those that are there.
  private func freeFolder(for key: DocumentKey) throws(RecordingError) -> FolderName {
    for digits in scheme.digits {
      let name = FolderName(key, digits: digits)
      // A folder in which nothing was written yet is left over from a recorder that was killed.
      if let position = position(ofFolder: name.text) {
        if !folders[position].hasOperation, folders[position].files.isEmpty { return name }
      } else if try Files.currentStamp("\(path)/\(name.text)") == nil {
        return name
      }
    }
    return FolderName(key, digits: 64)
  }

  /// A name for a new file, with as many digits as it takes to differ from those that are there.
  private func freeName(for key: OperationKey, in folder: String) throws(RecordingError) -> String {
    for digits in scheme.digits {
      let name = FileName.text(key, digits: digits)
      if try Files.currentStamp("\(folder)/\(name)") == nil { return name }
    }
    return FileName.text(key, digits: 64)
  }

  /// Writes a file beside its place and moves it there, so that at any time the old or the new one is there, whole.
  private func replace(_ path: String, by bytes: [UInt8], in folder: String) throws(RecordingError) {
    let number = temporaryFiles.add(1, ordering: .relaxed).newValue
    let temporary = "\(folder)/\(TemporaryName.text(process: Files.process, number: number))"
    try attempt { () throws(FileFailure) in
      // A process of the same number that was killed may have left a file of the same name.
      Files.remove(temporary)
      try Files.write(bytes, toNew: temporary)
      do throws(FileFailure) {
        try Files.rename(temporary, to: path)
      } catch {
        Files.remove(temporary)
        throw error
      }
      try Files.synchronize(folder: folder)
    }
  }

  /// Removes temporary files of recorders that are gone.
  private mutating func removeLeftovers(in folder: Int) {
    guard !folders[folder].leftovers.isEmpty else { return }
    for name in folders[folder].leftovers {
      if let process = TemporaryName.process(of: name), Files.isRunning(process) { continue }
      Files.remove("\(path(ofFolder: folder))/\(name)")
    }
    folders[folder].leftovers = []
  }
}

extension OperationFile {
  /// The text to write for a document, checked: what is read back must have the key it is written for.
  ///
  /// - Returns: nil if the document does not hold the key's operation.
  static func text(of document: Document, _ key: DocumentKey, path: String) throws(RecordingError) -> [UInt8]? {
    for operation in document.operations where operation.kind == key.kind && operation.name?.text == key.name {
      var text = Array(document.separated(operation: operation).printed().utf8)
      if text.last != 0x0A { text.append(0x0A) }
      let (_, canonical) = try parse(text, path: path)
      if DocumentKey(endpoint: key.endpoint, operation: canonical) == key { return text }
    }
    return nil
  }
}
