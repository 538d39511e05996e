package import OrderedJSON
import Recordings

/// Ids that a server makes anew each time, and the recorded ones that they stand for.
///
/// A server gives what a client creates another id at every run. The mutation is the same, and so is the state after
/// it; were the new id written beside older answers that hold the old one, a replay would mix the two. So a recorder
/// writes the id that the same mutation in the same state was first recorded with, wherever the session meets the new
/// one: recording again changes no byte, and sessions that run side by side tell one story.
package struct IDAliases: Sendable {
  private var recorded: [String: String] = [:]
  /// The recorded ids that stand for one of this run, or did.
  private var taken: Set<String> = []

  /// About how many bytes it holds.
  package private(set) var heldBytes = 0

  package init() {}

  package var isEmpty: Bool { recorded.isEmpty }

  /// Takes up the ids that an answer handed out, by where they stand in the answer that is recorded.
  ///
  /// Only long ones: a short number may stand for another thing elsewhere, so it is left alone. A recorded id stands for
  /// one object: the first that takes its place.
  ///
  /// - Parameters:
  ///   - trace: of the mutation's answer now.
  ///   - known: of the answer that is recorded for it in the same state.
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

  /// Long enough that it is nothing else by chance: a UUID, a cuid, an object id of MongoDB.
  private static func isUnique(_ id: ObjectID) -> Bool { id.text.utf8.count >= 16 && !id.text.contains("{") }

  /// The recorded ids that stand in a tree by themselves: there they cannot stand for another one.
  package func targets(in root: JSON) -> Set<String> {
    let targets = Set(recorded.values)
    return targets.intersection(root.scalars.compactMap(\.stringValue))
  }

  /// Leaves ids as they are that would become one of these.
  package mutating func remove(targets: Set<String>) {
    recorded = recorded.filter { !targets.contains($0.value) }
  }

  /// The tree with recorded ids in the place of those that stand for them.
  package func rewritten(_ root: JSON) -> JSON {
    if isEmpty { return root }
    return root.rewritten(scalars: { value in
      value.stringValue.flatMap { recorded[$0] }.map { .string($0) } ?? value
    })
  }
}
