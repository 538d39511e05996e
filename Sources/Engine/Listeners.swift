import Recordings
package import Requests
import Synchronization
import Transports

/// The listeners of a run: the main port, which has number 0, and those opened while it runs.
package final class Listeners: Sendable {
  private let table: ListenerTable
  package let setup: ListenerSetup
  private let state = Mutex(State())

  private struct State {
    var main: OpenPort?
    var opened: [Int: Listener] = [:]
    /// The number of listeners that are being opened.
    var opening = 0
    /// The highest number given to a listener. Each is used once.
    var count = 0
    var isClosed = false
    var endpointNames: [String] = []
  }

  /// One port besides the main one.
  package struct Listener: Sendable {
    package let number: Int
    package let port: OpenPort
    /// The engine of a listener with settings of its own; nil for the main port's.
    package let engine: Engine?
  }

  init(_ setup: ListenerSetup, _ table: ListenerTable) {
    self.setup = setup
    self.table = table
  }

  /// The main port, once it is open.
  package var main: OpenPort? { state.withLock { $0.main } }

  package func noteMain(port: Int, url: String) { state.withLock { $0.main = OpenPort(port: port, url: url) } }

  /// The ports of this program.
  var ports: [Int] {
    state.withLock { state in [state.main?.port].compactMap(\.self) + state.opened.values.map(\.port.port) }
  }

  /// The listeners besides the main port, in order.
  package var opened: [Listener] {
    state.withLock { state in state.opened.keys.sorted().compactMap { state.opened[$0] } }
  }

  /// The engines of listeners with settings of their own, each once.
  var engines: [Engine] {
    opened.compactMap(\.engine).reduce(into: []) { engines, engine in
      if !engines.contains(where: { $0 === engine }) { engines.append(engine) }
    }
  }

  /// The endpoints that listeners with settings of their own have served, each once.
  var endpointNames: [String] { state.withLock { $0.endpointNames } }

  // MARK: Opening

  /// Opens a port. `make` creates the engine that answers, or returns the main port's.
  func open(main: Engine, _ make: () throws -> Engine) async throws(ListenerProblem) -> Listener {
    guard let ports = setup.ports else { throw .unsupported }
    let number = try reserve()
    defer { state.withLock { $0.opening -= 1 } }
    let engine: Engine
    do { engine = try make() } catch { throw error as? ListenerProblem ?? .badSettings("\(error)") }
    table.add(number)
    let port: OpenPort
    do {
      port = try await ports.open(ListenerResponder(engine: engine, listener: number))
    } catch {
      _ = table.remove(number)
      throw .noPort("\(error)")
    }
    let listener = Listener(number: number, port: port, engine: engine === main ? nil : engine)
    let isLate = state.withLock { state in
      if !state.isClosed { state.opened[number] = listener }
      for name in listener.engine?.endpointNames ?? [] where !state.endpointNames.contains(name) {
        state.endpointNames.append(name)
      }
      return state.isClosed
    }
    guard isLate else { return listener }
    _ = table.remove(number)
    await port.close(.zero)
    throw .stopping
  }

  private func reserve() throws(ListenerProblem) -> Int {
    try state.withLock { state throws(ListenerProblem) in
      guard !state.isClosed else { throw .stopping }
      guard state.opened.count + state.opening < setup.maximum else { throw .tooMany(setup.maximum) }
      state.opening += 1
      state.count += 1
      return state.count
    }
  }

  // MARK: Closing

  /// Removes a listener; nil if the number is unknown.
  func remove(_ number: Int) -> Listener? { state.withLock { $0.opened.removeValue(forKey: number) } }

  /// Closes all ports but the main one because the program stops. Keeps their engines, to be finished.
  package func closeAll(grace: Duration) async {
    let ports = state.withLock { state in
      state.isClosed = true
      return state.opened.values.map(\.port)
    }
    await withTaskGroup(of: Void.self) { group in
      for port in ports { group.addTask { await port.close(grace) } }
    }
  }
}

/// An engine behind one further port.
struct ListenerResponder: Responder {
  let engine: Engine
  let listener: Int

  var generation: Int { engine.generation }
  var readHeaders: HeaderNames { engine.readHeaders }

  func respond(to request: ClientRequest) -> Response { engine.respond(to: from(request)) }

  func openSocket(_ request: ClientRequest) -> SocketOpening { engine.openSocket(from(request)) }

  func connect(_ request: ClientRequest) async -> ConnectDecision { await engine.connect(from(request)) }

  func answer(to problem: TunnelProblem, of request: ClientRequest) -> Answer {
    engine.answer(to: problem, of: from(request))
  }

  private func from(_ request: ClientRequest) -> ClientRequest {
    var request = request
    request.listener = listener
    return request
  }
}

/// The reasons why a listener cannot be opened or closed.
package enum ListenerProblem: Error, Hashable, Sendable {
  case unsupported
  case stopping
  case tooMany(Int)
  case badSettings(String)
  case noPort(String)
  case unknown(String, known: [Int])
  case isMain
  case writesInCI

  /// The cause and the fix.
  package var message: String {
    switch self {
    case .unsupported: "This server opens no additional ports. Use the session header or the path instead."
    case .stopping: "Understudy is stopping, and opens no more listeners."
    case .tooMany(let limit):
      "\(limit) listeners are open, which is the limit. Close some with DELETE /__understudy/listeners/<number>, or start with a larger --max-listeners."
    case .badSettings(let reason): "The listener was not opened. \(reason)"
    case .noPort(let reason): "The listener was not opened: there is no free port. \(reason)"
    case .unknown(let number, let known):
      "There is no listener \(SessionName.shown(number)). There are: \(known.map(String.init).joined(separator: ", "))."
    case .isMain: "Listener 0 is the main port, which closes when the program stops."
    case .writesInCI:
      "CI is set, and this run was not started to record, so its listeners write no recordings. If this job is to record, start it with understudy record, or exec --mode record."
    }
  }

  package var answer: Answer {
    switch self {
    case .unsupported, .isMain: ErrorAnswer.make(status: 409, message: message, code: .badListener)
    case .stopping: ErrorAnswer.make(status: 503, message: message, code: .stopping)
    case .tooMany: ErrorAnswer.make(status: 429, message: message, code: .tooManyListeners)
    case .noPort: ErrorAnswer.make(status: 503, message: message, code: .badListener)
    case .badSettings: ErrorAnswer.make(status: 400, message: message, code: .badListener)
    case .unknown: ErrorAnswer.make(status: 404, message: message, code: .unknownListener)
    case .writesInCI: ErrorAnswer.make(status: 403, message: message, code: .badListener)
    }
  }
}
