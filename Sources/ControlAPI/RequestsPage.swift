import Engine
import GraphQLLanguage
import OrderedJSON
import Recordings
import Replay
import Requests
import Transports

/// `GET /__understudy/requests`: the requests of a test and their answers; `GET /__understudy/recordings`: the recordings that
/// it could have used.
struct RequestsPage {
  let engine: Engine
  let listener: Int

  // MARK: Requests

  /// Lists the requests of the open session with a token, or those of the whole port.
  func answer(_ parameters: [(name: String, value: String)]) -> Answer {
    var session: OpenSession?
    if let token = parameters.last?.value {
      session = engine.context.openSessions.open(on: listener).first { $0.token == token }
      if session == nil { return EndProblem.unknown(token).answer }
    }
    guard let journal = engine.journal(ofSession: session?.name) else {
      return ErrorAnswer.make(
        status: 409,
        message: "This port keeps no journal. Open a listener with {\"journal\": true} and send the requests to it.",
        code: .badListener)
    }
    var object = JSONObject()
    Self.add(journal, of: session, to: &object)
    return .control(object)
  }

  /// Adds the members that a journal fills.
  static func add(_ journal: Engine.SessionJournal, of session: OpenSession?, to object: inout JSONObject) {
    object["requests"] = .array(journal.entries.map { Self.object($0, of: session) })
    object["unkept"] = .int(journal.unkept)
    object["warnings"] = .array(
      (inferences(journal.entries) + derivations(journal.entries) + journal.notes).map { .string($0) })
  }

  /// One request; null for what there is not.
  static func object(_ entry: JournalEntry, of session: OpenSession?) -> JSON {
    let outcome = entry.outcome
    func text(_ value: String?) -> JSON { value.map { .string($0) } ?? .null }
    return [
      "request": .string(entry.requestLine), "endpoint": text(entry.endpoint), "session": text(entry.session),
      "kind": text(entry.kind?.rawValue), "name": text(entry.name), "variables": .object(entry.variables),
      "headers": .array(entry.headers.all.map { .array([.string($0.name), .string($0.value)]) }),
      "source": text(outcome?.source.rawValue), "status": outcome.map { .int($0.status) } ?? .null,
      "recording": text(outcome?.recording), "fault": text(outcome?.fault), "failure": text(failure(entry, session)),
    ]
  }

  /// Why a request fails its test. A miss that follows from an earlier one counts with that.
  private static func failure(_ entry: JournalEntry, _ session: OpenSession?) -> String? {
    guard let outcome = entry.outcome else { return nil }
    guard let miss = outcome.miss else {
      return outcome.problem.map { "Refused: \(entry.requestLine) (status \(outcome.status)): \($0)" }
    }
    guard miss.follows == nil else { return nil }
    return MissText.message(miss, rerun: session?.rerun, following: session?.following(miss) ?? 0)
  }

  /// The inferred answers, each once, the least certain first.
  private static func inferences(_ entries: [JournalEntry]) -> [String] {
    var seen: [InferredAnswer] = []
    for case let answer? in entries.map({ $0.outcome?.inference }) where !seen.contains(answer) { seen.append(answer) }
    return seen.leastCertainFirst.map { answer in
      let title = OperationTitle.text(answer.kind, answer.name, variables: answer.variables, limit: 60)
      let unseen = answer.unseen.isEmpty ? "" : ", recorded without \(answer.unseen.joined(separator: ", "))"
      let why =
        answer.isOverlapped
        ? "was recorded while a mutation was running, or after several that ran together, and may be wrong in this state"
        : "was answered from a similar history\(unseen)"
      return
        "inferred: \(answer.endpoint): \(title) \(why)"
    }
  }

  /// The derived answers, each once, with the recordings that they come from.
  private static func derivations(_ entries: [JournalEntry]) -> [String] {
    var texts: [String] = []
    for entry in entries where entry.outcome?.source == .derived {
      let title = "\(entry.kind?.rawValue ?? "query") \(entry.name ?? "(anonymous)")"
      let text =
        "derived: \(entry.endpoint ?? ""): \(title) is not recorded in this form. Its answer was derived from \(entry.outcome?.recording ?? "other recordings")"
      if !texts.contains(text) { texts.append(text) }
    }
    return texts
  }

  // MARK: Recordings

  /// Lists the recordings of the port's endpoints: all, or those of some operations; with a session no other session's.
  func recordings(_ parameters: [(name: String, value: String)]) -> Answer {
    let operations = parameters.filter { $0.name == "operation" }.map(\.value)
    var files: [String] = []
    var problem: String?
    do {
      let session = try parameters.last { $0.name == "session" }.map {
        try SessionName.canonical($0.value, isEncoded: false)
      }
      // An operation is known to one of several endpoints.
      for endpoint in engine.endpointNames {
        do {
          files += try engine.recordings(of: endpoint, operations: operations, session: session)
        } catch {
          problem = "\(error)"
        }
      }
    } catch let error as SessionNameProblem {
      return error.answer
    } catch {
      problem = "\(error)"
    }
    if let problem, files.isEmpty { return ErrorAnswer.make(status: 404, message: problem, code: .badRequest) }
    return .control(["recordings": .array(files.map { .string($0) })])
  }
}
