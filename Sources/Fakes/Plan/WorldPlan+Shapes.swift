import FakeValues
import GraphQLSchema

// Trees of objects of one type, and the types of pages.

extension WorldPlan {
  private static let parents: Set<String> = [
    "parent", "manager", "root", "supervisor", "previous", "boss", "mother", "father", "reply", "replied", "quoted",
    "thread", "ancestor",
  ]

  /// Returns the numbers of the fields that lead to a parent, by their names or by the list of children.
  static func trees(_ fields: [FieldPlan], _ places: [Range<Int>]) -> Set<Int> {
    let own = fields.filter { field in
      field.role == .toOne && !field.isMany && field.targets.contains { $0 === field.owner }
    }
    return Set(
      own.filter { field in
        let parts = words(of: field.name)
        return parts.first.map(parents.contains) == true || parts.starts(with: ["in", "reply"])
          || fields[places[field.owner.index]].contains { $0.link == .derived(from: [field.id]) }
      }.map(\.id))
  }

  /// Returns the positions of the types of pages and their edges, and of their parts.
  static func typesOfPages(_ fields: [FieldPlan], _ types: [TypePlan]) -> Set<Int> {
    var found = Set(types.filter { type in if case .edge = type.role { true } else { type.page != nil } }.map(\.index))
    var isComplete = false
    while !isComplete {
      let inner = fields.filter { found.contains($0.owner.index) && !$0.isList }.flatMap { $0.parts.map(\.index) }
      let before = found.count
      found.formUnion(inner)
      isComplete = found.count == before
    }
    return found
  }
}
