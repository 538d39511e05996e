package import Recordings

/// Recordings, or states of them, that are to go: what `understudy prune` has planned for one file.
package struct Pruned: Hashable, Sendable {
  /// The operation's folder, and the file in it.
  package let folder: String
  package let file: String
  /// The states to take out of it; nil for the whole file.
  package let states: [String]?
  /// Where streams that stay are to be cut off.
  package let cuts: [StreamCut]
  /// What the file was when that was planned.
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

/// From where on a recorded stream is to go.
package struct StreamCut: Hashable, Sendable {
  /// The state in which it was opened.
  package let state: String
  /// Which of the responses in that state it is, from 0.
  package let response: Int
  /// The first event to go, from 0; nil where only the end goes.
  package let event: Int?

  package init(state: String, response: Int, event: Int?) {
    self.state = state
    self.response = response
    self.event = event
  }
}

/// A recording with what its file is like on disk.
package struct WeighedRecording: Sendable {
  package let stored: StoredRecording
  /// How many bytes the file has.
  package let size: Int
  package let content: ContentHash
}

extension RecordingStore {
  /// Reads the recordings of a folder one after the other with the sizes of their files, in the order of their names.
  ///
  /// - Parameters:
  ///   - folder: the folder's name, as in `entries`.
  ///   - body: gets each recording. It must not use the store.
  /// - Throws: if one of them cannot be read.
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
  /// Removes recordings, states of recordings, and the operations of which no recording is left: all of it or, where it
  /// is interrupted, what the next call finishes.
  ///
  /// - Parameters:
  ///   - pruned: what is to go.
  ///   - answers: answers of sessions that are to go, as paths below this folder.
  ///   - operations: folders of operations of which nothing is recorded.
  ///   - rules: what `endpoint.yaml` says.
  /// - Throws: if a file is not what it was when this was planned, or cannot be read; then nothing is removed.
  package func prune(
    _ pruned: [Pruned], answers: [String] = [], operations: [String] = [], rules: EndpointRules
  ) throws(RecordingError) {
    try prune(pruned, answers: answers, operations: operations, rules: rules, stoppingAfter: nil)
  }

  /// The same, stopping after some steps as if the process had been killed.
  func prune(
    _ pruned: [Pruned], answers: [String] = [], operations: [String] = [], rules: EndpointRules,
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
        guard try FileReading.exists(filePath) else { continue }
        let bytes = try FileReading.bytes(of: filePath)
        guard ContentHash(of: bytes) == item.content else { throw RecordingError.changedMeanwhile(filePath) }
        if item.states != nil, let rest = try self.rest(of: bytes, place, without: item, &index, rules) {
          changes.writes.append(.init(place: place, bytes: rest))
        } else {
          changes.removals.append(place)
          removed[item.folder, default: []].insert(item.file)
        }
      }
      let staying = try KeptSessions(
        try store(readingAllUpTo: 0, rules: rules), without: removed[SessionStore.folderName] ?? [])
      for answer in answers {
        guard let place = FolderChanges.Place(path: answer), try FileReading.exists("\(path)/\(answer)") else {
          continue
        }
        guard !staying.answers.contains(answer) else { throw RecordingError.changedMeanwhile("\(path)/\(answer)") }
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

  /// A recording's bytes without some states, and without what streams are cut off; nil where no state is left.
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

extension FolderChanges.Place {
  /// The place of a path below an endpoint's folder.
  fileprivate init?(path: String) {
    guard let slash = path.lastIndex(of: "/") else { return nil }
    self.init(String(path[..<slash]), String(path[path.index(after: slash)...]))
  }
}

extension RecordedResponse {
  /// A stream without an event and what comes behind it, as if its client had left before; without its end for nil.
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
