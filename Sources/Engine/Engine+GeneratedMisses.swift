package import Replay
import SchemaSources

extension Engine {
  /// True if misses at an endpoint can be answered with generated data.
  package func canGenerateMisses(at endpoint: String) -> Bool {
    configuration.mode == .replay && !configuration.isLive
      && self.endpoint(endpoint)?.watchedSchema.canGenerate == true
  }

  /// From now on, answers a session's misses of an operation with generated data, until the session is reset.
  ///
  /// Reads the schema and the recordings if this run has generated nothing so far, so no event loop may call it.
  ///
  /// - Parameters:
  ///   - operation: the operation, with its endpoint. Others of the same kind and name are answered, too.
  ///   - session: the session's name, on any listener.
  /// - Throws: `ConfigurationError` if no data can be generated.
  package func generateMisses(of operation: MissedOperation, session: String) throws {
    if operation.isExchange {
      throw ConfigurationError("\(operation.title) is not GraphQL, so no answer can be generated. Record it instead.")
    }
    guard configuration.mode == .replay, !configuration.isLive, let endpoint = endpoint(operation.endpoint) else {
      throw ConfigurationError(
        "This run replays no recordings of \(operation.endpoint), so nothing misses there. Start with: understudy replay"
      )
    }
    for warning in try endpoint.generateData() ?? [] { context.warn(warning) }
    // A listener without a usable schema continues to miss.
    for other in others { _ = try? other.endpoint(operation.endpoint)?.generateData() }
    guard context.generatedMisses.add(operation, session: session) else {
      throw ConfigurationError(
        "The misses of \(GeneratedMisses.limit) operations are answered with generated data, which is the limit. Reset finished sessions (POST /__understudy/sessions/<name>/reset), or start with --on-miss fake."
      )
    }
    for engine in [self] + others { engine.forgetAnswers() }
  }
}
