import Engine
import GraphQLExecution
import GraphQLLanguage
import OrderedJSON
import Recordings
import Requests
import Transports

/// `POST v1/endpoints/<e>/edit`: shows or saves an edited answer.
///
/// An answer of named sessions keeps the name of its file, as after an edit by hand: its id is not checked, and all
/// sessions that list the id get the new answer.
struct EditPage {
  let engine: Engine
  /// False if recordings may not be written in this run, as in CI.
  let mayWrite: Bool

  /// Checks an edit, and saves it if the request says so and there are no problems. `body` is the request's.
  /// - Throws: 400 for an invalid request, 404 for an unknown answer, 409 if nothing may be written or the file has
  ///   changed. Then nothing is written.
  func edit(endpoint name: String, _ body: [UInt8]) throws(DashboardProblem) -> JSONObject {
    let request = try EditRequest(body)
    let reader = try RecordingsReader(name, of: engine)
    try requireWritable()
    let file = try RecordedFile(request.file, reader)
    let result: Result<JSONObject, DashboardProblem>
    do throws(RecordingError) {
      result =
        request.isToBeSaved
        ? try save(file, request, reader) : edited(file, request, reader).map { $0.json(isSaved: false) }
    } catch {
      throw DashboardProblem(error)
    }
    var answer = try result.get()
    answer["sharedBy"] = .int(Self.sessions(with: file, reader))
    if answer["saved"] == true, let path = reader.store?.path { engine.noteEdit(inFolder: path) }
    return answer
  }

  /// Returns the number of sessions that an answer belongs to; 0 for a recording without a session.
  private static func sessions(with file: RecordedFile, _ reader: RecordingsReader) -> Int {
    guard case .answer = file, let index = reader.store?.sessionIndex() else { return 0 }
    return index.sessions.count { index.answers(of: $0).contains(file.place.path) }
  }

  private func requireWritable() throws(DashboardProblem) {
    if engine.configuration.mode == .record {
      throw DashboardProblem(
        409,
        """
        The answer was not edited.
        This run records, and its next answer would replace the edited one.
        Stop the recorder, start understudy replay, and edit the answer there.
        """)
    }
    guard mayWrite else {
      throw DashboardProblem(
        409,
        """
        The answer was not edited.
        This run may not write recordings: it is in CI, or its recordings are read-only.
        Edit the answer on your computer, with understudy replay.
        """)
    }
  }

  private func save(
    _ file: RecordedFile, _ request: EditRequest, _ reader: RecordingsReader
  ) throws(RecordingError) -> Result<JSONObject, DashboardProblem> {
    guard let folder = reader.folder else { return .failure(.missing(file: request.file)) }
    return try folder.change { () throws(RecordingError) in
      var changes = FolderChanges()
      // Reads the file again, which no other process can change now.
      let result = edited(file, request, reader).map { edit in
        if edit.problems.isEmpty, edit.after != edit.before {
          changes.writes.append(.init(place: file.place, bytes: edit.after))
        }
        return edit.json(isSaved: edit.problems.isEmpty)
      }
      return (result, changes)
    }
  }

  /// Makes the edited file without writing it.
  private func edited(
    _ file: RecordedFile, _ request: EditRequest, _ reader: RecordingsReader
  ) -> Result<EditedFile, DashboardProblem> {
    do {
      var content = try reader.content(of: file)
      let before = content.bytes
      if let shown = request.before, Array(LoneSurrogates.decoded(shown).utf8) != before {
        throw DashboardProblem(
          409,
          """
          The answer was not saved.
          \(SessionName.shown(request.file)) has changed since it was shown: by another page, an editor, or a recorder.
          Reload the page, and edit the answer again.
          """)
      }
      guard let old = content.response(request.state, request.index) else {
        throw DashboardProblem.missing(answer: request.index, request.state, of: request.file)
      }
      let new = RecordedResponse(status: old.status, headers: old.headers, body: try request.body(insteadOf: old.body))
      var check = AnswerCheck(content, reader)
      content.replace(request.state, request.index, by: new)
      let place = reader.path(file.place.path)
      var problems = new == old ? [] : check.problems(of: new)
      var after = before
      do throws(RecordingError) {
        after = try content.bytes(reader, path: place)
      } catch {
        problems.append(.init(message: "This answer cannot be saved: \(error.message)", path: nil))
      }
      return .success(EditedFile(before: before, after: after, problems: problems))
    } catch let problem as DashboardProblem {
      return .failure(problem)
    } catch let error as RecordingError {
      return .failure(DashboardProblem(error))
    } catch {
      return .failure(DashboardProblem(500, "\(error)", .unreadableRecording))
    }
  }
}

/// A file with an edited answer, not yet written.
private struct EditedFile {
  let before: [UInt8]
  let after: [UInt8]
  let problems: [AnswerCheck.Problem]

  func json(isSaved: Bool) -> JSONObject {
    [
      "before": .text(String(decoding: before, as: UTF8.self)), "after": .text(String(decoding: after, as: UTF8.self)),
      "problems": .array(problems.map { ["message": .text($0.message), "path": .text($0.path)] }),
      "canSave": .bool(problems.isEmpty), "saved": .bool(isSaved),
    ]
  }
}
