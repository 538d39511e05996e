package import GraphQLLanguage

/// A recording as it is in its file, independent of the current rules, for trying out rules.
package struct WrittenRecording: Sendable {
  package let recording: Recording
  /// The key of the file's own variables and headers, without rules.
  package let key: OperationKey
  /// The operation, as it was first sent.
  package let document: Document
  package let folder: String
  package let file: String

  /// The path in the endpoint's folder.
  package var path: String { "\(folder)/\(file)" }
}

extension StoreIndex {
  /// Reads everything, sorted by folder and file. A name may be that of the key without rules or with the current ones,
  /// because renamed files may be next to others during a rewrite.
  package mutating func written() throws(RecordingError) -> [WrittenRecording] {
    var all: [WrittenRecording] = []
    var paths: [ContentHash: String] = [:]
    for index in folders.indices {
      guard let document = try document(ofFolder: index) else { continue }
      let listed = folders[index]
      for entry in listed.files.sorted(by: { listed.file($0).utf8.lexicographicallyPrecedes(listed.file($1).utf8) }) {
        guard let written = try written(entry, listed, document) else { continue }
        if let other = paths.updateValue(written.path, forKey: written.key.hash) {
          throw RecordingError.duplicate("\(path)/\(written.path)", other: "\(path)/\(other)")
        }
        all.append(written)
      }
    }
    return all
  }

  private func written(
    _ entry: OperationFolder.Entry, _ folder: OperationFolder, _ document: OperationFolder.LoadedDocument
  ) throws(RecordingError) -> WrittenRecording? {
    let file = folder.file(entry)
    let path = "\(path)/\(folder.text)/\(file)"
    // A file that was removed since the listing is absent, and no error.
    guard let bytes = try FileReading.bytes(ifPresent: path) else { return nil }
    var recording = try RecordingFormat.decode(
      bytes, path: path, kind: document.key.kind, operationName: document.key.name)
    let key = document.key.key(
      variables: recording.variables, identity: recording.identity, headers: recording.headers)
    guard
      [key, document.key.key(of: recording, rules: rules)].contains(where: {
        $0.hash.prefix(digits: scheme.shortest) == entry.prefix
      })
    else {
      throw RecordingError.wrongFile(path, expected: FileName.text(key, digits: scheme.shortest))
    }
    recording.variables = key.variables
    return WrittenRecording(
      recording: recording, key: key, document: document.document, folder: folder.text, file: file)
  }
}

extension DocumentKey {
  /// The key of a recording's request under rules.
  package func key(of recording: Recording, rules: EndpointRules) -> OperationKey {
    key(
      variables: recording.variables, identity: recording.identity, headers: counted(recording.headers, by: rules),
      rules: rules)
  }
}

extension RedactedRequest {
  /// Creates the request of a recording; nil if the document lacks its operation.
  package init?(_ recording: Recording, document: Document) {
    guard let operation = try? document.operation(named: recording.operationName) else { return nil }
    self.init(document: document, operation: operation, variables: recording.variables, caller: recording.identity)
    headers = recording.headers
  }
}
