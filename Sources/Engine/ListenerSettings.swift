/// The settings in which a listener differs from its run; nil for those that it shares.
package struct ListenerSettings: Hashable, Sendable {
  /// The modes of a listener, as users name them.
  package enum Mode: String, Hashable, Sendable, CaseIterable {
    case record, replay, fake
    /// Replays, and records what is missing.
    case auto
    /// Forwards everything, and writes nothing.
    case live
  }

  package var mode: Mode?
  package var onMiss: EngineConfiguration.MissPolicy?
  package var isStrict: Bool?
  package var seed: UInt64?
  /// The names of the endpoints to serve.
  package var endpoints: [String]?
  /// The URL of the real API.
  package var upstream: String?
  /// The folders, as absolute paths.
  package var recordings: String?
  package var schemas: String?
  /// True if every request is kept, for tests that read what their clients sent.
  package var keepsJournal: Bool?

  package init() {}

  /// True if the listener shares all settings.
  package var isEmpty: Bool { self == ListenerSettings() }

  /// Returns a run's configuration with these settings.
  func applied(to base: EngineConfiguration) -> EngineConfiguration {
    var configuration = base
    if let mode {
      configuration.mode = mode.engineMode
      configuration.isLive = mode == .live
      if mode == .auto { configuration.onMiss = .record }
    }
    if let onMiss {
      configuration.onMiss = onMiss
      configuration.isLive = false
    }
    if let isStrict { configuration.isStrict = isStrict }
    if let keepsJournal { configuration.keepsJournal = keepsJournal }
    return configuration
  }

  /// The reason why these settings do not fit together in a run; nil if they do.
  package func problem(in base: EngineConfiguration) -> String? {
    let configuration = applied(to: base)
    let shownMode = mode?.rawValue ?? configuration.shownMode
    let isReplay = configuration.mode == .replay && !configuration.isLive && mode != .live
    if onMiss != nil, !isReplay || mode == .auto {
      return "\"onMiss\" is for mode replay, and this listener's mode is \(shownMode)."
    }
    if isStrict != nil, !isReplay {
      return "\"strict\" is for mode replay, and this listener's mode is \(shownMode)."
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
    return folderProblem(in: base)
  }

  private func folderProblem(in base: EngineConfiguration) -> String? {
    for (name, path) in [("recordings", recordings), ("schemas", schemas)] {
      guard let path else { continue }
      guard path.hasPrefix("/") else { return "\"\(name)\" must be an absolute path." }
      // Whoever reaches the port would choose where files are written.
      guard ["127.0.0.1", "::1", "localhost"].contains(base.boundHost) else {
        return
          "\"\(name)\" is for a server that only this machine can reach, and this one listens on \(base.boundHost)."
      }
    }
    return nil
  }
}

extension ListenerSettings.Mode {
  fileprivate var engineMode: EngineConfiguration.Mode {
    switch self {
    case .record: .record
    case .replay, .auto, .live: .replay
    case .fake: .fake
    }
  }
}

extension EngineConfiguration {
  /// The mode as users name it.
  package var shownMode: String { isLive ? "live" : mode.rawValue }

  /// True if requests may write recordings.
  package var writes: Bool { mode == .record || (mode == .replay && !isLive && onMiss == .record) }
}
