package import Recordings

/// The planned removal of a recording, or of states in it.
package struct Pruned: Hashable, Sendable {
  package let folder: String
  package let file: String
  /// The states to remove; nil for the whole file.
  package let states: [String]?
  /// The cuts in streams that stay.
  package let cuts: [StreamCut]
  /// The file's content at the time of planning.
  package let content: ContentHash

  package init(
    folder: String, file: String, states: [String]? = nil, cuts: [StreamCut] = [], content: ContentHash
  ) {
    self.folder = folder
    self.file = file
    self.states = states
    self.cuts = cuts
    self.content = content
  }
}

/// The beginning of the part of a recorded stream to remove.
package struct StreamCut: Hashable, Sendable {
  /// The state in which the stream was opened.
  package let state: String
  /// The index of the response in that state, from 0.
  package let response: Int
  /// The first event to remove, from 0; nil to remove only the end.
  package let event: Int?

  package init(state: String, response: Int, event: Int?) {
    self.state = state
    self.response = response
    self.event = event
  }
}

/// A recording with the size and hash of its file.
package struct WeighedRecording: Sendable {
  package let stored: StoredRecording
  package let size: Int
  package let content: ContentHash
}

extension RecordingStore {
  /// Reads the recordings of a folder one by one, with their files' sizes, in name order. `body` must not use the
  /// store.
  /// - Throws: if a recording cannot be read.
  package func weighEach(inFolder folder: String, _ body: (WeighedRecording) -> Void) throws(RecordingError) {
    var failure: RecordingError?
    try readEach(inFolder: folder) { result in
      guard failure == nil else { return }
      do throws(RecordingError) {
        let stored = try result.get()
        let bytes = try FileReading.bytes(of: stored.path)
        body(WeighedRecording(stored: stored, size: bytes.count, content: ContentHash(of: bytes)))
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
  }
}

extension EndpointFolder {
  /// Removes recordings, states, and operations without recordings. Atomic: an interrupted removal is finished by the
  /// next call.
  /// - Parameters:
  ///   - pruned: the recordings and states to remove.
  ///   - files: the session answers and the bodies to remove, as paths in this folder.
  ///   - operations: the folders of operations without recordings.
  ///   - rules: the rules of `endpoint.yaml`.
  /// - Throws: if a file has changed since planning or cannot be read; then nothing is removed.
  package func prune(
    _ pruned: [Pruned], files: [String] = [], operations: [String] = [], rules: EndpointRules
  ) throws(RecordingError) {
    try prune(pruned, files: files, operations: operations, rules: rules, stoppingAfter: nil)
  }

  /// Like the above, but stops after some steps, as if the process were killed.
  func prune(
    _ pruned: [Pruned], files: [String] = [], operations: [String] = [], rules: EndpointRules,
    stoppingAfter steps: Int?
  ) throws(RecordingError) {
    guard try FileReading.exists(path) else { return }
    try change(stoppingAfter: steps) { () throws(RecordingError) in
      var index = StoreIndex(path: path, endpoint: name, scheme: .standard, rules: rules)
      _ = try index.relist()
      var changes = FolderChanges()
      var removed: [String: Set<String>] = [:]
      for item in pruned {
        let place = FolderChanges.Place(item.folder, item.file)
        let filePath = "\(path)/\(place.path)"
        guard let bytes = try FileReading.bytes(ifPresent: filePath) else { continue }
        guard ContentHash(of: bytes) == item.content else { throw RecordingError.changedMeanwhile(filePath) }
        if item.states != nil, let rest = try self.rest(of: bytes, place, without: item, &index, rules) {
          changes.writes.append(.init(place: place, bytes: rest))
        } else {
          changes.removals.append(place)
          removed[item.folder, default: []].insert(item.file)
        }
      }
      let staying = try RemainingSessions(
        try store(readingAllUpTo: 0, rules: rules), without: removed[SessionStore.folderName] ?? [])
      for file in files {
        let place = FolderChanges.Place(path: file)
        guard !place.folder.isEmpty, try FileReading.exists("\(path)/\(file)") else { continue }
        guard !staying.answers.contains(file) else { throw RecordingError.changedMeanwhile("\(path)/\(file)") }
        changes.removals.append(place)
        if !changes.emptied.contains(place.folder) { changes.emptied.append(place.folder) }
      }
      for folder in index.folders {
        let gone = removed[folder.text] ?? []
        guard removed[folder.text] != nil || operations.contains(folder.text),
          folder.files.allSatisfy({ gone.contains(folder.file($0)) }), !staying.operations.contains(folder.text)
        else { continue }
        changes.removals.append(.init(folder.text, OperationFile.name))
        changes.emptied.append(folder.text)
      }
      return ((), changes)
    }
  }

  /// Returns a recording's bytes without some states and parts of streams; nil if no state is left.
  private func rest(
    of bytes: [UInt8], _ place: FolderChanges.Place, without item: Pruned, _ index: inout StoreIndex,
    _ rules: EndpointRules
  ) throws(RecordingError) -> [UInt8]? {
    guard let position = index.position(ofFolder: place.folder), let document = try index.document(ofFolder: position)
    else { return nil }
    var recording = try RecordingFormat.decode(
      bytes, path: "\(path)/\(place.path)", kind: document.key.kind, operationName: document.key.name)
    for cut in item.cuts {
      guard let state = recording.states.firstIndex(where: { $0.name == cut.state }),
        recording.states[state].responses.indices.contains(cut.response)
      else { continue }
      let whole = recording.states[state].responses[cut.response]
      recording.states[state].responses[cut.response] = whole.cutOff(from: cut.event)
    }
    recording.states.removeAll { item.states?.contains($0.name) == true }
    if recording.states.isEmpty { return nil }
    let ignored = rules.volatilePlaces(of: recording.operationName, kind: recording.kind)
    return RecordingFormat.encode(recording, keepingExtensions: !ignored.extensions)
  }
}

extension RecordedResponse {
  /// Returns a stream cut before an event, as if its client had left; without its end for nil.
  fileprivate func cutOff(from event: Int?) -> RecordedResponse {
    guard case .events(let events) = body else { return self }
    let rest = Array(events.events.prefix(event ?? events.events.count))
    return RecordedResponse(
      status: status, headers: headers, body: .events(RecordedEvents(events: rest, end: .open)))
  }
}

extension RecordingError {
  fileprivate static func changedMeanwhile(_ path: String) -> RecordingError {
    RecordingError(
      .system, path, nil, "changed while understudy prune ran, so nothing was removed. Run understudy prune again.")
  }
}
