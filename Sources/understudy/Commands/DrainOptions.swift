import ArgumentParser
import Engine
import Proxy
import Requests

/// The option for stopping behind a load balancer.
struct DrainOptions: ParsableArguments {
  @Option(
    name: .customLong("drain"),
    help: .more(
      "Seconds to go on serving after SIGTERM, while /__understudy/ready is 503.", "seconds"))
  var seconds = 0.0

  func validate() throws {
    guard (0...86_400).contains(seconds) else {
      throw ValidationError("--drain must be 0 to 86400 seconds, not \(seconds).")
    }
  }
}

extension Running {
  /// The interval between two looks at the connections.
  private static let look = Duration.milliseconds(100)
  /// The time without any connection after which the server stops early. A load balancer that does not know yet that
  /// the server is stopping opens further connections.
  private static let quiet = Duration.seconds(2)

  /// Goes on serving until the time is over, or until clients have left, while the program reports that it is not ready.
  /// Connections close after their next answer, so that clients continue elsewhere. Sessions that only this process has
  /// would be lost, so it waits for their end.
  func drain(seconds: Double) async {
    engine.readiness.note("shutdown", problem: "The program is stopping.")
    guard seconds > 0 else { return }
    reporter.draining(for: seconds)
    server.drain()
    let end = ContinuousClock.now.advanced(by: .seconds(seconds))
    var lastBusy = ContinuousClock.now
    while ContinuousClock.now < end, ContinuousClock.now - lastBusy < Self.quiet {
      try? await Task.sleep(for: Self.look)
      if server.openConnections > 0 || engine.sharing?.ownSessionCount ?? 0 > 0 { lastBusy = .now }
    }
    if let lost = engine.sharing?.ownSessionCount, lost > 0 { reporter.lost(sessions: lost) }
  }
}
