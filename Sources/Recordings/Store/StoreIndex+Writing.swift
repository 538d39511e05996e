import GraphQLLanguage

extension StoreIndex {
  /// Updates the index with what other recorders wrote to the places of a key. It is cheaper than `relistAround`, which
  /// lists a folder again whenever a change might not be visible. All recorders use the same name for a key, so it only
  /// checks whether an unlisted name exists.
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

  /// Indicates whether a document has an unlisted folder. A longer name is used only if the shorter one is taken.
  func isUnlistedFolderThere(for key: DocumentKey) throws(RecordingError) -> Bool {
    for digits in scheme.digits {
      let name = FolderName(key, digits: digits).text
      if position(ofFolder: name) == nil { return try Files.currentStamp("\(path)/\(name)") != nil }
    }
    return false
  }

  /// Indicates whether a key has an unlisted file. A longer name is used only if the shorter one is taken.
  func isUnlistedFileThere(for key: OperationKey, in folder: Int) throws(RecordingError) -> Bool {
    let prefix = key.hash.prefix(digits: scheme.shortest)
    for digits in scheme.digits {
      let name = FileName.text(key, digits: digits)
      if folders[folder].contains(name, prefix: prefix) { continue }
      return try Files.currentStamp("\(path(ofFolder: folder))/\(name)") != nil
    }
    return false
  }

  /// Decides the place of a recording and encodes it. `stored` is the key's existing recording. `document` is needed if
  /// the operation has no folder yet. `group` are the plans that are written together with it.
  ///
  /// - Throws: if the result could not be read again.
  mutating func plan(
    _ recording: Recording, _ key: OperationKey, stored: StoredRecording?, document: Document?,
    in group: SaveGroup = SaveGroup()
  ) throws(RecordingError) -> SavePlan {
    let ignored = rules.volatilePlaces(of: key.document.name, kind: key.document.kind)
    let bytes = RecordingFormat.encode(recording, keepingExtensions: !ignored.extensions)
    var plan = SavePlan(
      folder: FolderName(key.document, digits: 64), folderPath: "", operation: nil, file: "",
      bytes: bytes, recording: recording, key: key)
    if let planned = group.plan(of: key) {
      (plan.folder, plan.file, plan.operation) = (planned.folder, planned.file, planned.operation)
    } else {
      if let folder = try folder(of: key.document) {
        plan.folder = folders[folder].name
      } else if let planned = group.folder(of: key.document) {
        plan.folder = planned
      } else {
        plan.folder = try freeFolder(for: key.document, besides: group)
        let path = "\(path)/\(plan.folder.text)/\(OperationFile.name)"
        let text = try document.flatMap { document throws(RecordingError) in
          try OperationFile.text(of: document, key.document, endpoint: endpoint, path: path)
        }
        guard let text else { throw RecordingError.missingOperation(path) }
        plan.operation = text
      }
      plan.file = if let stored { stored.file } else { try freeName(for: key, in: plan.folder.text, besides: group) }
    }
    plan.folderPath = "\(path)/\(plan.folder.text)"
    guard plan.bytes.count <= RecordingFormat.limit else {
      throw RecordingError.tooLarge(plan.path, limit: RecordingFormat.limit)
    }
    _ = try RecordingFormat.decode(
      plan.bytes, path: plan.path, kind: recording.kind, operationName: recording.operationName)
    return plan
  }

  /// Updates the index with what was written, so that it need not be listed again. The caller holds the folder's lock.
  mutating func note(_ plans: [SavePlan]) throws(RecordingError) {
    guard !plans.isEmpty else { return }
    generation += 1
    for plan in plans where position(ofFolder: plan.folder.text) == nil {
      var folder = OperationFolder(name: plan.folder, text: plan.folder.text, stamp: .none, isSettled: false)
      folder.isOwn = true
      insert(folder)
      // Another recorder may have written into it before it was watched.
      watch.miss()
    }
    // Another recorder may write in the same tick, so the stamp of an own write does not settle the listing.
    isOwn = isOwn || isSettled || stamp == nil
    stamp = try Files.currentStamp(path)
    isSettled = false
    var stamps: [String: FileStamp?] = [:]
    for plan in plans {
      forget(plan.key.hash)
      if stamps[plan.folder.text] == nil {
        stamps.updateValue(try Files.currentStamp(plan.folderPath), forKey: plan.folder.text)
      }
      guard let index = position(ofFolder: plan.folder.text), case let folderStamp?? = stamps[plan.folder.text],
        let inode = try Files.currentStamp(plan.path)?.inode
      else { continue }
      folders[index].note(plan.file, prefix: plan.key.hash.prefix(digits: scheme.shortest), inode: inode)
      folders[index].hasOperation = true
      folders[index].isOwn = folders[index].isOwn || folders[index].isSettled
      folders[index].isSettled = false
      folders[index].stamp = folderStamp
    }
  }

  /// Registers that the outcome of plans is unknown.
  mutating func forget(_ plans: [SavePlan]) {
    generation += 1
    for plan in plans {
      forget(plan.key.hash)
      guard let index = position(ofFolder: plan.folder.text) else { continue }
      folders[index].stamp = .none
      folders[index].isSettled = false
      folders[index].isOwn = false
    }
  }

  /// An unused name for a new folder, with as many digits as needed.
  func freeFolder(for key: DocumentKey, besides group: SaveGroup = SaveGroup()) throws(RecordingError) -> FolderName {
    for digits in scheme.digits {
      let name = FolderName(key, digits: digits)
      if group.takes(name.text) { continue }
      // A folder without any file was left by a killed recorder.
      if let position = position(ofFolder: name.text) {
        if !folders[position].hasOperation, folders[position].isEmpty { return name }
      } else if try Files.currentStamp("\(path)/\(name.text)") == nil {
        return name
      }
    }
    return FolderName(key, digits: 64)
  }

  /// An unused name for a new file, with as many digits as needed.
  private func freeName(
    for key: OperationKey, in folder: String, besides group: SaveGroup
  ) throws(RecordingError) -> String {
    for digits in scheme.digits {
      let name = FileName.text(key, digits: digits)
      if group.takes("\(folder)/\(name)") { continue }
      if try Files.currentStamp("\(path)/\(folder)/\(name)") == nil { return name }
    }
    return FileName.text(key, digits: 64)
  }
}
