import GraphQLLanguage
import OrderedJSON
import Recordings

/// A file to search in.
struct SearchedFile {
  private enum Kind {
    case document
    case recording
    case answer
    case session
  }

  /// The path below the recordings folder.
  let path: String
  /// The index of its endpoint.
  let reader: Int
  private let kind: Kind
  private let folder: String
  private let file: String

  private static let resultLimit = 10

  /// Lists the files of endpoints, sorted by path, so that a cursor stays valid when files come and go.
  static func all(_ readers: [RecordingsReader]) -> [SearchedFile] {
    var files: [SearchedFile] = []
    for (number, reader) in readers.enumerated() {
      func add(_ kind: Kind, _ folder: String, _ file: String) {
        files.append(
          SearchedFile(
            path: reader.file("\(folder)/\(file)"), reader: number, kind: kind, folder: folder, file: file))
      }
      for entry in reader.store?.entries ?? [] {
        add(.document, entry.folder, OperationFile.name)
        for file in reader.store?.files(inFolder: entry.folder) ?? [] { add(.recording, entry.folder, file) }
        for id in (try? reader.answerIDs(inFolder: entry.folder)) ?? [] {
          add(.answer, entry.folder, "\(SessionStore.answersFolderName)/\(id)\(SessionFileName.ending)")
        }
      }
      for file in reader.store?.sessions.files ?? [] { add(.session, SessionStore.folderName, file) }
    }
    return files.sorted { $0.path.precedesByScalars($1.path) }
  }

  /// Returns the matches in the file, and adds its size to `read`. An unreadable file has none, because the list of
  /// operations reports it.
  func results(_ search: TextSearch, _ reader: RecordingsReader, _ read: inout Int) -> [JSON] {
    let place = "\(folder)/\(file)"
    guard let bytes = try? FileReading.bytes(of: reader.path(place)) else { return [] }
    read += bytes.count
    guard kind == .document || search.mayMatch(json: bytes) else { return [] }
    var found: [JSON] = []
    switch kind {
    case .document:
      guard let match = search.match(in: String(decoding: bytes, as: UTF8.self)) else { return [] }
      let operation = try? reader.operation(folder)
      found.append(result(match, "document", title: operation?.title(nil) ?? folder, path: nil))
    case .recording:
      guard let operation = try? reader.operation(folder),
        let recording = try? RecordingFormat.decode(
          bytes, path: reader.path(place), kind: operation.key.kind, operationName: operation.key.name)
      else { return [] }
      let title = operation.title(recording.variables)
      found += variables(recording.variables, search, title: title)
      var seen: Set<RecordedResponse> = []
      for response in recording.states.flatMap(\.responses) where found.count < Self.resultLimit {
        if seen.insert(response).inserted { found += answer(response, search, title: title) }
      }
    case .answer:
      guard let response = try? SessionFormat.decodeAnswer(bytes, path: reader.path(place)) else { return [] }
      let title = (try? reader.operation(folder))?.title(nil) ?? folder
      found += answer(response, search, title: title)
    case .session:
      guard let session = try? SessionFormat.decode(bytes, path: reader.path(place)) else { return [] }
      if let match = search.match(in: session.name) {
        found.append(result(match, "session", title: session.name, path: nil, session: session.name))
      }
      for request in session.requests where found.count < Self.resultLimit {
        func title() -> String {
          (try? reader.operation(request.operation))?.title(request.variables) ?? request.operation
        }
        found += variables(
          request.variables, search, title: title(), folder: request.operation, session: session.name)
      }
    }
    return Array(found.prefix(Self.resultLimit))
  }

  private func variables(
    _ variables: JSONObject, _ search: TextSearch, title: @autoclosure () -> String, folder: String? = nil,
    session: String? = nil
  ) -> [JSON] {
    search.matches(in: .object(variables), limit: Self.resultLimit).map { path, match in
      result(match, "variables", title: title(), path: path, folder: folder, session: session)
    }
  }

  private func answer(_ response: RecordedResponse, _ search: TextSearch, title: String) -> [JSON] {
    func found(_ json: JSON, below steps: [JSONPath.Step] = []) -> [JSON] {
      search.matches(in: json, limit: Self.resultLimit).map { path, match in
        result(match, "answer", title: title, path: JSONPath(steps + path.steps))
      }
    }
    switch response.body {
    case .json(let body): return found(body)
    case .text(let text): return search.match(in: text).map { [result($0, "answer", title: title, path: nil)] } ?? []
    case .events(let events):
      return events.events.enumerated().flatMap { found($1.payload, below: [.name("events"), .index($0)]) }
    case .bytes, .file: return []
    }
  }

  private func result(
    _ match: TextSearch.Match, _ what: String, title: String, path: JSONPath?, folder: String? = nil,
    session: String? = nil
  ) -> JSON {
    let own = kind == .session ? nil : self.folder
    let endpoint = self.path.prefix { $0 != "/" }
    return [
      "endpoint": .text(String(endpoint)), "file": .text(self.path), "folder": .text(folder ?? own),
      "session": .text(session), "title": .text(title), "kind": .string(what), "path": .text(path?.description),
      "snippet": .string(match.snippet), "start": .int(match.start), "end": .int(match.end),
    ]
  }
}
