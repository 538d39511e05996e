import Dispatch
import GraphQLLanguage
import Synchronization

extension StoreIndex {
  /// Lists the endpoint's folder, and its operations' folders that are changed or new.
  ///
  /// - Returns: true if anything changed.
  package mutating func relist() throws(RecordingError) -> Bool {
    let listing = try Listing(path: path, scheme: scheme)
    // Another folder may have its name now, and so do those in it. A packed folder changes as a whole.
    if listing.stamp?.inode != stamp?.inode || (listing.stamp != stamp && PackedPlace.isOne(path)) { watch.miss() }
    let isFirst = generation == 0
    var known: [String: OperationFolder] = [:]
    for folder in folders { known[folder.text] = folder }
    var next: [OperationFolder] = []
    next.reserveCapacity(listing.folders.count)
    var others: [(FolderName, String)] = []
    for (name, text) in listing.folders {
      // One that was gone at its last listing may be there again.
      if let old = known.removeValue(forKey: text), old.stamp != .none || !old.isEmpty {
        next.append(old)
      } else {
        others.append((name, text))
      }
    }
    for (_, text) in others { watch.watch("\(path)/\(text)") }
    let new = try Self.folders(others, below: path, scheme: scheme)
    // Only now: a folder with a bad name is listed again once it is mended.
    stamp = listing.stamp
    isSettled = listing.isSettled
    isOwn = false
    if !isFirst {
      for folder in new { for file in folder.files { noteNew("\(folder.text)/\(folder.file(file))") } }
    }
    let changed = !new.isEmpty || !known.isEmpty
    folders = next + new
    rebuildPositions()
    if changed { generation += 1 }
    return changed
  }

  /// Lists one operation's folder again if it changed, if a change might not be visible, or always. Returns true if its
  /// files changed.
  ///
  /// `isUnlisted` is given if only one name is needed: it returns true if the name exists and was not listed. It
  /// replaces the listing if the stamp shows that only this process has changed the folder.
  mutating func relist(
    folder index: Int, always: Bool = false, unless isUnlisted: ((StoreIndex) throws(RecordingError) -> Bool)? = nil
  ) throws(RecordingError) -> Bool {
    let old = folders[index]
    if !always, old.isSettled || (old.isOwn && isUnlisted != nil) {
      let folderPath = path(ofFolder: index)
      let now = try Files.currentStamp(folderPath)
      if now == old.stamp {
        if old.isSettled { return false }
        if let isUnlisted, try !isUnlisted(self) { return false }
      }
    }
    watch.watch(path(ofFolder: index))
    guard var folder = try Self.folder(old.name, old.text, below: path, scheme: scheme) else {
      // It is gone, which the listing of the endpoint's folder will show, too.
      folders[index] = OperationFolder(name: old.name, text: old.text, stamp: old.stamp, isSettled: false)
      generation += 1
      return true
    }
    let operation = old.document == nil ? nil : try Files.currentStamp(operationPath(ofFolder: index))
    let isSameOperation = operation == old.document?.stamp
    if isSameOperation { folder.document = old.document } else { forgetAll(ofFolder: old.text) }
    let changed = !folder.showsSame(as: old) || !isSameOperation
    if changed {
      var inodes: [String: UInt64] = [:]
      for entry in old.files { inodes[old.file(entry)] = entry.inode }
      for entry in folder.files where inodes[folder.file(entry)] != entry.inode {
        noteNew("\(folder.text)/\(folder.file(entry))")
      }
      generation += 1
    }
    folders[index] = folder
    return changed
  }

  /// Indicates whether the endpoint's folder itself is unchanged; false if a change might not be visible. `document` is
  /// given if only its folder is needed.
  func isRootUnchanged(for document: DocumentKey? = nil) throws(RecordingError) -> Bool {
    let now = try Files.currentStamp(path)
    guard now == stamp else { return false }
    if isSettled || stamp == nil { return true }
    guard isOwn, let document else { return false }
    return try !isUnlistedFolderThere(for: document)
  }

  /// The number of folders that one thread lists without a break.
  private static let listedTogether = 64

  /// Lists operations' folders on all cores, because there may be very many. Skips those that are gone.
  private static func folders(
    _ names: [(FolderName, String)], below parent: String, scheme: NameScheme
  ) throws(RecordingError) -> [OperationFolder] {
    @Sendable func list(_ names: ArraySlice<(FolderName, String)>) throws(RecordingError) -> [OperationFolder] {
      var found: [OperationFolder] = []
      for (name, text) in names {
        if let folder = try folder(name, text, below: parent, scheme: scheme) { found.append(folder) }
      }
      return found
    }
    if names.count <= listedTogether { return try list(names[...]) }
    let starts = Array(stride(from: 0, to: names.count, by: listedTogether))
    let parts = Mutex([Result<[OperationFolder], RecordingError>](repeating: .success([]), count: starts.count))
    DispatchQueue.concurrentPerform(iterations: starts.count) { part in
      let result = Result { () throws(RecordingError) in try list(names[starts[part]...].prefix(listedTogether)) }
      parts.withLock { $0[part] = result }
    }
    var found: [OperationFolder] = []
    found.reserveCapacity(names.count)
    for part in parts.withLock({ $0 }) { found += try part.get() }
    return found
  }

  /// Lists one operation's folder; nil if it is gone.
  private static func folder(
    _ name: FolderName, _ text: String, below parent: String, scheme: NameScheme
  ) throws(RecordingError) -> OperationFolder? {
    let path = "\(parent)/\(text)"
    let time = Files.time()
    var folder = OperationFolder(
      name: name, text: text, stamp: .none, isSettled: false)
    var problem: RecordingError?
    let stamp = try attempt { () throws(FileFailure) in
      try Files.list(path) { entry, kind, inode in
        if entry.first == UInt8(ascii: ".") { return }
        if NameBytes.equals(entry, OperationFile.name) {
          folder.hasOperation = true
          if kind == .symbolicLink { problem = problem ?? .symbolicLink("\(path)/\(OperationFile.name)") }
          return
        }
        if kind == .symbolicLink, NameBytes.equals(entry, SessionStore.answersFolderName) {
          problem = problem ?? .symbolicLink("\(path)/\(SessionStore.answersFolderName)")
        }
        switch FileName.read(entry, scheme: scheme) {
        case .other: return
        case .misnamed:
          problem = problem ?? .misnamedFile("\(path)/\(String(decoding: entry, as: UTF8.self))")
        case .recording(let prefix):
          switch kind {
          case .file: folder.append(entry, prefix: prefix, inode: inode)
          case .symbolicLink: problem = problem ?? .symbolicLink("\(path)/\(String(decoding: entry, as: UTF8.self))")
          case .folder, .other: problem = problem ?? .notAFile("\(path)/\(String(decoding: entry, as: UTF8.self))")
          }
        }
      }
    }
    if let problem { throw problem }
    guard let stamp else { return nil }
    folder.stamp = stamp
    folder.isSettled = stamp.isBefore(time)
    folder.sort()
    return folder
  }

  /// The names in an endpoint's folder.
  private struct Listing {
    var stamp: FileStamp?
    var isSettled = false
    var folders: [(FolderName, String)] = []

    init(path: String, scheme: NameScheme) throws(RecordingError) {
      let time = Files.time()
      var others: [String] = []
      var problem: RecordingError?
      var found: [(FolderName, String)] = []
      stamp = try attempt { () throws(FileFailure) in
        try Files.list(path) { entry, kind, _ in
          guard kind == .folder || kind == .symbolicLink, entry.first != UInt8(ascii: ".") else { return }
          let text = String(decoding: entry, as: UTF8.self)
          guard let name = FolderName(text, scheme: scheme) else {
            if kind == .folder { others.append(text) }
            if kind == .symbolicLink, text == SessionStore.folderName {
              problem = problem ?? .symbolicLink("\(path)/\(text)")
            }
            return
          }
          if kind == .symbolicLink { problem = problem ?? .symbolicLink("\(path)/\(text)") }
          found.append((name, text))
        }
      }
      if let problem { throw problem }
      isSettled = stamp.map { $0.isBefore(time) } ?? false
      folders = found
      // A folder with another name may be anything, but recordings in it must not be overlooked.
      for other in others.sorted() {
        let operation = "\(path)/\(other)/\(OperationFile.name)"
        if try Files.currentStamp(operation) != nil {
          throw RecordingError.misnamedFolder("\(path)/\(other)")
        }
      }
    }
  }
}
