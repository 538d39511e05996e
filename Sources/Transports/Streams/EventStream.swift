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
  /// True if the feed has its first result from the beginning.
  package let beginsAtOnce: Bool

  package init(_ kind: Kind, _ feed: any EventFeed, beginsAtOnce: Bool = false) {
    self.kind = kind
    self.feed = feed
    self.beginsAtOnce = beginsAtOnce
  }
}
