import ControlAPI
import Engine
import Proxy
import ProxyTLS
import Synchronization

/// One engine behind a free port.
final class Server: Sendable {
  let setup: Setup
  let engine: Engine
  /// E.g. `http://127.0.0.1:49152`.
  let origin: String
  /// What tests share.
  let setUps = SetUps()
  private let proxy: ProxyServer
  private let upstream: HTTPUpstream?
  private let notes: Notes

  /// - Throws: where an endpoint cannot be had, or no port.
  init(_ setup: Setup) async throws(UnderstudyError) {
    let endpoints = try setup.load()
    let configuration = setup.configuration
    let notes = Notes(endpoints.flatMap(\.warnings))
    let upstream = configuration.reachesUpstream ? HTTPUpstream() : nil
    engine = Engine(configuration: configuration, endpoints: endpoints, upstream: upstream, pages: ControlAPI()) {
      notes.receive($0)
    }
    self.setup = setup
    self.notes = notes
    self.upstream = upstream
    do {
      proxy = try await ProxyServer.start(port: 0, responder: engine)
    } catch {
      await upstream?.shutdown()
      throw UnderstudyError("No port of this machine can be listened on. \(error)")
    }
    origin = proxy.origin
  }

  /// What a user may want to know besides misses: of a session and of what concerns none, or with nil of all.
  func warnings(ofSession session: String?) -> [String] { notes.lines(ofSession: session) }

  /// Ends a recording run: what was recorded is on disk, whole.
  func finish() async { await engine.finish() }

  /// Stops to listen, at once: whoever is still connected has been done with.
  func stop() async {
    engine.endStreams()
    await proxy.shutdown(grace: .seconds(1))
    await engine.finish()
    await upstream?.shutdown()
  }

  /// What an engine tells that no answer does.
  private final class Notes: Sendable {
    private let state: Mutex<[(session: String?, text: String)]>

    init(_ lines: [String]) { state = Mutex(lines.map { (nil, $0) }) }

    func receive(_ event: Event) {
      switch event {
      case .warning(let text): add(text, session: nil)
      case .exchange(let exchange):
        guard case .failed(let why) = exchange.outcome else { return }
        add("\(exchange.requestLine) was not recorded: \(why)", session: exchange.session)
      case .session(let saved):
        guard saved.outcome != .saved else { return }
        add(saved.description, session: saved.session)
      case .miss, .refusal, .notice: break
      }
    }

    private func add(_ text: String, session: String?) {
      state.withLock { lines in
        if !lines.contains(where: { $0.session == session && $0.text == text }) { lines.append((session, text)) }
      }
    }

    func lines(ofSession session: String?) -> [String] {
      state.withLock { $0.filter { session == nil || $0.session == nil || $0.session == session }.map(\.text) }
    }
  }
}
