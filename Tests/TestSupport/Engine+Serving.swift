import ControlAPI
package import Engine
package import Requests
package import Transports

extension Engine {
  /// Makes an engine with all pages, as the program has it.
  package convenience init(
    serving configuration: EngineConfiguration, endpoints: [Endpoint], upstream: (any Upstream)?,
    clock: any Stopwatch = MonotonicStopwatch(), timer: any StreamTimer = RunningTimer(),
    listening: ListenerSetup = ListenerSetup(), events: @escaping @Sendable (Event) -> Void
  ) {
    self.init(
      configuration: configuration, endpoints: endpoints, upstream: upstream, clock: clock, timer: timer,
      listening: listening, pages: ControlAPI(), events: events)
  }
}
