import Dashboard
import Engine
import Requests
import Subprocess
import Synchronization

/// The page of one run, and the requests that it shows.
struct PageRun: Sendable {
  let history = RequestHistory(now: { Terminal.unixMilliseconds })
  let pages: Dashboard
  private let engine = Shared()

  /// The engine of the main port, which is created after the page.
  private final class Shared: Sendable {
    let engine = Mutex<Engine?>(nil)
  }

  /// - Parameter command: the name of the command that started the run.
  init(command: String) {
    var settings = DashboardSettings()
    settings.programVersion = Run.version
    settings.command = command
    settings.isCI = ContinuousIntegration.isMeant(by: Terminal.variable(ContinuousIntegration.variable))
    settings.token = (0..<4).map { _ in String(UInt64.random(in: 1 << 60 ... .max), radix: 36) }.joined()
    pages = Dashboard(settings, history: history) { [engine] in engine.engine.withLock { $0 } }
  }

  func use(_ engine: Engine) { self.engine.engine.withLock { $0 = engine } }

  /// Returns a log of answers for the page that passes them on to another log.
  func answers(passingOnTo other: AnswerLog?) -> AnswerLog {
    AnswerLog(
      showsBodies: other?.showsBodies ?? false, keepsRecords: true, showsTraces: other?.showsTraces ?? false
    ) { [history] line, nanoseconds, traceID in
      history.receive(line, nanoseconds: nanoseconds)
      other?.receive(line, nanoseconds, traceID)
    }
  }

  /// Opens the page in the user's browser. A failure is a warning: the run goes on without.
  static func open(_ origin: String) async {
    #if os(macOS)
      let program = "open"
    #else
      let program = "xdg-open"
    #endif
    let done = try? await Subprocess.run(
      .name(program), arguments: ["\(origin)/"], output: .discarded, error: .discarded)
    guard done?.terminationStatus.isSuccess != true else { return }
    Terminal.err("--open: \(program) could not open a browser. Open this page yourself: \(origin)/")
  }
}
