import Engine
import GraphQLLanguage
import OrderedJSON
import Recordings
import Replay
import Requests
import Transports

/// `v1/misses`: the misses of the run, each beside the nearest recording.
struct MissPages {
  let call: DashboardCall

  private var engine: Engine { call.engine }

  // MARK: List

  func list() -> JSONObject {
    let run = RunOfMisses(engine, call.history)
    let misses = run.misses.indices.map { JSON.object(summary(run, $0)) }
    return ["misses": .array(misses), "remark": engine.missTally.remark("misses").map { .string($0) } ?? .null]
  }

  /// The values that all misses share, read once.
  private struct RunOfMisses {
    let misses: [(miss: Miss, sessions: [String])]
    let following: [Miss: Int]
    let reruns: [String: String]
    let newest: [ContentHash: (entry: RequestHistory.Entry, record: AnswerRecord)]

    init(_ engine: Engine, _ history: RequestHistory) {
      misses = engine.log.missesOfSessions
      following = engine.followingOfMisses
      reruns = engine.reruns
      newest = history.newestMisses
    }
  }

  private func summary(_ run: RunOfMisses, _ index: Int) -> JSONObject {
    let (miss, sessions) = run.misses[index]
    return [
      "number": .int(index + 1), "title": .string(MissText.subject(miss)), "endpoint": .string(miss.request.endpoint),
      "kind": .string(miss.request.kind.rawValue), "operation": miss.request.name.map { .string($0) } ?? .null,
      "variables": MissJSON.bounded(.object(miss.request.variables)),
      "sessions": .array(sessions.map { .string($0) }), "following": .int(run.following[miss] ?? 0),
      "summary": .string(summary(miss)),
      "request": run.newest[miss.contentHash].map { .int($0.entry.number) } ?? .null,
    ]
  }

  /// One line about the reason: the first difference, or the first line after the title.
  private func summary(_ miss: Miss) -> String {
    if case .invalid(let reason)? = miss.obstacle { return reason }
    if miss.state != nil { return "Recorded in another state, usually after other mutations." }
    if let difference = miss.differences.first { return difference.description(ofExchange: miss.request.isExchange) }
    let lines = MissText.message(miss).split(separator: "\n")
    return String(lines.dropFirst().first ?? lines.first ?? "")
  }

  // MARK: One miss

  func one() throws -> JSONObject {
    let number = try call.pathNumber()
    let run = RunOfMisses(engine, call.history)
    guard run.misses.indices.contains(number - 1) else { throw unknown(number, of: run.misses.count) }
    return detail(run, number - 1, NearestRecordings(engine))
  }

  /// Returns all misses with their details, for a report.
  func all() -> [JSONObject] {
    let run = RunOfMisses(engine, call.history)
    let nearest = NearestRecordings(engine)
    return run.misses.indices.map { detail(run, $0, nearest) }
  }

  private func detail(_ run: RunOfMisses, _ index: Int, _ nearest: NearestRecordings) -> JSONObject {
    let (miss, sessions) = run.misses[index]
    let following = run.following[miss] ?? 0
    let record = run.newest[miss.contentHash]?.record
    let texts = record?.texts()
    var object = summary(run, index)
    for member in MissJSON.members(miss, following: following).members where object[member.name] == nil {
      object[member.name] = member.value
    }
    let rerun = sessions.lazy.compactMap { run.reruns[$0] }.first ?? engine.defaultRerun
    object["command"] = .string(MissText.command(miss, rerun: rerun))
    object["identity"] = .string(miss.request.identity)
    object["message"] = .string(
      MissText.message(
        miss, rerun: rerun, following: following))
    object["sent"] = [
      "document": texts?.document.map { .string(RequestPages.text($0)) } ?? .null,
      "variables": .object(texts?.variables ?? miss.request.variables), "identity": .string(miss.request.identity),
      "headers": headers(miss.request.headers),
    ]
    let recorded = nearest.recording(nearestTo: miss)
    object["recorded"] = recorded.map { .object(json($0, miss)) } ?? .null
    object["rules"] = object["rules"] ?? .null
    object["state"] = object["state"] ?? .null
    object["suggestion"] = recorded?.answer ?? .null
    object["actions"] = .array(actions(miss, sessions, canRepeat: record != nil).map { .string($0) })
    return object
  }

  private func json(_ recorded: NearestRecordings.Found, _ miss: Miss) -> JSONObject {
    [
      "document": .string(RequestPages.text(recorded.document)), "variables": .object(recorded.variables),
      "identity": .string(recorded.identity), "headers": headers(recorded.headers),
      "file": recorded.file.map { .string($0) } ?? .null,
      "folder": miss.nearest.map { .string($0.folder) } ?? .null,
      "relation": miss.nearest.map { .string($0.relation.rawValue) } ?? .null,
    ]
  }

  private func headers(_ headers: [RecordedResponse.Header]) -> JSON {
    .array(headers.map { .array([.string($0.name), .string($0.value)]) })
  }

  private func entry(_ number: Int) throws(DashboardProblem) -> (miss: Miss, sessions: [String]) {
    let misses = engine.log.missesOfSessions
    guard misses.indices.contains(number - 1) else { throw unknown(number, of: misses.count) }
    return misses[number - 1]
  }

  private func unknown(_ number: Int, of count: Int) -> DashboardProblem {
    .notFound("There is no miss \(number). This run has \(count).")
  }

  // MARK: Actions

  private func actions(_ miss: Miss, _ sessions: [String], canRepeat: Bool) -> [String] {
    var actions: [String] = []
    if canRepeat, canRecord(miss, sessions) { actions.append("record") }
    guard !miss.request.isExchange, !isInvalid(miss) else { return actions }
    if engine.canGenerateMisses(at: miss.request.endpoint) { actions.append("generate") }
    if miss.request.kind != .subscription { actions.append("pin") }
    return actions
  }

  private func isInvalid(_ miss: Miss) -> Bool { if case .invalid? = miss.obstacle { true } else { false } }

  /// True if a query can be recorded by itself, as an answer before any mutation. Named sessions do not use such answers:
  /// their tests are recorded again.
  private func canRecord(_ miss: Miss, _ sessions: [String]) -> Bool {
    call.recordsMisses && miss.request.kind == .query && miss.state == nil
      && sessions.contains { $0.hasSameScalars(as: SessionName.standard) }
  }

  /// Sends a missed query to the real API, and records the answer.
  func record() throws -> Response {
    let (miss, sessions) = try entry(try call.pathNumber())
    guard canRecord(miss, sessions), let endpoint = engine.endpoint(miss.request.endpoint) else {
      throw DashboardProblem.conflict(
        call.recordsMisses
          ? "Only a query without a session name can be recorded by itself, and only if it is recorded in no state. Record its test again: \(miss.command)"
          : "This run does not record misses. To record them: understudy replay --on-miss record, or \(miss.command)")
    }
    guard let sent = call.history.newestMisses[miss.contentHash]?.record.request else {
      throw DashboardProblem.conflict("The request is no longer kept. Send it again with your client.")
    }
    let query = sent.target.query.map { "?\($0)" } ?? ""
    let request = ClientRequest(
      method: sent.method, target: "/\(endpoint.name)\(query)", headers: sent.headers, body: sent.body)
    let response = engine.recordAlone(request, at: endpoint)
    return .later {
      let answer = await response.answer
      if let problem = answer.problem {
        return DashboardProblem.conflict("The request was not recorded: \(problem)").answer
      }
      return .dashboard([
        "source": "upstream", "status": .int(answer.status),
        "message":
          "The real API answered, and the answer is recorded as one before any mutation. Send the request again with your client.",
      ])
    }
  }

  /// Answers a session's misses of an operation with generated data from now on.
  func generate() throws -> JSONObject {
    let (miss, sessions) = try entry(try call.pathNumber())
    let given = try call.body()["session"]?.stringValue
    guard let session = given ?? (sessions.count == 1 ? sessions.first : nil) else {
      throw DashboardProblem(
        400, "Name the session: {\"session\": \"\(sessions.first ?? SessionName.standard)\"}.")
    }
    let name = try SessionName.canonical(session, isEncoded: false)
    try engine.generateMisses(of: miss.request, session: name)
    return [
      "message": .string(
        "Misses of \(miss.request.title) in session \(name) are answered with generated data until the session is reset."
      )
    ]
  }
}
