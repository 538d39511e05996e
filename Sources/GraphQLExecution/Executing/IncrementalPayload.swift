package import GraphQLLanguage
package import OrderedJSON

/// Something that will be delivered later: a deferred fragment of one object, or the rest of one streamed list.
package struct PendingDelivery: Hashable, Sendable {
  /// Counts the deliveries of a response, from 0, in the order in which they are announced.
  package var id: Int
  /// The object's or the list's path from the root.
  package var path: [GraphQLError.PathElement]
  /// The directive's `label`.
  package var label: String?
}

/// A part of a response that arrives after the initial one.
package struct IncrementalPiece: Hashable, Sendable {
  /// What it belongs to; of several deliveries that need it, the one nearest to it.
  package var delivery: PendingDelivery
  /// Where its content goes: the path of the object that gets fields, or of the list that gets items.
  package var path: [GraphQLError.PathElement]
  package var content: Content
  /// Errors of fields in it, in the order in which they happened.
  package var errors: [GraphQLError]

  package enum Content: Hashable, Sendable {
    /// Members for the object at the path.
    case object(JSON)
    /// Items for the list at the path, the first one at an index.
    case items([JSON], from: Int)
  }
}

/// The end of a delivery.
package struct CompletedDelivery: Hashable, Sendable {
  package var delivery: PendingDelivery
  /// Why there is no more of it: null travelled up to the fragment or the list. Empty if all went well.
  package var errors: [GraphQLError]
  /// Of a list that ends with an error, the item that failed.
  package var index: Int?
}

/// The first part of a response that arrives in parts.
package struct InitialPayload: Hashable, Sendable {
  package var data: JSON
  package var errors: [GraphQLError]
  /// What is to come; at least one.
  package var pending: [PendingDelivery]
}

/// A later part. Nothing in it is empty at once, unless it only says that nothing more comes.
package struct IncrementalPayload: Hashable, Sendable {
  /// What has become known to come.
  package var pending: [PendingDelivery] = []
  package var pieces: [IncrementalPiece] = []
  package var completed: [CompletedDelivery] = []
  /// Whether further payloads follow.
  package var hasNext = true
}
