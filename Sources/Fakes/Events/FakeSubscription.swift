import FakeValues
package import GraphQLExecution
package import GraphQLLanguage
import GraphQLSchema
package import OrderedJSON

/// A subscription to a generated world: the responses that follow from a session's mutations.
///
/// Nothing here waits: the caller requests responses after each mutation and at each tick.
package struct FakeSubscription: Sendable {
  private let subscription: Subscription
  private let events: FakeEvents
  private let imageOrigin: String

  /// The result of subscribing.
  package enum Opened: Sendable {
    case refused(ExecutionResult)
    case stream(FakeSubscription)
  }

  fileprivate init(_ subscription: Subscription, _ events: FakeEvents, imageOrigin: String) {
    self.subscription = subscription
    self.events = events
    self.imageOrigin = imageOrigin
  }

  /// Returns the responses to the events between two moments of one session, in order: one for each object that a
  /// mutation created, updated or deleted and that belongs to the subscription.
  package func responses(before: FakeSession, after: FakeSession) -> [ExecutionResult] {
    let roots = events.roots(before: before.snapshot, after: after.snapshot, after.lastEvents, imageOrigin)
    return roots.map { response($0, after) }
  }

  /// Returns the response of one tick: an event for an object of the world, which does not change it. The same tick
  /// number gives the same response in the same world.
  package func tick(_ number: Int, in session: FakeSession) -> ExecutionResult {
    response(events.root(tick: number, session.snapshot, imageOrigin), session)
  }

  private func response(_ root: FakeObject, _ session: FakeSession) -> ExecutionResult {
    var source = FakeSource(session.snapshot, of: session.world, imageOrigin: imageOrigin)
    return subscription.response(to: root, from: &source)
  }
}

extension FakeSession {
  /// Opens a subscription of a valid document; `operationName` may be nil if there is only one operation. Variables are
  /// not yet coerced. `imageOrigin` is the scheme, host and port of the server for the URLs of images.
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
