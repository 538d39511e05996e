import Engine
import OrderedJSON
import Requests
import Transports

/// `/__understudy/listeners`: opens, lists and closes more ports.
struct ListenerPages {
  let engine: Engine
  let request: ClientRequest

  private var listeners: Listeners { engine.listeners }

  // MARK: Opening

  func open() -> Response {
    do throws(ControlProblem) {
      let settings = try settings()
      return .later {
        do throws(ListenerProblem) {
          let listener = try await engine.main.openListener(settings, like: engine)
          var object = address(listener.number, listener.port)
          let opened = listener.engine ?? engine.main
          object["upstreams"] = .array(
            opened.endpointNames.filter { opened.knowsUpstream(of: $0) }.map { .string($0) })
          return .control(object, status: 201)
        } catch {
          return error.answer
        }
      }
    } catch {
      return .now(error.answer)
    }
  }

  private func settings() throws(ControlProblem) -> ListenerSettings {
    let body = try ControlBody(
      request,
      names: [
        "mode", "onMiss", "strict", "seed", "endpoints", "upstream", "recordings", "schemas", "journal",
      ], example: #"{"mode": "fake"}"#, code: .badListener, mayBeEmpty: true)
    var settings = ListenerSettings()
    settings.mode = try body.word("mode")
    settings.onMiss = try body.word("onMiss")
    settings.isStrict = try body.flag("strict")
    settings.seed = try body.number("seed")
    settings.endpoints = try body.texts("endpoints")
    settings.upstream = try body.text("upstream")
    settings.recordings = try body.text("recordings")
    settings.schemas = try body.text("schemas")
    settings.keepsJournal = try body.flag("journal")
    if let names = settings.endpoints, Set(names).count < names.count {
      throw ControlProblem("\"endpoints\" names an endpoint twice. Name each once.", .badListener)
    }
    if let problem = settings.problem(in: engine.main.configuration) { throw ControlProblem(problem, .badListener) }
    return settings
  }

  // MARK: Listing

  func list() -> Answer {
    let main = listeners.main ?? OpenPort(port: 0, url: "")
    let opened = listeners.opened.map { ($0.number, $0.port, $0.engine ?? engine.main) }
    return .control([
      "maximum": .int(listeners.setup.maximum),
      "listeners": .array(
        ([(0, main, engine.main)] + opened).map { number, port, engine in
          var object = address(number, port)
          object["mode"] = .string(engine.configuration.shownMode)
          object["endpoints"] = .array(engine.endpointNames.map { .string($0) })
          object["open"] = .array(engine.context.openSessions.open(on: number).map { .string($0.name) })
          return .object(object)
        }),
    ])
  }

  private func address(_ number: Int, _ port: OpenPort) -> JSONObject {
    ["listener": .int(number), "port": .int(port.port), "url": .string(port.url)]
  }

  // MARK: Closing

  func close(_ number: String) -> Response {
    if number == "0" { return .now(ListenerProblem.isMain.answer) }
    let known = [0] + listeners.opened.map(\.number)
    guard let listener = known.first(where: { String($0) == number }) else {
      return .now(ListenerProblem.unknown(number, known: known).answer)
    }
    return .later {
      let own = listeners.opened.first { $0.number == listener }?.engine
      guard let (ended, close) = await engine.main.closeListener(listener) else {
        return ListenerProblem.unknown(number, known: known).answer
      }
      // The request's own port cannot close before this answer is sent.
      if listener == request.listener { Task { await close() } } else { await close() }
      var object: JSONObject = [
        "closed": .int(listener), "ended": .array(ended.map { .object(BeginAndEnd.object($0)) }),
      ]
      if let journal = own?.journal(ofSession: nil) { RequestsPage.add(journal, of: nil, to: &object) }
      return .control(object)
    }
  }
}
