/// The objects and types that an operation and its answers name: what tells whether a mutation touches a read.
package struct Trace: Hashable, Sendable {
  /// The ids in the arguments and in the answers.
  package var ids: Set<ObjectID> = []
  /// The types of the objects with an id that the answers hold: for a mutation, what it made, changed or deleted.
  package var types: Set<String> = []
  /// The lists of objects, by their path of response keys without indices.
  package var lists: [String: Listed] = [:]
  /// The types of single objects that the server chose, since the request names none of them: `cheapest`, `me`, what a
  /// mutation made. As with a list, another object of the type may take their place.
  package var chosen: Set<String> = []
  /// Whether there is such an object at the root whose type nothing tells.
  package var hasUntypedChoice = false
  /// Whether a part of the answer belongs to no object that is named: a count, a cart's total, a mutation's message.
  package var hasUnnamedRoot = false
  /// Whether a mutation's answer holds a value that is more than yes, no, nothing or a credential. If it names no object
  /// for all that, it has told of something that nobody can follow: `discount(category:)` answers 3.
  package var tellsValues = false
  /// Whether a mutation's answer holds a short numbered id that its request did not name, such as `7` or `r7`. One
  /// counter may number objects of all types, so the next number depends on every mutation that took one.
  package var issuesNumbers = false
  /// The ids that the request did not name: what the server may have made.
  package var issued: [IssuedID] = []

  package init() {}

  /// What is known of one list.
  package struct Listed: Hashable, Sendable {
    /// The types of all objects in it, however deep.
    package var types: Set<String> = []
    /// Whether an object in it did not tell its type.
    package var hasUntyped = false
    /// Whether every object that the list can hold is of a known type. Of a list that was only ever seen empty nothing
    /// is known.
    package var isTyped: Bool { !hasUntyped && !types.isEmpty }
  }

  /// An id in an answer.
  package struct IssuedID: Hashable, Sendable {
    package let id: ObjectID
    /// By names of fields, with indices: `createPosts[0].id`.
    package let path: String
    package let kind: IDKind

    package init(id: ObjectID, path: String, kind: IDKind) {
      self.id = id
      self.path = path
      self.kind = kind
    }
  }

  /// About how many bytes it holds.
  package var heldBytes: Int {
    let ids = ids.reduce(300) { $0 + 64 + $1.text.utf8.count }
    let issued = issued.reduce(0) { $0 + 150 + $1.id.text.utf8.count + $1.path.utf8.count }
    return ids + issued + 200 * lists.count + 64 * (types.count + chosen.count)
  }

  /// Takes up another trace: of another answer to the same request, or another time of the same mutation.
  package mutating func formUnion(_ other: Trace) {
    ids.formUnion(other.ids)
    types.formUnion(other.types)
    for (path, list) in other.lists {
      lists[path, default: Listed()].types.formUnion(list.types)
      lists[path, default: Listed()].hasUntyped = lists[path]?.hasUntyped == true || list.hasUntyped
    }
    chosen.formUnion(other.chosen)
    hasUntypedChoice = hasUntypedChoice || other.hasUntypedChoice
    tellsValues = tellsValues || other.tellsValues
    issuesNumbers = issuesNumbers || other.issuesNumbers
    hasUnnamedRoot = hasUnnamedRoot || other.hasUnnamedRoot
  }

  /// All types of which the answers hold lists, or objects that the server chose.
  var listedTypes: Set<String> { lists.values.reduce(into: chosen) { $0.formUnion($1.types) } }
  /// Whether there is a list, or a choice, of objects whose type nothing tells.
  var hasUntypedList: Bool { hasUntypedChoice || lists.values.contains { !$0.isTyped } }
}
