import OrderedJSON

/// What is left to do of a rewriting: written when all new files lie ready beside their places, gone when it is done.
/// Whoever finds it can finish the work, however it was interrupted.
struct RewriteJournal: Hashable, Sendable {
  static let file = ".understudy-rewriting.json"
  private static let stagedPrefix = ".understudy-rewriting-"

  /// New files that lie ready, in the order in which they get their names.
  var writes: [Write] = []
  /// Files of which others have taken the place.
  var removals: [Place] = []

  struct Place: Hashable, Sendable {
    var folder: String
    var file: String
  }

  struct Write: Hashable, Sendable {
    /// The name under which it lies ready.
    var staged: String
    var place: Place
  }

  static func stagedName(_ number: Int) -> String { "\(stagedPrefix)\(number)" }
  static func isStagedName(_ name: String) -> Bool {
    name.hasPrefix(stagedPrefix) && UInt(name.dropFirst(stagedPrefix.count)) != nil
  }

  // MARK: The file

  var bytes: [UInt8] {
    JSON.object([
      "format": 1,
      "writes": .array(
        writes.map {
          ["folder": .string($0.place.folder), "staged": .string($0.staged), "file": .string($0.place.file)]
        }),
      "removals": .array(removals.map { ["folder": .string($0.folder), "file": .string($0.file)] }),
    ]).serialize()
  }

  init() {}

  /// Names are untrusted: none may lead out of its folder.
  ///
  /// - Throws: if it is not what `bytes` writes.
  init(bytes: [UInt8], path: String) throws(RecordingError) {
    guard let json = try? JSON.parse(bytes), json["format"] == 1, let writes = json["writes"]?.arrayValue,
      let removals = json["removals"]?.arrayValue
    else { throw RecordingError.badJournal(path) }
    for write in writes {
      guard let place = Self.place(write), let staged = write["staged"]?.stringValue, Self.isStagedName(staged) else {
        throw RecordingError.badJournal(path)
      }
      self.writes.append(Write(staged: staged, place: place))
    }
    for removal in removals {
      guard let place = Self.place(removal) else { throw RecordingError.badJournal(path) }
      self.removals.append(place)
    }
  }

  private static func place(_ json: JSON) -> Place? {
    guard let folder = json["folder"]?.stringValue, let file = json["file"]?.stringValue,
      FolderName(folder, scheme: .standard) != nil, isRecording(file)
    else { return nil }
    return Place(folder: folder, file: file)
  }

  private static func isRecording(_ name: String) -> Bool {
    if name.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 == 0 }) { return false }
    var name = name
    return name.withUTF8 { if case .recording = FileName.read($0, scheme: .standard) { true } else { false } }
  }
}
