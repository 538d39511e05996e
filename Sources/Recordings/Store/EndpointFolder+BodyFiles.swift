import OrderedJSON

extension EndpointFolder {
  /// Returns the files of bodies that no recording names, as paths in this folder, sorted. `removed` are the paths of
  /// recordings that do not count.
  package func unusedBodyFiles(without removed: Set<String>) throws(RecordingError) -> [String] {
    var unused = Set(try entries(of: BodyFile.folderName, kind: .file).filter(BodyFile.isPlace))
    if unused.isEmpty { return [] }
    for folder in try entries(of: nil, kind: .folder) where folder != BodyFile.folderName {
      let answers = "\(folder)/\(SessionStore.answersFolderName)"
      for file in try entries(of: folder, kind: .file) + entries(of: answers, kind: .file) where !removed.contains(file)
      {
        guard file.hasSuffix(".json") else { continue }
        let text = String(decoding: try FileReading.bytes(of: "\(path)/\(file)"), as: UTF8.self)
        guard text.contains("\"\(BodyFile.folderName)/") else { continue }
        unused = unused.filter { !text.contains("\"\($0)\"") }
      }
    }
    return unused.sorted { $0.precedesByScalars($1) }
  }

  /// The paths of the files or folders in a folder below this one, or in this one.
  private func entries(of folder: String?, kind wanted: EntryKind) throws(RecordingError) -> [String] {
    var paths: [String] = []
    _ = try attempt { () throws(FileFailure) in
      try Files.list(folder.map { "\(path)/\($0)" } ?? path) { entry, kind, _ in
        guard kind == wanted else { return }
        let name = String(decoding: entry, as: UTF8.self)
        paths.append(folder.map { "\($0)/\(name)" } ?? name)
      }
    }
    return paths.sorted { $0.precedesByScalars($1) }
  }
}
