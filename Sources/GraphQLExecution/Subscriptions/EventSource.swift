/// Where the events of subscriptions come from: what `subscribe` functions are to the reference implementation.
///
/// A source of events opens a stream once, and says of each event what object stands for it; when events come is the
/// business of whoever pulls them.
package protocol EventSource: FieldSource {
  /// The events of one subscription, in whatever form suits the source: a topic's name, a list, an asynchronous
  /// sequence. The engine only hands it on.
  associatedtype Events

  /// Opens the stream of events of the root field (specification section 6.2.3.1, `ResolveFieldEventStream`).
  ///
  /// - Parameters:
  ///   - field: the one root field, with its arguments.
  ///   - root: the root that was given to `subscribe`.
  /// - Returns: the events.
  /// - Throws: why there are no events. It is the only error of the answer, with path and place.
  mutating func events(for field: FieldCall, of root: Object) throws(FieldFailure) -> Events
}
