import OrderedJSON
import Recordings
import Redaction
import Synchronization
import Transports

/// The memory of whether an upstream has given a GraphQL response in this run. Until it has, its URL may be wrong.
final class FirstResponse: Sendable {
  private let state = Atomic(false)

  var hasCome: Bool { state.load(ordering: .relaxed) }

  /// Notes an answer if it is a GraphQL response.
  func note(_ json: JSON?) {
    if !hasCome, NotGraphQL.isGraphQL(json) { state.store(true, ordering: .relaxed) }
  }
}

extension Endpoint {
  /// Redacts a text of the upstream for printing.
  func withoutSecrets(_ text: String) -> String { state.withLock { $0.redactor.text(text) } }
}
