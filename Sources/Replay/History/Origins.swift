import OrderedJSON

/// Where an id of the server's making came from: which mutation's answer, which time, and where in it.
package struct Origin: Hashable, Sendable, CustomStringConvertible {
  package let mutation: Effect
  /// How many mutations of this effect the session had sent with it: 1 for the first.
  package let occurrence: Int
  /// By names of fields, not aliases: `createPost.id`, `createPosts[0].id`.
  package let path: String

  /// For people: `createPost.id #1`. The mutation with its arguments would be said again and again.
  package var description: String { "\(path) #\(occurrence)" }
}

/// The ids that the mutations of a session have handed out.
///
/// Only ids (`ObjectID`) at fields that look like one, and only those that the mutation's own request did not name: an
/// id that the client brought is known by its value.
package struct Origins: Sendable {
  private var byID: [ObjectID: Origin] = [:]

  package init() {}

  /// The origin of an id; nil where no mutation of the session made it.
  package subscript(id: ObjectID) -> Origin? { byID[id] }

  /// Takes up what a mutation's answer handed out. An id keeps its first origin.
  package mutating func note(_ trace: Trace, of effect: Effect, occurrence: Int) {
    for found in trace.issued where byID[found.id] == nil {
      byID[found.id] = Origin(mutation: effect, occurrence: occurrence, path: found.path)
    }
  }
}
