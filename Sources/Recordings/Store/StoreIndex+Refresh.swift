extension StoreIndex {
  /// The places of one check for changes: the endpoint's folder, some of the operations' folders and some of the files
  /// that were read. The check itself needs no access to the index.
  struct Check: Sendable {
    private(set) var isRootSuspect = false
    /// The folders that changed, or in which a change might not be visible.
    private(set) var suspectFolders: [String] = []
    /// The keys of such files.
    private(set) var suspectFiles: [ContentHash] = []
    let root: Item
    let folders: [(text: String, folder: Item, operation: Item?)]
    let files: [(key: ContentHash, file: Item)]
    /// True if the system has reported a change, or a round is over. Then files whose stamps are not known any more count as
    /// changed.
    let coversDropped: Bool

    /// A path, and its stamp at the last check.
    struct Item: Sendable {
      let path: String
      let stamp: FileStamp?
      /// True if a later change is sure to be visible in the stamp.
      var isSettled = true

      fileprivate func isSuspect() throws(RecordingError) -> Bool {
        if !isSettled { return true }
        return try Files.currentStamp(path) != stamp
      }
    }

    init(
      root: Item, folders: [(text: String, folder: Item, operation: Item?)], files: [(key: ContentHash, file: Item)],
      coversDropped: Bool
    ) {
      self.root = root
      self.folders = folders
      self.files = files
      self.coversDropped = coversDropped
    }

    /// Checks the disk.
    mutating func look(_ watch: FolderWatch) throws(RecordingError) {
      isRootSuspect = try root.isSuspect()
      for (text, folder, operation) in folders {
        watch.watch(folder.path)
        var isSuspect = try folder.isSuspect()
        if !isSuspect, let operation { isSuspect = try operation.isSuspect() }
        if isSuspect { suspectFolders.append(text) }
      }
      for (key, file) in files where try file.isSuspect() { suspectFiles.append(key) }
    }
  }

  /// The next check. It covers what `events` names; if they are nil, at most `most` folders and files, and it continues
  /// where the last one stopped.
  mutating func nextCheck(atMost most: Int, _ events: FolderEvents? = nil) -> Check {
    guard most < .max, let events, !events.isIncomplete else {
      return nextCheck(atMost: events == nil ? most : .max)
    }
    let start = "\(path)/"
    let names = Set(events.folders.filter { $0.hasPrefix(start) }.map { String($0.dropFirst(start.count)) })
    return check(
      folders: names.compactMap { position(ofFolder: $0) }.sorted(), files: read.keys(in: events.folders),
      coversDropped: !names.isEmpty)
  }

  private mutating func nextCheck(atMost most: Int) -> Check {
    if folders.count <= most || checkedFolders >= folders.count { checkedFolders = 0 }
    let range = folders[checkedFolders...].prefix(most).indices
    checkedFolders = range.endIndex
    let files = read.next(most)
    return check(folders: Array(range), files: files, coversDropped: read.isRoundOver)
  }

  private func check(folders positions: [Int], files: [ContentHash], coversDropped: Bool) -> Check {
    Check(
      root: Check.Item(path: path, stamp: stamp, isSettled: isSettled || stamp == nil),
      folders: positions.map { index in
        let folder = folders[index]
        return (
          folder.text, Check.Item(path: path(ofFolder: index), stamp: folder.stamp, isSettled: folder.isSettled),
          folder.document.map { Check.Item(path: operationPath(ofFolder: index), stamp: $0.stamp) }
        )
      },
      files: files.compactMap { key in
        read.file(key).map { (key, Check.Item(path: $0.path, stamp: $0.stamp, isSettled: $0.isSettled)) }
      }, coversDropped: coversDropped)
  }

  /// Reads the changes that a check has found again.
  ///
  /// - Returns: true if anything changed.
  /// - Throws: once the other changes are read.
  mutating func refresh(_ check: Check) throws(RecordingError) -> Bool {
    let before = generation
    // This process has written, which the system reports, too.
    let hasWritten = generation != checkedGeneration
    defer { checkedGeneration = generation }
    var failure: RecordingError?
    do throws(RecordingError) {
      if check.isRootSuspect, try !isRootUnchanged() { _ = try relist() }
    } catch {
      // The next check sees the folder again, whose stamp is not taken over.
      failure = error
    }
    for text in check.suspectFolders {
      let index = folders.partitioningIndex { $0.text >= text }
      guard index < folders.count, folders[index].text == text else { continue }
      do throws(RecordingError) {
        _ = try relist(folder: index)
        try refreshDocument(ofFolder: index)
      } catch {
        failure = error
        watch.miss()
      }
    }
    for key in check.suspectFiles {
      guard let file = read.file(key) else { continue }
      let now = try? Files.currentStamp(file.path)
      if now == file.stamp, file.isSettled { continue }
      let cached = cache.peek(key)
      forget(key)
      // A file with the tick in which it was read may be unchanged nevertheless. One that can no longer be read counts
      // as changed; the lookup that needs it reports the reason.
      if let cached, now == cached.stamp, let again = try? find(cached.stored.key),
        again.recording == cached.stored.recording
      {
        continue
      }
      generation += 1
    }
    if generation == before, !hasWritten, check.coversDropped, read.hasDropped { generation += 1 }
    if let failure { throw failure }
    return generation != before
  }

  private mutating func refreshDocument(ofFolder index: Int) throws(RecordingError) {
    guard let document = folders[index].document else { return }
    let path = operationPath(ofFolder: index)
    let now = try Files.currentStamp(path)
    if now == document.stamp { return }
    folders[index].document = nil
    forgetAll(ofFolder: folders[index].text)
    generation += 1
  }
}
