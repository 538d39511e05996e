import OrderedJSON

/// The remaining work of a rewrite. It is written when all new files are in the endpoint's folder under temporary
/// names, and removed at the end. Any process that finds it can finish the work after an interruption.
struct RewriteJournal: Hashable, Sendable {
  static let file = ".understudy-rewriting.json"
  /// Enough for some million files.
  static let byteLimit = 1 << 30
  private static let stagedPrefix = ".understudy-rewriting-"
  /// The version of the journal. In version 1, new files were elsewhere, and nothing was moved.
  private static let version = 2

  typealias Place = FolderChanges.Place

  /// New files, in the order in which they get their names.
  var writes: [Write] = []
  var moves: [FolderChanges.Move] = []
  /// Files that were replaced or are no longer needed.
  var removals: [Place] = []
  /// Folders to remove when they are empty.
  var emptied: [String] = []

  struct Write: Hashable, Sendable {
    /// The file's temporary name in the endpoint's folder.
    var staged: String
    var place: Place
  }

  static func stagedName(_ number: Int) -> String { "\(stagedPrefix)\(number)" }
  static func isStagedName(_ name: String) -> Bool {
    name.hasPrefix(stagedPrefix) && UInt(name.dropFirst(stagedPrefix.count)) != nil
  }

  /// The folders in which files get a name, sorted; the endpoint's own is empty.
  var targetFolders: [String] { Set(writes.map(\.place.folder) + moves.map(\.to.folder)).sorted() }

  /// All folders in which something changes, sorted.
  var folders: [String] { Set(targetFolders + moves.map(\.from.folder) + removals.map(\.folder)).sorted() }

  // MARK: The file

  var bytes: [UInt8] {
    func json(_ place: Place, _ more: [JSONObject.Member] = []) -> JSON {
      .object(JSONObject([.init("folder", .string(place.folder)), .init("file", .string(place.file))] + more))
    }
    return JSON.object([
      "format": .int(Self.version),
      "writes": .array(writes.map { json($0.place, [.init("staged", .string($0.staged))]) }),
      "moves": .array(moves.map { ["from": json($0.from), "to": json($0.to)] }),
      "removals": .array(removals.map { json($0) }),
      "emptied": .array(emptied.map { .string($0) }),
    ]).serialize()
  }

  /// The journal for changes, whose new files have the temporary names of `stagedName` in turn.
  init(_ changes: FolderChanges) {
    writes = changes.writes.enumerated().map { Write(staged: Self.stagedName($0), place: $1.place) }
    moves = changes.moves
    removals = changes.removals
    emptied = changes.emptied
  }

  /// Names are untrusted: none may lead out of its folder, and only files that a rewrite may change are accepted.
  ///
  /// - Throws: if it does not have the form of `bytes`.
  init(bytes: [UInt8], path: String) throws(RecordingError) {
    let bad = RecordingError.badJournal(path)
    guard let json = try? JSON.parse(bytes), json["format"] == .int(Self.version),
      let writes = json["writes"]?.arrayValue, let moves = json["moves"]?.arrayValue,
      let removals = json["removals"]?.arrayValue, let emptied = json["emptied"]?.arrayValue
    else { throw bad }
    for write in writes {
      guard let place = Self.place(write, where: Self.isWritten), let staged = write["staged"]?.stringValue,
        Self.isStagedName(staged)
      else { throw bad }
      self.writes.append(Write(staged: staged, place: place))
    }
    for move in moves {
      guard let from = move["from"].flatMap({ Self.place($0, where: Self.isMoved) }),
        let to = move["to"].flatMap({ Self.place($0, where: Self.isMoved) })
      else { throw bad }
      self.moves.append(.init(from: from, to: to))
    }
    for removal in removals {
      guard let place = Self.place(removal, where: Self.isRemoved) else { throw bad }
      self.removals.append(place)
    }
    for folder in emptied {
      guard let name = folder.stringValue,
        Self.isFolder(name) || Self.isAnswers(name) || name == BodyFile.folderName
      else { throw bad }
      self.emptied.append(name)
    }
  }

  private static func place(_ json: JSON, where isAllowed: (Place) -> Bool) -> Place? {
    guard let folder = json["folder"]?.stringValue, let file = json["file"]?.stringValue else { return nil }
    let place = Place(folder, file)
    return isAllowed(place) ? place : nil
  }

  private static func isWritten(_ place: Place) -> Bool {
    place.folder.isEmpty ? place.file == EndpointFolder.configurationFileName : isRemoved(place)
  }

  private static func isRemoved(_ place: Place) -> Bool {
    if place.folder == SessionStore.folderName { return isSession(place.file) }
    if isAnswers(place.folder) { return isAnswer(place.file) }
    if place.folder == BodyFile.folderName { return BodyFile.isPlace(place.path) }
    return isFolder(place.folder) && (isRecording(place.file) || place.file == OperationFile.name)
  }

  /// Files that people put next to recordings are moved, too.
  private static func isMoved(_ place: Place) -> Bool {
    if place.folder == SessionStore.folderName { return isSession(place.file) }
    return (isFolder(place.folder) || isAnswers(place.folder)) && !place.file.isEmpty && !place.file.hasPrefix(".")
      && !place.file.utf8.contains { $0 == UInt8(ascii: "/") || $0 == 0 }
  }

  private static func isFolder(_ name: String) -> Bool {
    FolderName(name, scheme: .standard) != nil && !name.utf8.contains { $0 == UInt8(ascii: "/") || $0 == 0 }
  }

  /// Indicates whether a folder contains an operation's answers of sessions.
  private static func isAnswers(_ name: String) -> Bool {
    let ending = "/\(SessionStore.answersFolderName)"
    return name.hasSuffix(ending) && isFolder(String(name.dropLast(ending.utf8.count)))
  }

  private static func isAnswer(_ name: String) -> Bool {
    name.hasSuffix(SessionFileName.ending)
      && SessionFormat.isID(String(name.dropLast(SessionFileName.ending.utf8.count)))
  }

  private static func isSession(_ name: String) -> Bool {
    SessionFileName.digits(in: name) != nil && !name.hasPrefix(".")
      && !name.utf8.contains { $0 == UInt8(ascii: "/") || $0 == 0 }
  }

  private static func isRecording(_ name: String) -> Bool {
    if name.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 == 0 }) { return false }
    var name = name
    return name.withUTF8 { if case .recording = FileName.read($0, scheme: .standard) { true } else { false } }
  }
}
