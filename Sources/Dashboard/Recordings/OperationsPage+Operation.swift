import Engine
import GraphQLLanguage
import OrderedJSON
import Recordings
import Replay
import Requests

extension OperationsPage {
  /// The most recordings, and the most requests of sessions, that one page lists.
  private static let listLimit = 2_000
  /// The most answers, after which no further recording or session is listed.
  private static let answerLimit = 5_000
  /// The most bytes of recordings that one page reads.
  private static let byteLimit = 64 << 20

  /// Returns an operation with its recordings and their answers.
  /// - Throws: 404 for an unknown endpoint or operation. Unreadable files are listed in `problems`.
  func operation(endpoint name: String, folder: String) throws(DashboardProblem) -> JSONObject {
    var reader = try RecordingsReader(name, of: engine)
    let found: RecordedOperationFolder?
    do throws(RecordingError) {
      found = try reader.operation(folder)
    } catch {
      throw DashboardProblem(error)
    }
    guard let store = reader.store, let operation = found else { throw .missing(file: reader.file(folder)) }
    var writer = AnswerWriter.listing
    let timeline = RecordedMutations(reader).timeline(reader)
    let files = store.files(inFolder: folder)
    var recordings: [JSON] = []
    var (listed, bytes) = (0, 0)
    for file in files.prefix(Self.listLimit) where writer.count < Self.answerLimit && bytes < Self.byteLimit {
      listed += 1
      do throws(RecordingError) {
        let content = try reader.content(of: .recording(folder: folder, file: file))
        bytes += content.bytes.count
        guard case .recording(let recording) = content.content else { continue }
        recordings.append(self.recording(recording, content, timeline, &writer, reader))
      } catch {
        reader.note(error)
      }
    }
    let index = store.sessionIndex()
    let requests = index.requests(inFolder: folder)
    let (sessions, count) = sessions(of: folder, index, &writer, &reader)
    return [
      "folder": .text(folder), "kind": .string(operation.key.kind.rawValue), "name": .text(operation.key.name),
      "title": .text(operation.title(nil)), "document": .text(operation.document.printed()),
      "recordings": .array(recordings), "sessions": .array(sessions),
      "unlisted": .int(files.count - listed + requests.count - count),
      "problems": .array(reader.problems.map { .text($0) }),
    ]
  }

  private func recording(
    _ recording: Recording, _ content: FileContent, _ timeline: Timeline, _ writer: inout AnswerWriter,
    _ reader: RecordingsReader
  ) -> JSON {
    let file = reader.file(content.file.place.path)
    let states: [JSON] = recording.states.map { state in
      [
        "name": .text(state.name),
        "history": .array((timeline.texts(leadingTo: state.name) ?? []).map { .text($0) }),
        "next": .text(state.next), "isOverlapped": .bool(state.isOverlapped),
        "answers": .array(
          state.responses.enumerated().map { writer.json($1, file: file, state: state.name, index: $0) }),
      ]
    }
    return [
      "file": .text(file), "title": .text(content.operation.title(recording.variables)),
      "variables": .object(recording.variables), "identity": .text(recording.identity.description),
      "headers": .array(recording.headers.map { [.text($0.name), .text($0.value)] }),
      "used": .bool(engine.log.wasUsed(file)), "states": .array(states),
    ]
  }

  /// Returns the requests of an operation by session, and the number of these requests. They are numbered from 1 in
  /// their session.
  private func sessions(
    of folder: String, _ index: SessionIndex, _ writer: inout AnswerWriter, _ reader: inout RecordingsReader
  ) -> (rows: [JSON], count: Int) {
    var (rows, count) = ([JSON](), 0)
    for session in index.sessions where count < Self.listLimit && writer.count < Self.answerLimit {
      var own: [JSON] = []
      for (number, request) in session.requests.enumerated() {
        let asked = request.resolved.request
        guard asked.operation == folder else { continue }
        var answers: [JSON] = []
        for (position, id) in asked.answers.enumerated() {
          let file = reader.file(SessionStore.place(of: id, inFolder: folder))
          do throws(RecordingError) {
            guard let answer = try reader.store?.sessions.answer(id, inFolder: folder) else { continue }
            answers.append(writer.json(answer, file: file, state: nil, index: position))
          } catch {
            reader.note(error)
          }
        }
        own.append([
          "number": .int(number + 1), "variables": .object(asked.variables),
          "identity": .text(asked.identity.description), "answers": .array(answers),
        ])
      }
      count += own.count
      if !own.isEmpty { rows.append(["name": .text(session.name), "requests": .array(own)]) }
    }
    for problem in index.problems { reader.note(problem) }
    return (rows, count)
  }

  /// Returns one answer with its whole body. The parameters are `file`, `state` and `index`.
  /// - Throws: 404 if there is none.
  func answer(
    endpoint name: String, _ parameters: [(name: String, value: String)]
  ) throws(DashboardProblem) -> JSONObject {
    let reader = try RecordingsReader(name, of: engine)
    func parameter(_ name: String) -> String? { parameters.first { $0.name == name }?.value }
    guard let path = parameter("file") else {
      throw DashboardProblem(
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
      throw DashboardProblem(
        400, "The parameter \"index\" is not a number.\nAnswers are counted from 0.\nSend index=0.")
    }
    let content: FileContent
    do throws(RecordingError) {
      content = try reader.content(of: file)
    } catch {
      throw DashboardProblem(error)
    }
    guard let response = content.response(state, index) else { throw .missing(answer: index, state, of: path) }
    var writer = AnswerWriter.whole
    return writer.json(response, file: path, state: state, index: index).objectValue ?? JSONObject()
  }
}
