import FakeValues
import GraphQLSchema

/// The types whose objects belong to others, which were created first: a comment belongs to its task.
///
/// An object belongs to another if it leads to it by a field, and the other has a list of its type. People belong to
/// nobody.
struct Ownership: Sendable {
  private(set) var owners: [Int: [(link: FieldPlan, created: FieldPlan)]] = [:]

  init(_ types: [TypePlan], fields: (TypePlan) -> ArraySlice<FieldPlan>) {
    for type in types where type.isEntity && !ValueKind.isPerson(type.type.name) {
      for link in fields(type) where link.role == .toOne && !link.isMany && link.targets.count == 1 {
        let owner = link.targets[0]
        guard owner !== type, !Self.isChosen(link),
          let created = Self.creation(fields(owner)),
          fields(owner).contains(where: { $0.role == .toMany && $0.targets.contains { $0 === type } }),
          !leads(from: owner.index, to: type.index)
        else { continue }
        owners[type.index, default: []].append((link, created))
      }
    }
  }

  /// Indicates whether a type belongs to another, also indirectly. Belonging must not go in a circle.
  private func leads(from type: Int, to other: Int) -> Bool {
    var (pending, seen) = ([type], Set<Int>())
    while let next = pending.popLast() {
      if next == other { return true }
      guard seen.insert(next).inserted else { continue }
      pending += (owners[next] ?? []).map { $0.link.targets[0].index }
    }
    return false
  }

  /// Indicates whether a field leads to one of an object's own: `latestComment`.
  private static func isChosen(_ link: FieldPlan) -> Bool {
    ["latest", "last", "first", "current", "primary", "main", "pinned", "featured", "default", "next", "top"]
      .contains(words(of: link.name).first ?? "")
  }

  /// Returns the field with the creation, or with the beginning that an order has instead: `placedAt`.
  private static func creation(_ fields: ArraySlice<FieldPlan>) -> FieldPlan? {
    let times = fields.filter { $0.role == .leaf && !$0.isList && $0.named.kind == .scalar }
    return times.first { $0.leaf.value.kind.milestone == .created }
      ?? times.first { field in
        ["placed at", "booked at", "sent at", "ordered at"].contains(words(of: field.name).joined(separator: " "))
      }
  }
}
