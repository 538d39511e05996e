import GraphQLLanguage
import OrderedJSON
package import Recordings

/// The work of `understudy mv` in an endpoint's folder: an operation's new name, in its document, recordings and
/// sessions.
///
/// States keep their names, which do not depend on the name of an operation.
package struct OperationRenaming: Sendable {
  /// The renaming of an operation's folder.
  package struct Folder: Hashable, Sendable {
    package let old: String
    package let new: String
    package let count: Int
    /// The number of these that already exist under the new name, with the same answers.
    package let known: Int
  }

  /// One for each document with the old name; several client versions may be recorded.
  package private(set) var folders: [Folder] = []
  /// The number of named sessions that send the operation.
  package private(set) var sessionCount = 0
  /// The edits of `endpoint.yaml`.
  package let configuration: ConfigurationRenaming
  /// The root fields of recorded mutations, which rules may refer to.
  private var rootFields: Set<String> = []

  private(set) var work = FolderChanges()

  /// `old` may be the folder name of an anonymous operation.
  /// - Throws: if there is no such operation, another operation has the new name, or a file cannot be read.
  init(_ old: String, to new: String, in folder: EndpointFolder) throws(RecordingError) {
    guard new.isGraphQLName else { throw .newName(folder.path, new) }
    var index = StoreIndex(path: folder.path, endpoint: folder.name, scheme: .standard)
    _ = try index.relist()
    var documents: [(text: String, loaded: OperationFolder.LoadedDocument)] = []
    for position in index.folders.indices {
      guard let loaded = try index.document(ofFolder: position) else { continue }
      documents.append((index.folders[position].text, loaded))
    }
    let renamed = documents.filter { $0.loaded.key.name.map { $0 == old } ?? ($0.text == old) }
    guard !renamed.isEmpty else {
      throw .noOperation(folder.path, old, known: documents.map { $0.loaded.key.name ?? $0.text })
    }
    guard old != new else { throw .sameName(folder.path, old) }
    var plans: [(old: String, key: DocumentKey, text: [UInt8])] = []
    for (text, loaded) in renamed {
      plans.append(try Self.renamed(loaded, text, to: new, endpoint: folder))
    }
    for (text, loaded) in documents where loaded.key.name == new && !plans.contains(where: { $0.key == loaded.key }) {
      throw .nameTaken("\(folder.path)/\(text)", new)
    }
    for (_, loaded) in documents where loaded.key.kind == .mutation {
      for operation in loaded.document.operations {
        rootFields.formUnion(Self.fieldNames(operation.selectionSet, loaded.document))
      }
    }
    configuration = try ConfigurationRenaming(old, to: new, in: folder, isAmbiguous: rootFields.contains(old))
    let written = try index.written()
    var taken = Set(index.folders.map(\.text))
    for plan in plans {
      let target = documents.first { $0.loaded.key == plan.key }?.text
      let name = target ?? Self.freeFolderName(plan.key, taken: taken)
      taken.insert(name)
      try move(old, plan, to: name, isThere: target != nil, written, below: folder.path)
    }
    try renameInSessions(below: folder.path)
    if let bytes = configuration.bytes {
      work.writes.append(.init(place: .init("", EndpointFolder.configurationFileName), bytes: bytes))
    }
  }

  /// Returns the printed document with the new name, and its key.
  private static func renamed(
    _ loaded: OperationFolder.LoadedDocument, _ text: String, to new: String, endpoint: EndpointFolder
  ) throws(RecordingError) -> (old: String, key: DocumentKey, text: [UInt8]) {
    let path = "\(endpoint.path)/\(text)/\(OperationFile.name)"
    var document = loaded.document
    for index in document.definitions.indices {
      guard case .operation(var operation) = document.definitions[index] else { continue }
      operation.name = Name(new)
      document.definitions[index] = .operation(operation)
    }
    let bytes = Array(document.printed().utf8) + [0x0A]
    let (parsed, operation) = try OperationFile.parse(bytes, path: path)
    let key = DocumentKey(endpoint: endpoint.name, operation: operation)
    guard let printed = try OperationFile.text(of: parsed, key, endpoint: endpoint.name, path: path) else {
      throw RecordingError.operation(path, "cannot be renamed. Record the operation again.")
    }
    return (text, key, printed)
  }

  /// `operation` is the old name.
  private mutating func move(
    _ operation: String, _ plan: (old: String, key: DocumentKey, text: [UInt8]), to name: String, isThere: Bool,
    _ written: [WrittenRecording], below path: String
  ) throws(RecordingError) {
    let there = written.filter { $0.folder == name }
    var taken = Set(try FileReading.names(inFolder: "\(path)/\(name)"))
    var (count, known) = (0, 0)
    for recording in written where recording.folder == plan.old {
      let old = FolderChanges.Place(plan.old, recording.file)
      let key = plan.key.key(
        variables: recording.recording.variables, identity: recording.recording.identity,
        headers: recording.recording.headers)
      count += 1
      if let same = there.first(where: { $0.key == key }) {
        guard same.recording.states == recording.recording.states else {
          throw .otherAnswers("\(path)/\(old.path)", "\(path)/\(same.path)")
        }
        known += 1
        work.removals.append(old)
        continue
      }
      let file = key.freeFileName(taken: taken)
      taken.insert(file)
      work.moves.append(.init(from: old, to: .init(name, file)))
    }
    let recordings = Set(written.filter { $0.folder == plan.old }.map(\.file) + [OperationFile.name])
    // Other files, such as notes, are moved, too, unless the target exists.
    for other in try FileReading.names(inFolder: "\(path)/\(plan.old)")
    where !recordings.contains(other) && !taken.contains(other) {
      work.moves.append(.init(from: .init(plan.old, other), to: .init(name, other)))
    }
    if !isThere { work.writes.append(.init(place: .init(name, OperationFile.name), bytes: plan.text)) }
    work.removals.append(.init(plan.old, OperationFile.name))
    let places = configuration.rules.volatilePlaces(of: operation, kind: plan.key.kind)
    try moveAnswers(from: plan.old, to: name, below: path, ignoring: places)
    work.emptied.append(plan.old)
    folders.append(Folder(old: plan.old, new: name, count: count, known: known))
  }

  /// Moves the answers of named sessions, dropping those that exist under the new name.
  private mutating func moveAnswers(
    from old: String, to new: String, below path: String, ignoring places: VolatilePlaces
  ) throws(RecordingError) {
    let source = "\(old)/\(SessionStore.answersFolderName)"
    let target = "\(new)/\(SessionStore.answersFolderName)"
    let there = Set(try FileReading.names(inFolder: "\(path)/\(target)"))
    let files = try FileReading.names(inFolder: "\(path)/\(source)")
    for file in files {
      if there.contains(file), file.hasSuffix(SessionFileName.ending) {
        let (old, other) = ("\(path)/\(source)/\(file)", "\(path)/\(target)/\(file)")
        // One may have been edited by hand.
        guard try Self.isSame(old, other, ignoring: places) else { throw .otherAnswers(old, other) }
        work.removals.append(.init(source, file))
      } else {
        work.moves.append(.init(from: .init(source, file), to: .init(target, file)))
      }
    }
    if !files.isEmpty { work.emptied.append(source) }
  }

  /// Indicates whether two files have the same answer, except for the places that rules ignore.
  private static func isSame(
    _ old: String, _ other: String, ignoring places: VolatilePlaces
  ) throws(RecordingError) -> Bool {
    let (left, right) = (try FileReading.bytes(of: old), try FileReading.bytes(of: other))
    if left == right { return true }
    guard let left = try? SessionFormat.decodeAnswer(left, path: old),
      let right = try? SessionFormat.decodeAnswer(right, path: other)
    else { return false }
    return SessionFormat.id(of: left, ignoring: places) == SessionFormat.id(of: right, ignoring: places)
  }

  /// Updates the names of folders in session files.
  private mutating func renameInSessions(below path: String) throws(RecordingError) {
    let names = Dictionary(folders.map { (FolderName.identity($0.old), $0.new) }) { first, _ in first }
    let store = try SessionStore(path: path)
    for file in store.files {
      guard let recording = try store.recording(inFile: file) else { continue }
      let renamed = recording.renaming { names[FolderName.identity($0)] ?? $0 }
      guard renamed != recording else { continue }
      sessionCount += 1
      work.writes.append(.init(place: .init(SessionStore.folderName, file), bytes: SessionFormat.encode(renamed)))
    }
  }

  private static func freeFolderName(_ key: DocumentKey, taken: Set<String>) -> String {
    for digits in NameScheme.standard.digits {
      let name = FolderName(key, digits: digits).text
      if !taken.contains(name) { return name }
    }
    return FolderName(key, digits: 64).text
  }

  /// Returns the names of the root fields, including those in fragments.
  private static func fieldNames(_ set: SelectionSet, _ document: Document) -> Set<String> {
    var names: Set<String> = []
    var spread: Set<String> = []
    let fragments = document.fragmentsByName
    var pending = set.selections
    while let selection = pending.popLast() {
      switch selection {
      case .field(let field): names.insert(field.name.text)
      case .inlineFragment(let fragment): pending += fragment.selectionSet.selections
      case .fragmentSpread(let reference):
        guard spread.insert(reference.name.text).inserted, let fragment = fragments[reference.name.text] else {
          continue
        }
        pending += fragment.selectionSet.selections
      }
    }
    return names
  }
}

extension EndpointFolder {
  /// Renames an operation in its folder, its recordings and `endpoint.yaml`. Atomic: the next call finishes an
  /// interrupted one. `old` may be the folder name of an anonymous operation.
  /// - Throws: the reason that it cannot be renamed; then nothing changes.
  package func rename(operation old: String, to new: String) throws(RecordingError) -> OperationRenaming {
    try rename(operation: old, to: new, stoppingAfter: nil)
  }

  /// Like the above, but stops after some steps, as if the process were killed.
  func rename(
    operation old: String, to new: String, stoppingAfter steps: Int?
  ) throws(RecordingError) -> OperationRenaming {
    guard try FileReading.exists(path) else { throw .missingFolder(path) }
    return try change(stoppingAfter: steps) { () throws(RecordingError) in
      let renaming = try OperationRenaming(old, to: new, in: self)
      return (renaming, renaming.work)
    }
  }
}

extension RecordingError {
  fileprivate static func newName(_ path: String, _ name: String) -> RecordingError {
    .operation(
      path,
      "\(shown(.string(name))) is not a valid operation name: expected letters, digits and underscores, not starting with a "
        + "digit, such as LaunchList.")
  }

  fileprivate static func noOperation(_ path: String, _ name: String, known: [String]) -> RecordingError {
    let suggestions = didYouMean(nil, suggestionList(name, known))
    return .operation(
      path, "no operation \(shown(.string(name))) is recorded here.\(suggestions) `understudy show` lists them.")
  }

  fileprivate static func sameName(_ path: String, _ name: String) -> RecordingError {
    .operation(path, "the operation already has the name \(shown(.string(name))). Choose another name.")
  }

  fileprivate static func nameTaken(_ path: String, _ name: String) -> RecordingError {
    .operation(
      path,
      "an operation \(shown(.string(name))) with other fields is already recorded. Choose another name, or "
        + "remove this folder first if no client sends it any more.")
  }

  fileprivate static func otherAnswers(_ path: String, _ other: String) -> RecordingError {
    .operation(
      path, "is also recorded under the new name, with other answers (\(other)). Remove one of the two files.")
  }
}
