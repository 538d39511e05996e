import GraphQLLanguage
import OrderedJSON

extension PersistedDocuments {
  /// The file in an endpoint's folder to which a recorder writes learned documents.
  package static let fileName = "persisted-queries.json"

  /// Loads the documents of an endpoint: those in its own file, and those in the manifests that its `endpoint.yaml`
  /// names. The folder need not exist. Oddities are in `warnings`.
  ///
  /// - Throws: if a manifest is missing or not valid, or if one id has two texts.
  package static func load(
    _ folder: EndpointFolder, _ manifests: [PersistedQueryFile]
  ) throws(RecordingError) -> PersistedDocuments {
    var documents = PersistedDocuments()
    for file in manifests {
      let path = file.path(below: folder.path)
      guard try documents.read(path) else {
        throw RecordingError(
          .invalidConfiguration, folder.configurationPath, file.place,
          "\(RecordingError.shown(.string(file.name))) does not exist (looked for \(path)). Correct the path, which "
            + "starts at the endpoint's folder, \(folder.path).")
      }
    }
    _ = try documents.read(folder.persistedQueriesPath)
    return documents
  }

  /// Adds the documents of a file. Returns false if there is none.
  mutating func read(_ path: String) throws(RecordingError) -> Bool {
    guard let bytes = try FileReading.bytes(ifPresent: path) else { return false }
    try add(bytes, of: path)
    return true
  }

  private mutating func add(_ bytes: [UInt8], of path: String) throws(RecordingError) {
    let manifest = try PersistedManifest(bytes, path: path)
    for entry in manifest.entries {
      if let other = add(entry.id, Entry(text: entry.text, place: path)) {
        throw manifest.error(
          entry.steps,
          "the id \(RecordingError.shown(.string(entry.id))) has a different text in \(other == path ? "this file" : other). "
            + "Keep one of the two.")
      }
      let hash = Self.id(of: entry.text)
      if Self.isHash(entry.id), entry.id.lowercased() != hash {
        let place = manifest.place(of: entry)
        warn(
          RecordingError.printable(
            "\(path):\(place.line):\(place.column): the id \(entry.id.prefix(12))… looks like a SHA-256, and the hash of its text is \(hash.prefix(12))…. Clients that send the id get this text. If it was changed, build the manifest again."
          ))
      }
    }
  }

  /// Writes the learned documents to the endpoint's own file, besides the existing ones. The write is atomic and sorted
  /// by id, so that recording the same again changes no byte.
  ///
  /// - Returns: true if the file was written.
  /// - Throws: if the existing file cannot be read, or nothing can be written.
  @discardableResult
  package mutating func save(in folder: EndpointFolder) throws(RecordingError) -> Bool {
    if learned.isEmpty { return false }
    try FolderWriter.makeFolders(folder.path)
    let path = folder.persistedQueriesPath
    let (learned, entries) = (learned, entries)
    let isWritten = try FileWriting.change(Self.fileName, inFolder: folder.path) { old throws(RecordingError) in
      var all = PersistedDocuments()
      if let old { try all.add(old, of: path) }
      for id in learned where all.entries[id] != entries[id] { all.replace(id, by: entries[id]) }
      let bytes = all.manifest
      return (bytes != old, bytes)
    }
    noteSaved()
    return isWritten
  }
}

extension PersistedDocuments {
  /// All documents as an Apollo manifest.
  var manifest: [UInt8] {
    let operations = ids.map { id -> JSON in
      let text = self[id] ?? ""
      var members: [JSONObject.Member] = [
        .init("id", .string(LoneSurrogates.encoded(id))), .init("body", .string(LoneSurrogates.encoded(text))),
      ]
      // For people and other tools; our readers use id and body.
      if let operation = (try? parse(SourceText(text)))?.operations.first {
        if let name = operation.name { members.append(.init("name", .string(name.text))) }
        members.append(.init("type", .string(operation.kind.rawValue)))
      }
      return .object(JSONObject(members))
    }
    let root: JSON = [
      "format": .string(PersistedManifest.format), "version": .int(PersistedManifest.version),
      "operations": .array(operations),
    ]
    return root.serializePretty(trailingNewline: true)
  }
}

extension EndpointFolder {
  /// The path of the file of learned documents, which need not exist.
  package var persistedQueriesPath: String { "\(path)/\(PersistedDocuments.fileName)" }
}

extension PersistedDocuments {
  /// The manifest with the documents of several files, of which some may be missing; nil if all are.
  ///
  /// - Throws: if a file is not valid, or if one id has two texts.
  package static func merged(_ paths: [String]) throws(RecordingError) -> [UInt8]? {
    var all = PersistedDocuments()
    var isThere = false
    for path in paths where try all.read(path) { isThere = true }
    return isThere ? all.manifest : nil
  }
}
