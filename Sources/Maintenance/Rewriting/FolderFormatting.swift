import GraphQLLanguage
package import Recordings

/// The work of `understudy fmt` in an endpoint's folder: rewrites recordings and `operation.graphql` files in the
/// recorder's format.
///
/// Only the format changes; keys and answers stay. Formatting again changes nothing.
package struct FolderFormatting: Sendable {
  /// A file that is not in the recorder's format.
  package struct Change: Hashable, Sendable {
    /// The path in the endpoint's folder.
    package let path: String
    /// The name that matches the file's content; nil if its name is right.
    package let newName: String?
    package let isRewritten: Bool
  }

  /// The changes, sorted by folder and file.
  package private(set) var changes: [Change] = []
  /// The files that cannot be read, which are not changed.
  package private(set) var problems: [RecordingError] = []
  package private(set) var count = 0

  private(set) var work = FolderChanges()
  private var owners: [ContentHash: String] = [:]

  private let path: String
  private let endpoint: String
  private let rules: EndpointRules

  /// Examines everything in an endpoint's folder without writing.
  /// - Throws: if the folder cannot be listed, or contains a name that is not a recording's.
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
        // Without its operation, a folder's recordings cannot be read.
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
        (try Self.bytes(of: try SessionFormat.decodeAnswer(bytes, path: path), path: path), file)
      }
    }
  }

  /// Returns the bytes that the recorder would write for an answer of named sessions, which have exactly the same
  /// meaning.
  package static func bytes(of answer: RecordedResponse, path: String) throws(RecordingError) -> [UInt8] {
    let formatted = SessionFormat.encode(answer)
    guard try SessionFormat.decodeAnswer(formatted, path: path) == answer else { throw .meansSomethingElse(path) }
    return formatted
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

  /// Formats a file of sessions. `formatted` returns the bytes that the recorder would write, and the file's name.
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
        // Editors may add a byte order mark, which other readers reject.
        let text = ByteOrderMark.removed(from: bytes)
        let (recording, key, fits) = try read(text, entry, "\(path)/\(old.path)", document)
        if let other = owners.updateValue(old.path, forKey: key.hash) {
          throw RecordingError.duplicate("\(path)/\(old.path)", other: "\(path)/\(other)")
        }
        let formatted = try Self.bytes(of: recording, rules: rules, path: "\(path)/\(old.path)")
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

  /// Reads a recording in normalized form. A name from before the rules matches, too; `check --rules` handles it.
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

  /// Returns the bytes that the recorder would write, which have exactly the same meaning.
  package static func bytes(
    of recording: Recording, rules: EndpointRules, path: String
  ) throws(RecordingError) -> [UInt8] {
    let ignored = rules.volatilePlaces(of: recording.operationName, kind: recording.kind)
    for keepsExtensions in [!ignored.extensions, true] {
      let bytes = RecordingFormat.encode(recording, keepingExtensions: keepsExtensions)
      let again = try RecordingFormat.decode(
        bytes, path: path, kind: recording.kind, operationName: recording.operationName)
      // Hand-edited answers may differ only in extensions; without these the recorder would merge them.
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
  /// Returns what formatting would change, without writing.
  /// - Throws: if the folder cannot be listed, contains an invalid name, or has an interrupted rewriting.
  package func formatting(rules: EndpointRules) throws(RecordingError) -> FolderFormatting {
    guard try !hasUnfinishedRewriting() else { throw RecordingError.unfinishedRewriting(path) }
    return try FolderFormatting(self, rules: rules)
  }

  /// Formats all readable files. Atomic: the next call finishes an interrupted one.
  package func format(rules: EndpointRules) throws(RecordingError) -> FolderFormatting {
    try format(rules: rules, stoppingAfter: nil)
  }

  /// Like the above, but stops after some steps, as if the process were killed.
  func format(rules: EndpointRules, stoppingAfter steps: Int?) throws(RecordingError) -> FolderFormatting {
    try change(stoppingAfter: steps) { () throws(RecordingError) in
      let formatting = try FolderFormatting(self, rules: rules)
      return (formatting, formatting.work)
    }
  }

  /// Finishes an interrupted rewriting. Call it before reading `endpoint.yaml` to write, which it may change, too.
  package func finishRewriting() throws(RecordingError) {
    if try hasUnfinishedRewriting() { try change { ((), FolderChanges()) } }
  }
}
