package import GraphQLLanguage
package import OrderedJSON

/// A delivery to come: a deferred fragment of one object, or the rest of a streamed list.
package struct PendingDelivery: Hashable, Sendable {
  /// The number of the delivery within its response, from 0, in the order announced.
  package var id: Int
  package var path: [GraphQLError.PathElement]
  package var label: String?
}

/// A part of a response that arrives after the initial one.
package struct IncrementalPiece: Hashable, Sendable {
  /// The delivery that it belongs to; of several that need it, the one with the longest path.
  package var delivery: PendingDelivery
  /// The path of the object that gets fields, or of the list that gets items.
  package var path: [GraphQLError.PathElement]
  package var content: Content
  package var errors: [GraphQLError]

  package enum Content: Hashable, Sendable {
    case object(JSON)
    /// Items for the list at the path, and the index of the first.
    case items([JSON], from: Int)
  }
}

/// The end of a delivery.
package struct CompletedDelivery: Hashable, Sendable {
  package var delivery: PendingDelivery
  /// The errors of a null that propagated to the fragment or list; empty on success.
  package var errors: [GraphQLError]
  /// The index of the failed item, for a list that ends with an error.
  package var index: Int?
}

/// The first part of an incremental response.
package struct InitialPayload: Hashable, Sendable {
  package var data: JSON
  package var errors: [GraphQLError]
  /// The deliveries to come; at least one.
  package var pending: [PendingDelivery]
}

/// A later part. Never empty, except for a last part that only ends the response.
package struct IncrementalPayload: Hashable, Sendable {
  /// The deliveries that this part announces.
  package var pending: [PendingDelivery] = []
  package var pieces: [IncrementalPiece] = []
  package var completed: [CompletedDelivery] = []
  package var hasNext = true
}
