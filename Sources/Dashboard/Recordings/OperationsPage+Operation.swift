import Engine
import GraphQLLanguage
import OrderedJSON
import Recordings
import Replay
import Requests

extension OperationsPage {
  /// The most recordings, and the most requests of sessions, that one page lists.
  private static let listLimit = 2_000

  /// Returns an operation with its recordings and their answers.
  /// - Throws: 404 for an unknown endpoint or operation.
  func operation(endpoint name: String, folder: String) throws(RecordingsProblem) -> JSONObject {
    let reader = try RecordingsReader(name, of: engine)
    do throws(RecordingError) {
      guard let store = reader.store, let operation = try reader.operation(folder) else {
        throw RecordingError(.invalidOperation, reader.path(folder), nil, "")
      }
      let index = store.sessionIndex()
      var writer = AnswerWriter.listing
      let timeline = RecordedMutations(reader).timeline(reader)
      let files = store.files(inFolder: folder)
      var recordings: [JSON] = []
      for stored in try store.recordings(inFolder: folder, limit: Self.listLimit) {
        recordings.append(recording(stored, operation, timeline, &writer, reader))
      }
      let requests = index.requests(inFolder: folder)
      let sessions = sessions(requests.prefix(Self.listLimit), of: folder, index, &writer, reader)
      return [
        "folder": .text(folder), "kind": .string(operation.key.kind.rawValue), "name": .text(operation.key.name),
        "title": .text(operation.title(nil)), "document": .text(operation.document.printed()),
        "recordings": .array(recordings), "sessions": .array(sessions),
        "unlisted": .int(max(0, files.count - Self.listLimit) + max(0, requests.count - Self.listLimit)),
      ]
    } catch {
      guard error.code == .invalidOperation, error.message.isEmpty else { throw RecordingsProblem(error) }
      throw .missing(file: reader.file(folder))
    }
  }

  private func recording(
    _ stored: StoredRecording, _ operation: RecordedOperationFolder, _ timeline: Timeline, _ writer: inout AnswerWriter,
    _ reader: RecordingsReader
  ) -> JSON {
    let file = reader.file("\(stored.folder)/\(stored.file)")
    let states: [JSON] = stored.recording.states.map { state in
      [
        "name": .text(state.name),
        "history": .array((timeline.texts(leadingTo: state.name) ?? []).map { .text($0) }),
        "next": .text(state.next), "isOverlapped": .bool(state.isOverlapped),
        "answers": .array(
          state.responses.enumerated().map { writer.json($1, file: file, state: state.name, index: $0) }),
      ]
    }
    return [
      "file": .text(file), "title": .text(operation.title(stored.recording.variables)),
      "variables": .object(stored.recording.variables), "identity": .text(stored.recording.identity.description),
      "headers": .array(stored.recording.headers.map { [.text($0.name), .text($0.value)] }),
      "used": .bool(engine.log.wasUsed(file)), "states": .array(states),
    ]
  }

  /// Returns the requests of an operation by session. Requests are numbered from 1 in their session.
  private func sessions(
    _ requests: ArraySlice<SessionIndex.Request>, of folder: String, _ index: SessionIndex,
    _ writer: inout AnswerWriter, _ reader: RecordingsReader
  ) -> [JSON] {
    let files = Set(requests.map(\.file))
    var left = requests.count
    var rows: [JSON] = []
    for session in index.sessions where files.contains(session.file) {
      var own: [JSON] = []
      for (number, request) in session.requests.enumerated() {
        let asked = request.resolved.request
        guard asked.operation == folder, left > 0 else { continue }
        left -= 1
        var answers: [JSON] = []
        for (position, id) in asked.answers.enumerated() {
          let file = reader.file(SessionStore.place(of: id, inFolder: asked.operation))
          // One missing answer does not hide the others.
          guard let answer = try? reader.store?.sessions.answer(id, inFolder: asked.operation) else { continue }
          answers.append(writer.json(answer, file: file, state: nil, index: position))
        }
        own.append([
          "number": .int(number + 1), "variables": .object(asked.variables),
          "identity": .text(asked.identity.description), "answers": .array(answers),
        ])
      }
      rows.append(["name": .text(session.name), "requests": .array(own)])
    }
    return rows
  }

  /// Returns one answer with its whole body. The parameters are `file`, `state` and `index`.
  /// - Throws: 404 if there is none.
  func answer(
    endpoint name: String, _ parameters: [(name: String, value: String)]
  ) throws(RecordingsProblem) -> JSONObject {
    let reader = try RecordingsReader(name, of: engine)
    func parameter(_ name: String) -> String? { parameters.first { $0.name == name }?.value }
    guard let path = parameter("file") else {
      throw RecordingsProblem(
        400,
        """
        The parameter "file" is missing.
        Without it, the answer is unknown.
        Send the path of a recording: ?file=countries/query.Country-1f3a9c2e/code=DE-12ab34cd.json&state=start&index=0
        """)
    }
    let file = try RecordedFile(path, reader)
    let state = parameter("state").flatMap { $0.isEmpty ? nil : $0 }
    guard let index = Int(parameter("index") ?? "0") else {
      throw RecordingsProblem(
        400, "The parameter \"index\" is not a number.\nAnswers are counted from 0.\nSend index=0.")
    }
    let content: FileContent
    do throws(RecordingError) {
      content = try reader.content(of: file)
    } catch {
      throw RecordingsProblem(error)
    }
    guard let response = content.response(state, index) else { throw .missing(answer: index, state, of: path) }
    var writer = AnswerWriter.whole
    return writer.json(response, file: path, state: state, index: index).objectValue ?? JSONObject()
  }
}
