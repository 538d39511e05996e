/// The objects and types that an operation and its answers name, which show if a mutation touches a read.
package struct Trace: Hashable, Sendable {
  package var ids: Set<ObjectID> = []
  /// The types of the objects with an id in the answers: for a mutation, those that it created, changed or deleted.
  package var types: Set<String> = []
  /// The lists of objects, by their path of response keys without indices.
  package var lists: [String: Listed] = [:]
  /// The types of single objects that the server chose, since the request does not name them: `cheapest`, `me`, a new
  /// object of a mutation. As in a list, another object of the type may take their place.
  package var chosen: Set<String> = []
  /// Indicates whether an object that the server chose at the root has an unknown type.
  package var hasUntypedChoice = false
  /// Indicates whether a part of the answer belongs to no named object: a count, a cart's total, a mutation's message.
  package var hasUnnamedRoot = false
  /// Indicates whether a mutation's answer has a value other than a Boolean, null or a credential. If it names no
  /// object either, the change cannot be followed: `discount(category:)` answers 3.
  package var tellsValues = false
  /// Indicates whether a mutation's answer has a short numbered id that its request did not name, such as `7` or `r7`.
  /// One counter may number objects of all types, so the next number depends on every mutation that took one.
  package var issuesNumbers = false
  /// Indicates whether it is of an HTTP exchange, whose path names its objects.
  package var isExchange = false
  /// The ids that the request did not name, and that the server may have issued.
  package var issued: [IssuedID] = []

  package init() {}

  /// The types of the objects in one list.
  package struct Listed: Hashable, Sendable {
    /// The types of all objects in it, at any depth.
    package var types: Set<String> = []
    /// Indicates whether the type of an object in it is unknown.
    package var hasUntyped = false
    /// Indicates whether all types that the list can hold are known; false for a list that was only seen empty.
    package var isTyped: Bool { !hasUntyped && !types.isEmpty }
  }

  /// An id in an answer.
  package struct IssuedID: Hashable, Sendable {
    package let id: ObjectID
    /// The path by names of fields, with indices: `createPosts[0].id`.
    package let path: String
    package let kind: IDKind
    /// Indicates whether it is a number in JSON.
    package let isNumber: Bool

    package init(id: ObjectID, path: String, kind: IDKind, isNumber: Bool = false) {
      self.id = id
      self.path = path
      self.kind = kind
      self.isNumber = isNumber
    }
  }

  package var heldBytes: Int {
    let ids = ids.reduce(300) { $0 + 64 + $1.text.utf8.count }
    let issued = issued.reduce(0) { $0 + 150 + $1.id.text.utf8.count + $1.path.utf8.count }
    return ids + issued + 200 * lists.count + 64 * (types.count + chosen.count)
  }

  /// Adds the trace of another answer to the same request, or of another occurrence of the same mutation.
  package mutating func formUnion(_ other: Trace) {
    ids.formUnion(other.ids)
    types.formUnion(other.types)
    for (path, list) in other.lists {
      lists[path, default: Listed()].types.formUnion(list.types)
      lists[path, default: Listed()].hasUntyped = lists[path]?.hasUntyped == true || list.hasUntyped
    }
    chosen.formUnion(other.chosen)
    isExchange = isExchange || other.isExchange
    hasUntypedChoice = hasUntypedChoice || other.hasUntypedChoice
    tellsValues = tellsValues || other.tellsValues
    issuesNumbers = issuesNumbers || other.issuesNumbers
    hasUnnamedRoot = hasUnnamedRoot || other.hasUnnamedRoot
  }

  /// All types of objects that the answers list or that the server chose.
  var listedTypes: Set<String> { lists.values.reduce(into: chosen) { $0.formUnion($1.types) } }
  /// Indicates whether an object in a list, or one that the server chose, has an unknown type.
  var hasUntypedList: Bool { hasUntypedChoice || lists.values.contains { !$0.isTyped } }
}
