import GraphQLLanguage
import OrderedJSON
import Recordings
import Replay

/// Puts the ids of a replaced recording in the place of those that the API has made since, so that recording a session
/// again changes no byte.
///
/// Only where the API knows no object by the old id any more: a server that is never reset has both, and they stay as
/// they are.
struct SessionRewriting {
  private var aliases: IDAliases
  /// The ids of rewritten answers, by the path of the answer below the endpoint's folder.
  private var ids: [String: String] = [:]

  /// Reads the answers of a recording, and writes those that change.
  ///
  /// - Parameters:
  ///   - seen: the recording with the ids of this run.
  ///   - attempt: which ids stand for which.
  ///   - folders: of the operations, by the hashes of their keys.
  ///   - store: where the answers are.
  ///   - rules: what varies by itself.
  /// - Throws: if an answer cannot be read or written.
  init(
    _ seen: SessionRecording, _ attempt: SessionAttempt, folders: [ContentHash: String], _ store: RecordingStore,
    _ rules: EndpointRules
  ) throws(RecordingError) {
    aliases = attempt.aliases
    guard !aliases.isEmpty else { return }
    var answers: [(request: SessionRecording.Request, id: String, answer: RecordedResponse)] = []
    for request in seen.requests {
      aliases.remove(targets: aliases.targets(in: .object(request.variables)))
      for id in request.answers {
        let answer = try store.sessions.answer(id, inFolder: request.operation)
        answers.append((request, id, answer))
        for body in answer.body.answers { aliases.remove(targets: aliases.targets(in: body)) }
      }
    }
    var operations: [String: (name: String?, kind: OperationKind)] = [:]
    for (hash, key) in attempt.log.documents {
      if let folder = folders[hash] { operations[folder] = (key.name, key.kind) }
    }
    for (request, id, answer) in answers {
      let rewritten = aliases.rewritten(answer)
      guard rewritten != answer, let operation = operations[request.operation] else { continue }
      let places = rules.volatilePlaces(of: operation.name, kind: operation.kind)
      let newID = SessionFormat.id(of: rewritten, ignoring: places)
      ids["\(request.operation)/\(id)"] = newID
      _ = try store.sessions.write(rewritten, as: newID, inFolder: request.operation)
    }
  }

  /// A request with the ids of the replaced recording.
  func rewritten(_ request: SessionRecording.Request) -> SessionRecording.Request {
    guard !aliases.isEmpty else { return request }
    var request = request
    request.variables = aliases.rewritten(.object(request.variables)).objectValue ?? request.variables
    request.answers = request.answers.map { ids["\(request.operation)/\($0)"] ?? $0 }
    return request
  }
}
