import GraphQLLanguage
package import Recordings

/// What `understudy fmt` makes of an endpoint's folder: every recording and every `operation.graphql` as the recorder
/// would write it.
///
/// Formatting changes how something is written and nothing of what it says: keys and answers stay, and formatting twice
/// is the same as once.
package struct FolderFormatting: Sendable {
  /// A file that is not as the recorder would write it.
  package struct Change: Hashable, Sendable {
    /// Below the endpoint's folder.
    package let path: String
    /// The name that fits what is in the file; nil where it has a fitting one.
    package let newName: String?
    /// Whether its bytes become others.
    package let isRewritten: Bool
  }

  /// Sorted by folder and file.
  package private(set) var changes: [Change] = []
  /// The files that cannot be read, of which nothing is touched, with their places.
  package private(set) var problems: [RecordingError] = []
  /// How many files were looked at.
  package private(set) var count = 0

  private(set) var work = FolderChanges()
  private var owners: [ContentHash: String] = [:]

  private let path: String
  private let endpoint: String
  private let rules: EndpointRules

  /// Looks at everything below an endpoint's folder; nothing is written.
  ///
  /// - Throws: if the folder cannot be listed, or a name in it is none of a recording's.
  init(_ folder: EndpointFolder, rules: EndpointRules) throws(RecordingError) {
    path = folder.path
    endpoint = folder.name
    self.rules = rules
    var index = StoreIndex(path: path, endpoint: endpoint, scheme: .standard, rules: rules)
    _ = try index.relist()
    for position in index.folders.indices {
      do throws(RecordingError) {
        guard let document = try index.document(ofFolder: position) else { continue }
        try format(document, inFolder: index.folders[position].text)
        format(index.folders[position], document.key)
      } catch {
        // Without its operation nothing can be told of the recordings beside it.
        count += 1
        problems.append(error)
      }
    }
    for folder in index.folders { try formatAnswers(inFolder: folder.text) }
    try formatSessions(&index)
  }

  private mutating func formatAnswers(inFolder folder: String) throws(RecordingError) {
    let folder = "\(folder)/\(SessionStore.answersFolderName)"
    for file in try FileReading.names(inFolder: "\(path)/\(folder)") where file.hasSuffix(SessionFileName.ending) {
      let place = FolderChanges.Place(folder, file)
      format(place) { bytes, path throws(RecordingError) in
        let answer = try SessionFormat.decodeAnswer(bytes, path: path)
        let formatted = SessionFormat.encode(answer)
        guard try SessionFormat.decodeAnswer(formatted, path: path) == answer else { throw .meansSomethingElse(path) }
        return (formatted, file)
      }
    }
  }

  private mutating func formatSessions(_ index: inout StoreIndex) throws(RecordingError) {
    var owners: [String: String] = [:]
    for file in try SessionStore(path: path).files {
      let place = FolderChanges.Place(SessionStore.folderName, file)
      format(place) { bytes, path throws(RecordingError) in
        let session = try SessionFormat.decode(bytes, path: path)
        if let other = owners.updateValue(path, forKey: session.name) {
          throw RecordingError.duplicate(path, session: session.name, other: other)
        }
        let formatted = SessionFormat.encode(try index.canonical(session, file: path))
        let digits = SessionFileName.digits(in: file) ?? ""
        let fits = SessionFileName.digits(of: session.name, 64).hasPrefix(digits)
        return (formatted, fits ? file : SessionFileName.text(session.name))
      }
    }
  }

  /// Formats one file of sessions: `formatted` makes the bytes that the recorder would write, and the file's name.
  private mutating func format(
    _ place: FolderChanges.Place,
    _ formatted: ([UInt8], String) throws(RecordingError) -> (bytes: [UInt8], name: String)
  ) {
    count += 1
    do throws(RecordingError) {
      let path = "\(path)/\(place.path)"
      let bytes = try FileReading.bytes(of: path)
      let (after, name) = try formatted(ByteOrderMark.removed(from: bytes), path)
      let newName = name == place.file ? nil : name
      if let newName, try FileReading.exists("\(self.path)/\(place.folder)/\(newName)") {
        throw RecordingError.wrongFile(path, session: newName)
      }
      if newName != nil || after != bytes { add(place, bytes: after == bytes ? nil : after, newName: newName) }
    } catch {
      problems.append(error)
    }
  }

  private mutating func format(
    _ document: OperationFolder.LoadedDocument, inFolder folder: String
  ) throws(RecordingError) {
    let path = "\(path)/\(folder)/\(OperationFile.name)"
    guard
      let text = try OperationFile.text(of: document.document, document.key, endpoint: endpoint, path: path)
    else { throw RecordingError.operation(path, "cannot be reformatted. Record the operation again.") }
    count += 1
    if try FileReading.bytes(of: path) == text { return }
    add(.init(folder, OperationFile.name), bytes: text, newName: nil)
  }

  private mutating func format(_ folder: OperationFolder, _ document: DocumentKey) {
    var taken = Set(folder.files.map { folder.file($0) })
    for (name, entry) in folder.sortedFiles {
      count += 1
      do throws(RecordingError) {
        let old = FolderChanges.Place(folder.text, name)
        let bytes = try FileReading.bytes(of: "\(path)/\(old.path)")
        // An editor's byte order mark says nothing, and with it nobody else reads the file.
        let text = ByteOrderMark.removed(from: bytes)
        let (recording, key, fits) = try read(text, entry, "\(path)/\(old.path)", document)
        if let other = owners.updateValue(old.path, forKey: key.hash) {
          throw RecordingError.duplicate("\(path)/\(old.path)", other: "\(path)/\(other)")
        }
        let formatted = try self.bytes(of: recording, "\(path)/\(old.path)")
        let newName = fits ? nil : key.freeFileName(taken: taken)
        if let newName { taken.insert(newName) }
        if newName != nil || formatted != bytes {
          add(old, bytes: formatted == bytes ? nil : formatted, newName: newName)
        }
      } catch {
        problems.append(error)
      }
    }
  }

  /// A recording in the form in which it is written; with its key, and whether its name belongs to that. A name that was
  /// right before there were rules stays: `check --rules` is about it.
  private func read(
    _ bytes: [UInt8], _ entry: OperationFolder.Entry, _ path: String, _ document: DocumentKey
  ) throws(RecordingError) -> (recording: Recording, key: OperationKey, fits: Bool) {
    var recording = try RecordingFormat.decode(bytes, path: path, kind: document.kind, operationName: document.name)
    let ruled = document.key(of: recording, rules: rules)
    let plain = document.key(
      variables: recording.variables, identity: recording.identity, headers: recording.headers)
    func fits(_ key: OperationKey) -> Bool {
      key.hash.prefix(digits: NameScheme.standard.shortest) == entry.prefix
    }
    let key = !fits(ruled) && fits(plain) ? plain : ruled
    recording.variables = key.variables
    recording.headers = key.headers
    return (recording, key, fits(key))
  }

  /// The canonical bytes, which mean exactly the same.
  private func bytes(of recording: Recording, _ path: String) throws(RecordingError) -> [UInt8] {
    let ignored = rules.volatilePlaces(of: recording.operationName, kind: recording.kind)
    for keepsExtensions in [!ignored.extensions, true] {
      let bytes = RecordingFormat.encode(recording, keepingExtensions: keepsExtensions)
      let again = try RecordingFormat.decode(
        bytes, path: path, kind: recording.kind, operationName: recording.operationName)
      // Answers that somebody wrote by hand may differ in nothing but what the recorder takes for one.
      if again == recording { return bytes }
    }
    throw RecordingError.meansSomethingElse(path)
  }

  private mutating func add(_ place: FolderChanges.Place, bytes: [UInt8]?, newName: String?) {
    changes.append(Change(path: place.path, newName: newName, isRewritten: bytes != nil))
    let target = FolderChanges.Place(place.folder, newName ?? place.file)
    if let bytes {
      work.writes.append(.init(place: target, bytes: bytes))
      if newName != nil { work.removals.append(place) }
    } else {
      work.moves.append(.init(from: place, to: target))
    }
  }
}

extension RecordingError {
  fileprivate static func meansSomethingElse(_ path: String) -> RecordingError {
    RecordingError(
      .invalidRecording, path, nil, "cannot be reformatted without changing its meaning. Record it again.")
  }
}

extension EndpointFolder {
  /// What formatting would change; nothing is written.
  ///
  /// - Parameter rules: what `endpoint.yaml` says now.
  /// - Returns: what is not in its form.
  /// - Throws: if the folder cannot be listed, a name in it is none of a recording's, or a rewriting was interrupted.
  package func formatting(rules: EndpointRules) throws(RecordingError) -> FolderFormatting {
    guard try !hasUnfinishedRewriting() else { throw RecordingError.unfinishedRewriting(path) }
    return try FolderFormatting(self, rules: rules)
  }

  /// Formats what can be read: all that is not in its form or, where it is interrupted, what the next call finishes.
  ///
  /// - Returns: what was changed.
  package func format(rules: EndpointRules) throws(RecordingError) -> FolderFormatting {
    try format(rules: rules, stoppingAfter: nil)
  }

  /// The same, stopping after some steps as if the process had been killed.
  func format(rules: EndpointRules, stoppingAfter steps: Int?) throws(RecordingError) -> FolderFormatting {
    try change(stoppingAfter: steps) { () throws(RecordingError) in
      let formatting = try FolderFormatting(self, rules: rules)
      return (formatting, formatting.work)
    }
  }

  /// Finishes a rewriting that was interrupted, if one was. To be called before `endpoint.yaml` is read by whoever goes
  /// on writing, since a rewriting may be about that, too.
  package func finishRewriting() throws(RecordingError) {
    if try hasUnfinishedRewriting() { try change { ((), FolderChanges()) } }
  }
}
