import GraphQLLanguage

extension StoreIndex {
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

  /// Decides where a recording is written, and makes its bytes.
  ///
  /// - Parameters:
  ///   - recording: the whole recording, merged.
  ///   - key: its key.
  ///   - stored: where the key's recording is already; nil if it is new.
  ///   - document: the document of the request; needed if the operation has no folder yet.
  /// - Returns: what is to be done.
  /// - Throws: if what would be written could not be read again.
  mutating func plan(
    _ recording: Recording, _ key: OperationKey, stored: StoredRecording?, document: Document?
  ) throws(RecordingError) -> SavePlan {
    let ignored = rules.volatilePlaces(of: key.document.name, kind: key.document.kind)
    let bytes = RecordingFormat.encode(recording, keepingExtensions: !ignored.extensions)
    var plan = SavePlan(
      folder: FolderName(key.document, digits: 64), folderPath: "", operation: nil, file: "",
      bytes: bytes, recording: recording, key: key, leftovers: [])
    if let folder = try folder(of: key.document) {
      plan.folder = folders[folder].name
    } else {
      plan.folder = try freeFolder(for: key.document)
      let path = "\(path)/\(plan.folder.text)/\(OperationFile.name)"
      guard let document, let text = try OperationFile.text(of: document, key.document, endpoint: endpoint, path: path)
      else {
        throw RecordingError.missingOperation(path)
      }
      plan.operation = text
    }
    plan.folderPath = "\(path)/\(plan.folder.text)"
    if let position = position(ofFolder: plan.folder.text) {
      plan.leftovers = folders[position].leftovers.filter(TemporaryName.isLeftover)
    }
    plan.file = if let stored { stored.file } else { try freeName(for: key, in: plan.folderPath) }
    guard plan.bytes.count <= RecordingFormat.limit else {
      throw RecordingError.tooLarge(plan.path, limit: RecordingFormat.limit)
    }
    _ = try RecordingFormat.decode(
      plan.bytes, path: plan.path, kind: recording.kind, operationName: recording.operationName)
    return plan
  }

  /// Takes note of what was written, so that it need not be listed and read again.
  mutating func note(_ plan: SavePlan, time: FileTime) throws(RecordingError) {
    generation += 1
    if position(ofFolder: plan.folder.text) == nil {
      folders.append(OperationFolder(name: plan.folder, text: plan.folder.text, stamp: .none, isSettled: false))
      rebuildPositions()
    }
    // Another recorder may write in the same tick, so neither stamp settles anything.
    stamp = try Files.currentStamp(path)
    isSettled = false
    guard let folder = position(ofFolder: plan.folder.text), let fileStamp = try Files.currentStamp(plan.path),
      let folderStamp = try Files.currentStamp(plan.folderPath)
    else { return }
    folders[folder].note(
      plan.file, prefix: plan.key.hash.prefix(digits: scheme.shortest), inode: fileStamp.inode)
    folders[folder].hasOperation = true
    folders[folder].leftovers = []
    folders[folder].stamp = folderStamp
    folders[folder].isSettled = false
    let stored = StoredRecording(
      recording: plan.recording, key: plan.key, folder: plan.folder.text, file: plan.file, path: plan.path)
    keep(.init(stored: stored, stamp: fileStamp, isSettled: fileStamp.isBefore(time)), as: plan.key.hash)
  }

  /// A name for a new folder, with as many digits as it takes to differ from those that are there.
  func freeFolder(for key: DocumentKey) throws(RecordingError) -> FolderName {
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
}
