/// What many recorded mutations touch, taken together: tells whether any of them may change a read.
package struct MutationFacts: Sendable {
  private var ids: Set<ObjectID> = []
  private var types: Set<String> = []
  private var isEmpty = true
  /// Whether one of them names no object, yet its answer holds values.
  private var changesUnknownObjects = false
  /// Whether the type of what one of them changes is not known.
  private var changesUnknownType = false

  package init() {}

  /// Takes up a mutation with one of its answers.
  package mutating func note(_ mutation: Trace) {
    isEmpty = false
    ids.formUnion(mutation.ids)
    types.formUnion(mutation.types)
    if mutation.ids.isEmpty, mutation.tellsValues { changesUnknownObjects = true }
    if mutation.types.isEmpty { changesUnknownType = true }
  }

  /// Takes up all mutations of a timeline.
  package mutating func note(_ timeline: Timeline) {
    for effect in timeline.effects { note(effect.trace) }
  }

  /// Whether one of them may change the answer to a read (the clauses of `Relevance.touch`).
  package func mayChange(_ read: Trace) -> Bool {
    if isEmpty { return false }
    if changesUnknownObjects || read.hasUnnamedRoot || read.hasUntypedList { return true }
    if !read.lists.isEmpty, changesUnknownType { return true }
    return !ids.isDisjoint(with: read.ids) || !types.isDisjoint(with: read.listedTypes)
  }
}
