import Fakes
import GraphQLExecution
import OrderedJSON
import Recordings
import Requests
import Synchronization
import Transports

/// The effect of a mutation on a session's generated world, with its results for subscriptions, computed once.
final class FakeChange: Sendable {
  private let before: FakeSession
  private let after: FakeSession
  private let found = Mutex<[FakeTopic: [[UInt8]]]>([:])

  init(before: FakeSession, after: FakeSession) {
    self.before = before
    self.after = after
  }

  /// Returns the results for a subscription, as JSON text.
  func results(for subscription: FakeSubscription, on topic: FakeTopic) -> [[UInt8]] {
    if let known = found.withLock({ $0[topic] }) { return known }
    let results = subscription.responses(before: before, after: after).map { $0.response.serialize() }
    found.withLock { $0[topic] = results }
    return results
  }
}

/// The properties that subscriptions with the same results share.
struct FakeTopic: Hashable, Sendable {
  let operation: ContentHash
  /// The variables as the client sent them, in one text.
  let variables: String
  let imageOrigin: String

  init(_ asked: ParsedRequest, imageOrigin: String) {
    operation = asked.operation.key.hash
    variables = JSON.object(asked.request.variables.objectValue ?? JSONObject()).compactText
    self.imageOrigin = imageOrigin
  }
}
