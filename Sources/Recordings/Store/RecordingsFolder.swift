/// The folder `recordings/`, with one folder for each endpoint.
package struct RecordingsFolder: Sendable {
  /// The folder that a user who names none means.
  package static let usualPath = "recordings"

  /// The path as the user gave it.
  package let path: String
  /// Sorted by name.
  package let endpoints: [EndpointFolder]

  /// Lists the endpoints: the subfolders with recordings or an `endpoint.yaml`, and packed ones.
  ///
  /// - Throws: if the folder is missing, or if an endpoint's name is not valid.
  package init(path: String) throws(RecordingError) {
    self.path = path
    var names: [(name: String, kind: EntryKind)] = []
    let stamp = try attempt { () throws(FileFailure) in
      try Files.list(path) { entry, kind, _ in
        guard entry.first != UInt8(ascii: ".") else { return }
        let name = String(decoding: entry, as: UTF8.self)
        if kind == .folder || kind == .symbolicLink {
          names.append((name, kind))
        } else if kind == .file, let name = EndpointFolder.name(ofPacked: name) {
          names.append((name, kind))
        }
      }
    }
    guard stamp != nil else { throw RecordingError.missingFolder(path) }
    if PackedPlace.isOne(path) { throw RecordingError.isEndpoint(path) }
    var endpoints: [EndpointFolder] = []
    for (name, kind) in names.sorted(by: { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }) {
      let folder = EndpointFolder(name: name, below: path)
      guard try folder.isOne() else { continue }
      if kind == .symbolicLink { throw RecordingError.symbolicLink(folder.path) }
      guard EndpointFolder.isName(name) else { throw RecordingError.endpointName(folder.path, name: name) }
      if endpoints.last?.name == name {
        throw RecordingError.packedTwice(folder.path, folder: EndpointFolder.path(of: name, below: path))
      }
      endpoints.append(folder)
    }
    self.endpoints = endpoints
  }
}

extension RecordingsFolder {
  /// A folder of the same relative path, with endpoints, in a folder above the current one, such as `../recordings` for a
  /// command that is run in a subfolder; nil if there is none in the next eight.
  private static func above(_ path: String) -> String? {
    guard !path.hasPrefix("/") else { return nil }
    var candidate = path
    for _ in 0..<8 {
      candidate = "../\(candidate)"
      // Without a look first, the error about a missing folder would look for others again.
      guard (try? FileReading.exists(candidate)) == true else { continue }
      if let folder = try? RecordingsFolder(path: candidate), !folder.endpoints.isEmpty { return candidate }
    }
    return nil
  }

  /// A sentence about other places of recordings, for a message about a folder without any.
  package static func elsewhere(than path: String) -> String {
    guard let found = above(path) else {
      return "If the recordings are elsewhere, name their folder with --recordings."
    }
    return "There are recordings in a folder above: use `--recordings \(RecordingError.shellQuoted(found))`."
  }

  /// Checks that a folder, which need not exist, is not an endpoint's folder, in which other endpoints would be lost.
  package static func requireNoEndpoint(_ path: String) throws(RecordingError) {
    guard try FileReading.exists(path), try EndpointFolder.isOne(path) else { return }
    throw RecordingError.isEndpoint(path)
  }

  /// Checks that a folder, which need not exist, has packed files of these endpoints alone. The file of an endpoint that
  /// was removed from the recordings would still be answered.
  package static func requireNoOtherPacked(_ path: String, than names: [String]) throws(RecordingError) {
    for file in try FileReading.names(inFolder: path) {
      guard let name = EndpointFolder.name(ofPacked: file), !names.contains(name) else { continue }
      let packed = "\(path)/\(file)"
      if PackedPlace.isOne(packed) { throw RecordingError.packedWithoutRecordings(packed) }
    }
  }
}

/// One endpoint's folder in `recordings/`.
package struct EndpointFolder: Hashable, Sendable {
  /// The endpoint's name, which is also part of its URL.
  package let name: String
  package let path: String

  /// Refers to an endpoint's folder, which need not exist. It may be packed.
  package init(name: String, below recordings: String) {
    self.name = name
    let path = Self.path(of: name, below: recordings)
    let packed = path + PackedFolder.suffix
    self.path = PackedPlace.isOne(packed) ? packed : path
  }

  /// The endpoint's name in the name of a packed folder; nil for other names.
  package static func name(ofPacked file: String) -> String? {
    file.hasSuffix(PackedFolder.suffix) ? String(file.dropLast(PackedFolder.suffix.count)) : nil
  }

  /// The path of a folder that is not packed.
  static func path(of name: String, below recordings: String) -> String {
    recordings.hasSuffix("/") ? "\(recordings)\(name)" : "\(recordings)/\(name)"
  }

  package static let configurationFileName = "endpoint.yaml"

  /// The path of its `endpoint.yaml`, which need not exist.
  package var configurationPath: String { "\(path)/\(Self.configurationFileName)" }

  /// Indicates whether a text is an endpoint name: letters, digits, dots, dashes and underscores, the first a letter or
  /// a digit, at most 100.
  package static func isName(_ text: String) -> Bool { RecordingFormat.isStateName(text) }

  /// Opens the endpoint's recordings, with the rules of its configuration.
  package func store(
    readingAllUpTo limit: Int = RecordingStore.readAllLimit, rules: EndpointRules = .none
  ) throws(RecordingError) -> RecordingStore {
    try RecordingStore(path: path, endpoint: name, readingAllUpTo: limit, rules: rules)
  }

  /// Indicates whether there is an `endpoint.yaml`, a folder of an operation or one of sessions.
  func isOne() throws(RecordingError) -> Bool { try Self.isOne(path) }

  fileprivate static func isOne(_ path: String) throws(RecordingError) -> Bool {
    var found = false
    _ = try attempt { () throws(FileFailure) in
      do throws(FileFailure) {
        return try Files.list(path) { entry, kind, _ in
          if found { return }
          if NameBytes.equals(entry, Self.configurationFileName) {
            found = true
          } else if kind == .folder || kind == .symbolicLink {
            found =
              NameBytes.equals(entry, SessionStore.folderName)
              || FolderName(String(decoding: entry, as: UTF8.self), scheme: .standard) != nil
          }
        }
      } catch {
        // A link to something other than a folder is not an endpoint.
        if error.isMissing { return nil }
        throw error
      }
    }
    return found
  }
}
