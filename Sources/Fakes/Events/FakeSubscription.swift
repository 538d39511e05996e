import FakeValues
package import GraphQLExecution
package import GraphQLLanguage
import GraphQLSchema
package import OrderedJSON

/// A subscription to a faked world: which responses follow from what a session does.
///
/// Nothing here waits: whoever carries subscriptions to clients asks after each mutation, and at each tick.
package struct FakeSubscription: Sendable {
  private let subscription: Subscription
  private let events: FakeEvents
  private let imageOrigin: String

  /// What subscribing gave.
  package enum Opened: Sendable {
    case refused(ExecutionResult)
    case stream(FakeSubscription)
  }

  fileprivate init(_ subscription: Subscription, _ events: FakeEvents, imageOrigin: String) {
    self.subscription = subscription
    self.events = events
    self.imageOrigin = imageOrigin
  }

  /// The responses to what happened between two moments of one session, in order: one for each object that a mutation
  /// created, updated or deleted and that the subscription tells of.
  ///
  /// - Parameters:
  ///   - before: the session before a mutation.
  ///   - after: the session after it.
  /// - Returns: no response where the mutation does not concern the subscription.
  package func responses(before: FakeSession, after: FakeSession) -> [ExecutionResult] {
    let roots = events.roots(before: before.snapshot, after: after.snapshot, after.lastEvents, imageOrigin)
    return roots.map { response($0, after) }
  }

  /// The response of one tick: something happens to an object of the world that does not change it.
  ///
  /// - Parameters:
  ///   - number: counts the ticks of the subscription; the same number gives the same response in the same world.
  ///   - session: whose world it is.
  /// - Returns: the response to the event.
  package func tick(_ number: Int, in session: FakeSession) -> ExecutionResult {
    response(events.root(tick: number, session.snapshot, imageOrigin), session)
  }

  private func response(_ root: FakeObject, _ session: FakeSession) -> ExecutionResult {
    var source = FakeSource(session.snapshot, of: session.world, imageOrigin: imageOrigin)
    return subscription.response(to: root, from: &source)
  }
}

extension FakeSession {
  /// Opens a subscription.
  ///
  /// - Parameters:
  ///   - document: the whole document, valid.
  ///   - source: the text that it was parsed from.
  ///   - operationName: which of its operations; nil if it has one only.
  ///   - variables: as they came, not coerced.
  ///   - imageOrigin: scheme, host and port of the server that answers the URLs of images.
  /// - Returns: the subscription, or why there is none.
  package func subscribe(
    _ document: Document, source: SourceText, operationName: String? = nil, variables: JSONObject = JSONObject(),
    imageOrigin: String = FakeSession.usualOrigin
  ) -> FakeSubscription.Opened {
    let request = ExecutionRequest(
      document: document, operationName: operationName, variables: variables, source: source)
    var fields = FakeSource(snapshot, of: world, imageOrigin: imageOrigin)
    let root = fields.root(.subscription)
    switch GraphQLExecution.subscribe(request, schema: world.schema, root: root, from: &fields) {
    case .refused(let result): return .refused(result)
    case .stream(let events, let subscription):
      return .stream(FakeSubscription(subscription, events, imageOrigin: imageOrigin))
    }
  }
}

extension FakeSource: EventSource {
  mutating func events(for field: FieldCall, of root: FakeObject) throws(FieldFailure) -> FakeEvents {
    guard let plan = plan.plan(of: field.definition) else {
      throw FieldFailure("There are no events of \"\(field.name)\".")
    }
    return FakeEvents(plan: EventPlan(plan, in: self.plan), arguments: field.arguments, root: root)
  }
}
