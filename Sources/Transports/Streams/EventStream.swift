package import GraphQLExecution

/// An answer of many results: a subscription's, or one that comes in parts.
package struct EventStream: Sendable {
  /// What the results are.
  package enum Kind: Hashable, Sendable {
    case subscription
    /// The parts of one result (`@defer`, `@stream`), spelt so.
    case incremental(IncrementalFormat)
  }

  package var kind: Kind
  package var feed: any EventFeed

  package init(_ kind: Kind, _ feed: any EventFeed) {
    self.kind = kind
    self.feed = feed
  }
}
