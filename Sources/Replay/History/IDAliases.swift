package import OrderedJSON
import Recordings

/// Ids that a server generates in each run, and the recorded ids that replace them.
///
/// In each run, a server gives a new object another id. The mutation is the same, and so is the state after it; but a
/// new id beside older answers with the old id would make a replay mix the two. So a recorder replaces the new id,
/// wherever the session meets it, by the id with which the same mutation in the same state was first recorded.
/// Recording again then changes no byte, and sessions that run side by side agree.
package struct IDAliases: Sendable {
  private var recorded: [String: String] = [:]
  /// The recorded ids in use.
  private var taken: Set<String> = []

  package private(set) var heldBytes = 0

  package init() {}

  package var isEmpty: Bool { recorded.isEmpty }

  /// Adds the ids that a mutation's answer issued, by their places in the answer recorded in the same state. Only long
  /// ids are replaced: a short number may mean anything elsewhere. A recorded id names one object, the first that gets
  /// it.
  package mutating func note(_ trace: Trace, standingFor known: Trace) {
    let old = Dictionary(known.issued.map { ($0.path, $0.id) }, uniquingKeysWith: { first, _ in first })
    for found in trace.issued {
      guard let id = old[found.path], id != found.id, Self.isUnique(found.id), Self.isUnique(id),
        recorded[found.id.text] == nil, taken.insert(id.text).inserted
      else { continue }
      recorded[found.id.text] = id.text
      heldBytes += 150 + found.id.text.utf8.count + 2 * id.text.utf8.count
    }
  }

  /// Indicates whether an id is too long to occur by chance: a UUID, a cuid, an object id of MongoDB.
  private static func isUnique(_ id: ObjectID) -> Bool { id.text.utf8.count >= 16 && !id.text.contains("{") }

  /// Indicates whether a recorded id occurs in a tree itself, where it cannot replace another.
  package func hasTarget(in root: JSON) -> Bool {
    root.scalars.contains { $0.stringValue.map { taken.contains($0) } ?? false }
  }

  /// Returns the tree with recorded ids.
  package func rewritten(_ root: JSON) -> JSON {
    if isEmpty { return root }
    return root.rewritten(scalars: { value in
      value.stringValue.flatMap { recorded[$0] }.map { .string($0) } ?? value
    })
  }
}
