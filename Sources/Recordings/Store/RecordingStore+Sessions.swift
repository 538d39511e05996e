package import GraphQLLanguage
import OrderedJSON

extension RecordingStore {
  /// Returns the name of an operation's folder. Creates the folder with the operation's text if there is none.
  ///
  /// - Throws: if the document does not contain the operation, or nothing can be written.
  package func requireFolder(of key: DocumentKey, document: Document) throws(RecordingError) -> String {
    if let known = try folder(of: key) { return known }
    try FolderWriter.makeFolders(path)
    let result = try Files.locked(folder: path) { () throws(RecordingError) in
      try withIndex { index throws(RecordingError) in try index.requireFolder(of: key, document: document) }
    }
    switch result {
    case .success(let folder): return folder
    case .failure(let failure): throw RecordingError.system(failure)
    }
  }

  /// The name of an operation's folder; nil if there is none.
  package func folder(of key: DocumentKey) throws(RecordingError) -> String? {
    try withIndex { index throws(RecordingError) in
      try index.folder(of: key).map { index.folders[$0].text }
    }
  }

  /// The requests of a session with their operations and keys, step by step. `file` is for errors.
  ///
  /// - Throws: if an operation's folder is missing or cannot be read.
  package func resolved(_ recording: SessionRecording, file: String) throws(RecordingError) -> [[StoredRequest]] {
    try withIndex { index throws(RecordingError) in
      var steps: [[StoredRequest]] = []
      for step in recording.steps {
        var requests: [StoredRequest] = []
        for request in step.requests { requests.append(try index.resolved(request, file: file)) }
        steps.append(requests)
      }
      return steps
    }
  }
}

/// A request of a recorded session with its operation.
package struct StoredRequest: Sendable {
  package let request: SessionRecording.Request
  package let document: Document
  package let operation: OperationDefinition
  package let key: OperationKey

  /// The request in the form from which credentials and histories are read.
  package var redacted: RedactedRequest { sent(key.variables) }

  /// The same with the variables as the client sent them, which rules may have changed in the key.
  package var asSent: RedactedRequest { sent(request.variables) }

  private func sent(_ variables: JSONObject) -> RedactedRequest {
    var redacted = RedactedRequest(
      document: document, operation: operation, variables: variables, caller: request.identity)
    redacted.session = .recorded
    redacted.headers = key.headers
    return redacted
  }
}

extension StoreIndex {
  fileprivate mutating func requireFolder(
    of key: DocumentKey, document: Document
  ) throws(RecordingError) -> String {
    _ = try relistAround(key)
    if let known = try folder(of: key) { return folders[known].text }
    let name = try freeFolder(for: key)
    let folderPath = "\(path)/\(name.text)"
    let file = "\(folderPath)/\(OperationFile.name)"
    guard let text = try OperationFile.text(of: document, key, endpoint: endpoint, path: file) else {
      throw RecordingError.missingOperation(file)
    }
    try attempt { () throws(FileFailure) in
      if try Files.makeFolder(folderPath) { try Files.synchronize(folder: path) }
    }
    try FolderWriter.replace(OperationFile.name, in: folderPath, by: text)
    _ = try relist()
    if let known = position(ofFolder: name.text) { _ = try relist(folder: known, always: true) }
    return name.text
  }

  fileprivate mutating func resolved(
    _ request: SessionRecording.Request, file: String
  ) throws(RecordingError) -> StoredRequest {
    guard let position = try position(ofOperation: request.operation), let loaded = try document(ofFolder: position),
      let operation = try? loaded.document.operation(named: loaded.key.name)
    else { throw RecordingError.missingOperation(ofSession: file, folder: request.operation) }
    var request = request
    // The operation's name in a folder's name may change. Its answers are in the current folder.
    request.operation = folders[position].text
    let headers = loaded.key.counted(request.headers, by: rules)
    let key = loaded.key.key(variables: request.variables, identity: request.identity, headers: headers, rules: rules)
    return StoredRequest(request: request, document: loaded.document, operation: operation, key: key)
  }

  /// A session with the variables and folder names that the recorder would write.
  package mutating func canonical(_ session: SessionRecording, file: String) throws(RecordingError) -> SessionRecording
  {
    var session = session
    for index in session.steps.indices {
      switch session.steps[index] {
      case .request(let request): session.steps[index] = .request(try canonical(request, file: file))
      case .together(let requests):
        var all: [SessionRecording.Request] = []
        for request in requests { all.append(try canonical(request, file: file)) }
        session.steps[index] = .together(all)
      }
    }
    return session
  }

  private mutating func canonical(
    _ request: SessionRecording.Request, file: String
  ) throws(RecordingError) -> SessionRecording.Request {
    let resolved = try resolved(request, file: file)
    var request = resolved.request
    // Requests from before a rule stay as they are, because the rule is applied when the file is read.
    guard request.variables != resolved.key.variables else { return request }
    request.variables =
      resolved.key.document.key(
        variables: request.variables, identity: request.identity, headers: request.headers
      ).variables
    return request
  }

  /// The position of a folder by its name, or by the digits in it, because the words before them may change.
  private mutating func position(ofOperation folder: String) throws(RecordingError) -> Int? {
    if let known = position(ofFolder: folder) { return known }
    guard let name = FolderName(folder, scheme: scheme) else { return nil }
    func find() -> Int? { folders.firstIndex { $0.name.digits == name.digits && $0.name.kind == name.kind } }
    if let found = find() { return found }
    return try relist() ? find() : nil
  }
}
