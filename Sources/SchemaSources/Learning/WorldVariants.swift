package import EndpointConfiguration
package import Fakes
package import Recordings
import Synchronization

/// The generated worlds of sessions and requests with settings of their own, made when they are first requested.
package final class WorldVariants: Sendable {
  private let faked: FakedSchema
  package let seed: UInt64
  private let endpoint: String
  /// The recordings to learn from; nil for none.
  private let store: RecordingStore?
  /// The worlds, the latest one last.
  private let made = Mutex<[(settings: FakeConfiguration, world: FakeWorld)]>([])

  /// The most worlds that are kept.
  private static let limit = 16

  package init(_ faked: FakedSchema, seed: UInt64, endpoint: String, learningFrom store: RecordingStore?) {
    self.faked = faked
    self.seed = seed
    self.endpoint = endpoint
    self.store = store
  }

  /// Returns the world with these settings.
  ///
  /// - Throws: `ConfigurationError` for a setting that does not fit the schema, and for fixtures with problems.
  package func world(_ settings: FakeConfiguration) throws(ConfigurationError) -> FakeWorld {
    let known = made.withLock { made -> FakeWorld? in
      guard let index = made.firstIndex(where: { $0.settings == settings }) else { return nil }
      let entry = made.remove(at: index)
      made.append(entry)
      return entry.world
    }
    if let known { return known }
    var world = try faked.world(settings, seed: seed, endpoint: endpoint)
    if let store { world = LearnedRecordings(world, from: store).world }
    made.withLock { made in
      made.append((settings, world))
      if made.count > Self.limit { made.removeFirst() }
    }
    return world
  }

  /// Returns the settings that concern this endpoint.
  package func concerning(_ settings: FakeConfiguration) -> FakeConfiguration { faked.concerning(settings) }

  /// Throws if the world cannot have a further fixture.
  func require(_ fixture: Fixture) throws(ConfigurationError) {
    try faked.require(fixture, seed: seed, endpoint: endpoint)
  }

  /// Forgets all worlds, since recordings have changed.
  package func removeAll() { made.withLock { $0 = [] } }
}

/// The generated data of an endpoint before anything is learned from recordings.
package struct GeneratedData: Sendable {
  package let world: FakeWorld
  package let warnings: [String]
  /// The settings of the command line that concern it.
  package var used: FakeConfiguration { faked.used }
  private let faked: FakedSchema
  private let seed: UInt64
  private let endpoint: String

  /// - Throws: `ConfigurationError` for a schema, rules or fixtures with errors.
  package init(_ faked: FakedSchema, seed: UInt64, endpoint: String) throws(ConfigurationError) {
    (world, warnings) = try faked.world(seed: seed, endpoint: endpoint)
    self.faked = faked
    self.seed = seed
    self.endpoint = endpoint
  }

  /// Returns the worlds with other settings.
  package func variants(learningFrom store: RecordingStore?) -> WorldVariants {
    WorldVariants(faked, seed: seed, endpoint: endpoint, learningFrom: store)
  }
}
