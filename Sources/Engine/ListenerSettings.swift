/// The settings in which a listener differs from its run; nil for those that it shares.
package struct ListenerSettings: Hashable, Sendable {
  package var mode: EngineConfiguration.Mode?
  package var onMiss: EngineConfiguration.MissPolicy?
  package var isStrict: Bool?
  package var seed: UInt64?
  /// The names of the endpoints to serve.
  package var endpoints: [String]?
  /// The URL of the real API.
  package var upstream: String?

  package init() {}

  /// True if the listener shares all settings.
  package var isEmpty: Bool { self == ListenerSettings() }

  /// Returns a run's configuration with these settings.
  func applied(to base: EngineConfiguration) -> EngineConfiguration {
    var configuration = base
    if let mode {
      configuration.mode = mode
      configuration.isLive = false
    }
    if let onMiss {
      configuration.onMiss = onMiss
      configuration.isLive = false
    }
    if let isStrict { configuration.isStrict = isStrict }
    return configuration
  }

  /// The reason why these settings do not fit together in a run; nil if they do.
  package func problem(in base: EngineConfiguration) -> String? {
    let configuration = applied(to: base)
    let isReplay = configuration.mode == .replay && !configuration.isLive
    if !isReplay, let member = onMiss != nil ? "onMiss" : isStrict != nil ? "strict" : nil {
      return "\"\(member)\" is for mode replay, and this listener's mode is \(configuration.shownMode)."
    }
    if seed != nil, configuration.mode != .fake, !(isReplay && configuration.onMiss == .fake) {
      return "\"seed\" is for generated data: mode fake, or mode replay with onMiss fake."
    }
    if upstream != nil, !configuration.reachesUpstream {
      return "\"upstream\" is for mode record, or mode replay with onMiss forward or record."
    }
    if upstream != nil, let endpoints, endpoints.count > 1 {
      return "\"upstream\" is the URL of one endpoint, and \"endpoints\" names \(endpoints.count)."
    }
    return nil
  }
}

extension EngineConfiguration {
  /// The mode as users name it.
  package var shownMode: String { isLive ? "live" : mode.rawValue }

  /// True if requests may write recordings.
  package var writes: Bool { mode == .record || (mode == .replay && !isLive && onMiss == .record) }
}
