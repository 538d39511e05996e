import OrderedJSON

/// The origin of an id that the server issued: the mutation, its occurrence, and the place in its answer.
package struct Origin: Hashable, Sendable, CustomStringConvertible {
  package let mutation: Effect
  /// The number of this effect in the session, from 1.
  package let occurrence: Int
  /// The path by names of fields, not aliases: `createPost.id`, `createPosts[0].id`.
  package let path: String

  /// The text for messages: `createPost.id #1`. The mutation with its arguments would make it long.
  package var description: String { "\(path) #\(occurrence)" }
}

/// The ids that the mutations of a session have issued: ids (`ObjectID`) in fields that look like one, without those
/// that the mutation's own request named, since an id from the client is known by its value.
package struct Origins: Sendable {
  private var byID: [ObjectID: Origin] = [:]

  package init() {}

  /// The origin of an id; nil if no mutation of the session issued it.
  package subscript(id: ObjectID) -> Origin? { byID[id] }

  /// Adds the ids that a mutation's answer issued. An id keeps its first origin.
  package mutating func note(_ trace: Trace, of effect: Effect, occurrence: Int) {
    for found in trace.issued where byID[found.id] == nil {
      byID[found.id] = Origin(mutation: effect, occurrence: occurrence, path: found.path)
    }
  }
}
