package import GraphQLExecution

/// A response with many results: a subscription's, or the parts of one.
package struct EventStream: Sendable {
  /// The kind of results.
  package enum Kind: Hashable, Sendable {
    case subscription
    /// The parts of one result (`@defer`, `@stream`) in this format.
    case incremental(IncrementalFormat)
  }

  package var kind: Kind
  package var feed: any EventFeed

  package init(_ kind: Kind, _ feed: any EventFeed) {
    self.kind = kind
    self.feed = feed
  }
}
