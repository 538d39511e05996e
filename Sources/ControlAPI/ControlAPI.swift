package import Engine
import FakeValues
import OrderedJSON
import Recordings
import Replay
import Transports

/// The pages under `/__understudy/`: JSON, and the pictures that generated image URLs lead to.
package struct ControlAPI: OwnPages {
  package init() {}

  package func answer(_ path: String, to request: ClientRequest, at engine: Engine) -> Response {
    Pages(engine: engine).answer(path, request: request)
  }
}

/// The pages of one engine.
private struct Pages {
  let engine: Engine

  /// A page, and the methods that it takes.
  private enum Page {
    case status
    case misses
    case reload
    case sessions
    case session(String)
    case reset(String)
    case image(String)
    case faults(String?)
    case begin
    case pause
    case resume
    case goesOn
    case end
    case listeners
    case listener(String)
    case recorded

    init?(_ path: String) {
      let segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map(String.init)
      switch segments.count {
      case 1 where segments[0].isEmpty || segments[0] == "status": self = .status
      case 1 where segments[0] == "misses": self = .misses
      case 1 where segments[0] == "reload": self = .reload
      case 1 where segments[0] == "sessions": self = .sessions
      case 2 where segments[0] == "sessions": self = .session(segments[1])
      case 2 where segments[0] == "images": self = .image(segments[1].percentDecoded())
      case 1 where segments[0] == "faults": self = .faults(nil)
      case 2 where segments[0] == "faults": self = .faults(segments[1])
      case 1 where segments[0] == "begin": self = .begin
      case 1 where segments[0] == "pause": self = .pause
      case 1 where segments[0] == "resume": self = .resume
      case 1 where segments[0] == "goes-on": self = .goesOn
      case 1 where segments[0] == "end": self = .end
      case 1 where segments[0] == "recorded": self = .recorded
      case 1 where segments[0] == "listeners": self = .listeners
      case 2 where segments[0] == "listeners": self = .listener(segments[1].percentDecoded())
      case 3 where segments[0] == "sessions" && segments[2] == "reset": self = .reset(segments[1])
      default: return nil
      }
    }

    var methods: [String] {
      switch self {
      case .status, .misses, .sessions, .session, .image: ["GET"]
      case .reload, .reset, .begin, .pause, .resume, .goesOn, .end, .recorded: ["POST"]
      case .listeners: ["GET", "POST"]
      case .listener: ["DELETE"]
      case .faults(nil): ["GET", "POST", "DELETE"]
      case .faults: ["GET", "DELETE"]
      }
    }
  }

  func answer(_ path: String, request: ClientRequest) -> Response {
    guard let page = Page(path) else { return .now(unknown(path)) }
    guard page.methods.contains(request.method) || (request.method == "HEAD" && page.methods.contains("GET")) else {
      return .now(notAllowed(request.method, allow: page.methods))
    }
    switch page {
    case .begin: return BeginAndEnd(engine: engine, request: request).begin()
    case .pause: return BeginAndEnd(engine: engine, request: request).pause()
    case .resume: return BeginAndEnd(engine: engine, request: request).resume()
    case .goesOn: return BeginAndEnd(engine: engine, request: request).goOn()
    case .end: return BeginAndEnd(engine: engine, request: request).end()
    case .listeners where request.method == "POST": return ListenerPages(engine: engine, request: request).open()
    case .listener(let number): return ListenerPages(engine: engine, request: request).close(number)
    // These read files, list what a long run came to, or draw.
    case .reload, .misses, .sessions, .session, .image, .recorded: return .beside { answer(page, request) }
    case .status, .reset, .faults, .listeners: return .now(answer(page, request))
    }
  }

  /// The answer of a page that waits for nobody else.
  private func answer(_ page: Page, _ request: ClientRequest) -> Answer {
    switch page {
    case .status: return .control(status)
    case .misses: return misses(request.target.parameters, on: request.listener)
    case .reload:
      engine.refresh()
      return .control(status)
    case .sessions: return .control(["sessions": .array(engine.sessionNames.map { .object(session($0)) })])
    case .session(let name): return named(name) { .control(session($0)) }
    case .reset(let name):
      return named(name) {
        engine.reset(session: engine.context.place(of: $0, on: request.listener))
          ? .control(session($0)) : noSession($0)
      }
    case .image(let name): return picture(name, request.target.parameters)
    case .recorded: return recorded(request)
    case .faults(let number): return FaultPages(engine: engine).answer(request, number: number)
    case .begin, .pause, .resume, .goesOn, .end, .listeners, .listener:
      return ListenerPages(engine: engine, request: request).list()
    }
  }

  private func picture(_ name: String, _ parameters: [(name: String, value: String)]) -> Answer {
    do throws(Picture.Problem) {
      let picture = try Picture(name, parameters)
      return Answer(
        status: 200,
        headers: [
          "content-type": picture.mediaType, "cache-control": "max-age=86400",
          AnswerSource.header: AnswerSource.understudy.rawValue,
        ],
        body: .bytes(picture.bytes))
    } catch {
      return ErrorAnswer.make(status: error.status, message: error.message, code: error.code)
    }
  }

  private var status: JSONObject {
    let misses = engine.missTally
    var object: JSONObject = [
      "mode": .string(engine.configuration.mode.rawValue),
      "endpoints": .array(engine.endpointNames.map { .string($0) }),
      "misses": .int(misses.count),
    ]
    object["remark"] = misses.remark("misses").map { .string($0) }
    return object
  }

  // MARK: Misses

  /// Each miss with its text and the sessions that missed it; with `?session=NAME` those of that session alone, so that
  /// a test can fail for its own; with `?token=TOKEN` those of the session that is open on the port with this token.
  private func misses(_ parameters: [(name: String, value: String)], on listener: Int) -> Answer {
    if parameters.count == 1, parameters[0].name == "token" {
      let open = engine.context.openSessions.open(on: listener)
      guard let session = open.first(where: { $0.token == parameters[0].value }) else {
        return EndProblem.unknown(parameters[0].value).answer
      }
      return .control(["misses": BeginAndEnd.misses(session)])
    }
    if let odd = parameters.first(where: { $0.name != "session" }) {
      return ErrorAnswer.make(
        status: 400,
        message:
          "/__understudy/misses has no parameter \"\(odd.name.prefix(60))\". There is session: /__understudy/misses?session=LoginTests.",
        code: .badRequest)
    }
    var names: [String] = []
    do {
      for parameter in parameters { names.append(try SessionName.canonical(parameter.value, isEncoded: false)) }
    } catch {
      return error.answer
    }
    let misses = engine.context.log.missesOfSessions.filter { _, sessions in
      names.isEmpty || sessions.contains { session in names.contains { $0.hasSameScalars(as: session) } }
    }
    let (reruns, following) = (engine.reruns, engine.followingOfMisses)
    var object: JSONObject = [
      "misses": .array(
        misses.map { miss, sessions in
          var members = MissJSON.members(miss, following: following[miss] ?? 0)
          members["sessions"] = .array(sessions.map { .string($0) })
          members["message"] = .string(
            MissText.message(
              miss, rerun: sessions.lazy.compactMap { reruns[$0] }.first, following: following[miss] ?? 0))
          return .object(members)
        })
    ]
    object["remark"] = engine.missTally.remark("misses").map { .string($0) }
    return .control(object)
  }

  // MARK: Sessions

  /// Which sessions of a list have no whole recording: none at any endpoint, or one that is incomplete.
  private func recorded(_ request: ClientRequest) -> Answer {
    do {
      let body = try ControlBody(
        request, names: ["sessions"], example: #"{"sessions": ["CartTests/a"]}"#, code: .badSession)
      let unrecorded = try (body.texts("sessions") ?? []).filter { text in
        let name = try SessionName.canonical(text, isEncoded: false)
        return !engine.endpoints.contains { $0.hasWholeRecording(session: name) }
      }
      return .control(["unrecorded": .array(unrecorded.map { .string($0) })])
    } catch let problem as ControlProblem {
      return problem.answer
    } catch let problem as SessionNameProblem {
      return problem.answer
    } catch {
      return ErrorAnswer.make(status: 500, message: "\(error)", code: .badSession)
    }
  }

  private func session(_ name: String) -> JSONObject {
    let endpoints = engine.endpoints.compactMap { endpoint in
      endpoint.report(ofSession: name)?.json(endpoint: endpoint.name)
    }
    return ["name": .string(name), "endpoints": .array(endpoints)]
  }

  /// The answer for a session that is there.
  private func named(_ text: String, _ answer: (_ name: String) -> Answer) -> Answer {
    do throws(SessionNameProblem) {
      let name = try SessionName.canonical(text)
      return engine.sessionNames.contains(where: { $0.hasSameScalars(as: name) }) ? answer(name) : noSession(name)
    } catch {
      return error.answer
    }
  }

  private func noSession(_ name: String) -> Answer {
    let names = engine.sessionNames
    let shown = names.prefix(20).joined(separator: ", ") + (names.count > 20 ? ", and \(names.count - 20) more" : "")
    return ErrorAnswer.make(
      status: 404,
      message:
        "There is no session \(SessionName.shown(name)): no request has named it, or it was reset and not used since. There are: \(shown).",
      code: .unknownSession)
  }

  // MARK: Answers

  private func unknown(_ path: String) -> Answer {
    ErrorAnswer.make(
      status: 404,
      message:
        "There is no page /__understudy\(path.prefix(100)). There are GET /__understudy/status, /__understudy/misses, /__understudy/sessions, /__understudy/sessions/<name> and /__understudy/images/<any name>.png or .svg, POST /__understudy/begin, /__understudy/pause, /__understudy/resume, /__understudy/goes-on, /__understudy/end, /__understudy/recorded, /__understudy/reload and /__understudy/sessions/<name>/reset, GET and POST /__understudy/listeners, DELETE /__understudy/listeners/<number>, and GET, POST and DELETE /__understudy/faults.",
      code: .unknownEndpoint)
  }

  private func notAllowed(_ method: String, allow: [String]) -> Answer {
    var answer = ErrorAnswer.make(
      status: 405, message: "This page is asked by \(allow.joined(separator: " or ")), not by \(method).",
      code: .methodNotAllowed)
    answer.headers.append("allow", allow.joined(separator: ", "))
    return answer
  }
}
