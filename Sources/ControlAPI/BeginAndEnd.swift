import EndpointConfiguration
import Engine
import OrderedJSON
import Recordings
import Replay
import Requests
import SchemaSources
import Transports

/// `POST /__understudy/begin`, `pause`, `resume`, `goes-on` and `end`: assign a port's unnamed requests to a session.
struct BeginAndEnd {
  let engine: Engine
  let request: ClientRequest

  /// The longest accepted `rerun` command, in bytes.
  private static let rerunLimit = 4_000

  // MARK: Begin

  func begin() -> Response {
    do throws(ControlProblem) {
      let beginning = try Beginning(request)
      if let data = beginning.data {
        do throws(ConfigurationError) {
          try engine.check(data)
        } catch {
          throw ControlProblem(error.description, .badSession)
        }
      }
      return begin(beginning)
    } catch {
      return .now(error.answer)
    }
  }

  /// The settings of a `begin`.
  private struct Beginning {
    let name: String
    let rerun: String?
    let isScope: Bool
    let isNamed: Bool
    let replaces: Bool
    /// The settings of its generated data, as sent and as read.
    let members: JSONObject?
    let data: FakeConfiguration?

    init(_ request: ClientRequest) throws(ControlProblem) {
      let body = try ControlBody(
        request, names: ["session", "rerun", "scope", "named", "replace", "data"],
        example: #"{"session": "CartTests/a"}"#,
        code: .badSession)
      guard let name = try body.text("session") else {
        throw ControlProblem(#""session" is missing. Name the session: {"session": "CartTests/a"}."#, .badSession)
      }
      do throws(SessionNameProblem) {
        self.name = try SessionName.canonical(name, isEncoded: false)
      } catch {
        throw ControlProblem(error.message, .badSession)
      }
      rerun = try body.text("rerun")
      if let rerun {
        let isLine = rerun.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }
        guard isLine, !rerun.isEmpty, rerun.utf8.count <= BeginAndEnd.rerunLimit else {
          throw ControlProblem(
            "\"rerun\" must be a command on one line, of 1 to \(BeginAndEnd.rerunLimit) bytes.", .badSession)
        }
      }
      isScope = try body.flag("scope") ?? false
      isNamed = try body.flag("named") ?? false
      members = try body.object("data")
      data = try Self.data(body)
      let isReplacing = try body.flag("replace") ?? false
      replaces = try Self.replaces(request) ?? isReplacing
    }

    private static func data(_ body: ControlBody) throws(ControlProblem) -> FakeConfiguration? {
      guard let members = try body.object("data") else { return nil }
      do throws(DataSettingProblem) {
        return try FakeConfiguration(settings: members)
      } catch {
        throw ControlProblem(error.description, .badSession)
      }
    }

    /// Returns the value of `replace` in the query, which takes precedence over the body; nil if it is missing.
    private static func replaces(_ request: ClientRequest) throws(ControlProblem) -> Bool? {
      var replaces: Bool?
      for (name, value) in request.target.parameters {
        guard value == "true" || value == "false" else {
          throw ControlProblem(
            "/__understudy/begin does not know \(SessionName.shown("\(name)=\(value)")). Valid: replace=true, replace=false.",
            .badSession)
        }
        replaces = value == "true"
      }
      return replaces
    }
  }

  private func begin(_ beginning: Beginning) -> Response {
    if let sharing = engine.sharing { return begin(beginning, sharing) }
    switch open(beginning) {
    case .begun(let session):
      guard session.isScope, engine.configuration.writes, let upstream = engine.context.upstream else {
        return .now(begun(session, replacing: nil))
      }
      return .later {
        for endpoint in engine.endpoints { await endpoint.learnIDs(from: upstream) }
        return begun(session, replacing: nil)
      }
    case .refused(let problem): return .now(problem.answer)
    case .replaces(let sessions):
      return .later {
        _ = await engine.end(sessions, .failed)
        // A test that another client began meanwhile is not replaced.
        switch open(beginning, mayReplace: false) {
        case .begun(let session): return begun(session, replacing: sessions.last)
        case .refused(let problem): return problem.answer
        case .replaces(let others): return BeginProblem.testIsOpen(others.last?.name ?? "").answer
        }
      }
    }
  }

  /// Begins a session that replicas share. It has only the requests that name it.
  private func begin(_ beginning: Beginning, _ sharing: any SessionSharing) -> Response {
    guard !beginning.isScope, SessionName.isNamed(beginning.name) else {
      return .now(Self.needsName)
    }
    let header = engine.configuration.sessionHeader
    guard sharing.isShared || namesInHeader(beginning.name, header) else {
      return .now(
        ErrorAnswer.make(
          status: 400,
          message:
            "With --sessions begun, the header \(header) must name the session that begins, so that a load balancer sends this request to the session's replica. Send \(header): \(SessionName.encoded(beginning.name)).",
          code: .badSession))
    }
    return .shared { await sharing.begin(beginning.name, data: beginning.members, replaces: beginning.replaces) }
  }

  /// The refusal of a scope, and of the session of requests that name none, where replicas share sessions.
  static let needsName = ErrorAnswer.make(
    status: 409,
    message:
      "With --sessions, a session has its own name, and no scopes around it. Begin a session for each test, such as {\"session\": \"CartTests/a\", \"named\": true}.",
    code: .badSession)

  private func namesInHeader(_ session: String, _ header: String) -> Bool {
    guard let name = try? SessionName.named(by: request, path: nil, header: header) else { return false }
    return name.hasSameScalars(as: session)
  }

  private func open(_ beginning: Beginning, mayReplace: Bool = true) -> ListenerTable.Begin {
    let begin = engine.context.openSessions.begin(
      beginning.name, on: request.listener, isScope: beginning.isScope, isNamed: beginning.isNamed,
      rerun: beginning.rerun ?? engine.defaultRerun, replaces: beginning.replaces && mayReplace,
      isRecorded: engine.configuration.writes && !beginning.isScope)
    if case .begun(let session) = begin {
      if let rerun = beginning.rerun { engine.context.log.note(rerun: rerun, ofSession: session.name) }
      engine.sessionBegan(session, data: beginning.data)
    }
    return begin
  }

  private func begun(_ session: OpenSession, replacing test: OpenSession?) -> Answer {
    var object: JSONObject = [
      "token": .string(session.token), "session": .string(session.name), "listener": .int(session.listener),
    ]
    if let test { object["replaced"] = .string(test.name) }
    return .control(object)
  }

  // MARK: End

  func end() -> Response {
    answering {
      let body = try ControlBody(
        request, names: ["token", "outcome", "goesOn"], example: #"{"token": "0-1", "outcome": "passed"}"#,
        code: .badSession)
      let token = try Self.token(body)
      guard let outcome = try body.word("outcome", SessionOutcome.self) else {
        throw ControlProblem("\"outcome\" is missing. Valid values: passed, failed, skipped.", .badSession)
      }
      let goesOn = try body.flag("goesOn") ?? false
      if let sharing = engine.sharing { return .shared { await sharing.end(token: token, outcome: outcome) } }
      let sessions = try engine.context.openSessions.end(token, on: request.listener, goesOn: goesOn)
      return .later {
        let ended = await engine.end(sessions, outcome)
        return Self.answer(ended, strays: ended.last?.journal == nil ? [] : engine.takeStrays(on: request.listener))
      }
    }
  }

  /// Returns the response, or an error answer for what `body` throws.
  private func answering(_ body: () throws -> Response) -> Response {
    do {
      return try body()
    } catch let problem as ControlProblem {
      return .now(problem.answer)
    } catch let problem as EndProblem {
      return .now(problem.answer)
    } catch let problem as SessionNameProblem {
      return .now(problem.answer)
    } catch {
      return .now(ErrorAnswer.make(status: 500, message: "\(error)", code: .badSession))
    }
  }

  // MARK: Pause and resume

  /// Pauses a scope: it stays open, but gets no more requests.
  func pause() -> Response {
    move { token throws(EndProblem) in try engine.context.openSessions.pause(token, on: request.listener) }
  }

  /// Resumes a paused scope, which gets requests again.
  func resume() -> Response {
    move { token throws(EndProblem) in try engine.context.openSessions.resume(token, on: request.listener) }
  }

  /// Makes the ids of a scope known to a test.
  func enter() -> Response {
    answering {
      let body = try ControlBody(
        request, names: ["token", "scope"], example: #"{"token": "1-4", "scope": "log in"}"#, code: .badSession)
      let token = try Self.token(body)
      guard let name = try body.text("scope") else {
        throw ControlProblem("\"scope\" is missing. Name the scope that the test enters.", .badSession)
      }
      let (test, scope) = try engine.context.openSessions.named(
        token, in: try SessionName.canonical(name, isEncoded: false), on: request.listener)
      engine.enter(test, scope: scope)
      return .now(.control(["session": .string(test.name), "scope": .string(scope.name)]))
    }
  }

  /// Notes that the client of a session continues by itself, such as a background thread.
  func goOn() -> Response {
    move { token throws(EndProblem) in try engine.context.openSessions.goOn(token, on: request.listener) }
  }

  private func move(_ body: (String) throws(EndProblem) -> OpenSession) -> Response {
    answering {
      let object = try ControlBody(request, names: ["token"], example: #"{"token": "0-1"}"#, code: .badSession)
      let session = try body(try Self.token(object))
      return .now(
        .control(["token": .string(session.token), "session": .string(session.name), "misses": Self.misses(session)]))
    }
  }

  private static func token(_ body: ControlBody) throws(ControlProblem) -> String {
    guard let token = try body.text("token"), !token.isEmpty else {
      throw ControlProblem(
        "\"token\" is missing. Send the token that POST /__understudy/begin returned.", .badSession)
    }
    return token
  }

  /// Returns the misses of a session with their messages.
  static func misses(_ session: OpenSession) -> JSON {
    .array(
      session.misses.map { miss in
        let following = session.following(miss)
        var members = MissJSON.members(miss, following: following)
        members["message"] = .string(MissText.message(miss, rerun: session.rerun, following: following))
        return .object(members)
      })
  }

  /// Returns the results of the session, which is the last one, and of the sessions that were open inside it.
  private static func answer(_ ended: [Engine.EndedSession], strays: [JournalEntry]) -> Answer {
    guard let last = ended.last else { return .control(JSONObject()) }
    var object = object(last)
    if let journal = last.journal {
      RequestsPage.add(journal, of: last.session, to: &object)
      object["strays"] = .array(strays.map { RequestsPage.object($0, of: nil) })
    }
    let inner = ended.dropLast()
    if !inner.isEmpty { object["inner"] = .array(inner.map { .object(Self.object($0)) }) }
    return .control(object)
  }

  /// Returns the results of a session.
  static func object(_ ended: Engine.EndedSession) -> JSONObject {
    let session = ended.session
    var object: JSONObject = [
      "session": .string(session.name),
      "outcome": .string(ended.outcome.rawValue),
      "misses": misses(session),
    ]
    object["remark"] = session.missTally.remark("misses").map { .string($0) }
    object["counts"] = .object(
      JSONObject(session.counts.map { JSONObject.Member($0.source.rawValue, .int($0.count)) }))
    object["recorded"] = .array(ended.recorded.map { .object(Self.object($0)) })
    object["unfinished"] = .int(ended.unfinished)
    return object
  }

  private static func object(_ saved: SavedSession) -> JSONObject {
    var reason: String?
    if case .incomplete(let why) = saved.outcome { reason = why }
    if case .notSaved(let why) = saved.outcome { reason = why }
    return [
      "endpoint": .string(saved.endpoint), "file": saved.file.map { .string($0) } ?? .null,
      "requests": .int(saved.requests), "saved": .bool(saved.outcome == .saved),
      "reason": reason.map { .string($0) } ?? .null,
    ]
  }
}
