import Fakes
import GraphQLExecution
import OrderedJSON
import Recordings
import Synchronization
import Transports

/// What a mutation did to a session's faked world, and what subscriptions are told of it: found once for all that ask
/// the same.
final class FakeChange: Sendable {
  private let before: FakeSession
  private let after: FakeSession
  private let found = Mutex<[FakeTopic: [[UInt8]]]>([:])

  init(before: FakeSession, after: FakeSession) {
    self.before = before
    self.after = after
  }

  /// The results, as JSON text, that follow from it for a subscription.
  func results(for subscription: FakeSubscription, on topic: FakeTopic) -> [[UInt8]] {
    if let known = found.withLock({ $0[topic] }) { return known }
    let results = subscription.responses(before: before, after: after).map { $0.response.serialize() }
    found.withLock { $0[topic] = results }
    return results
  }
}

/// What two subscriptions have in common that are told the same.
struct FakeTopic: Hashable, Sendable {
  let operation: ContentHash
  /// As they came, in one text.
  let variables: String
  let imageOrigin: String

  init(_ asked: ParsedRequest, imageOrigin: String) {
    operation = asked.operation.key.hash
    variables = JSON.object(asked.request.variables.objectValue ?? JSONObject()).compactText
    self.imageOrigin = imageOrigin
  }
}
