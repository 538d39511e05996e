import FakeValues
import GraphQLSchema

/// The types whose objects belong to others, which were created first: a comment belongs to its task.
///
/// An object belongs to another if it leads to it by a field, and the other has a list of its type, or is its parent.
/// People belong to nobody.
struct Ownership: Sendable {
  /// A field that leads to owners, and the creation of each, by the positions of their types.
  struct Owner: Sendable {
    let link: FieldPlan
    let created: [Int: FieldPlan]
  }

  private(set) var owners: [Int: [Owner]] = [:]

  init(_ types: [TypePlan], fields: (TypePlan) -> ArraySlice<FieldPlan>, isTree: (FieldPlan) -> Bool) {
    var creations: [Int: FieldPlan?] = [:]
    func creation(_ type: TypePlan) -> FieldPlan? {
      if let known = creations[type.index] { return known }
      let found = Self.creation(fields(type))
      creations[type.index] = found
      return found
    }
    for type in types where type.isEntity && !Self.isPerson(type) {
      for link in fields(type) where link.role == .toOne && !link.isMany && link.targets.count <= Self.mostTypes {
        guard link.member == nil, !Self.isChosen(link) else { continue }
        var created: [Int: FieldPlan] = [:]
        for owner in link.targets {
          guard let found = creation(owner) else { continue }
          if owner === type {
            if isTree(link) { created[owner.index] = found }
          } else if fields(owner).contains(where: { $0.role == .toMany && $0.targets.contains { $0 === type } }),
            !leads(from: owner.index, to: type.index)
          {
            created[owner.index] = found
          }
        }
        if !created.isEmpty { owners[type.index, default: []].append(Owner(link: link, created: created)) }
      }
    }
  }

  /// Indicates whether objects are people; a `UserStatus` is not.
  private static func isPerson(_ type: TypePlan) -> Bool { ValueKind.isPerson(words(of: type.type.name).last ?? "") }

  /// With more possible types, a field such as Relay's `node` says nothing about an owner.
  private static let mostTypes = 20

  /// Returns the field that leads to what a parent and its children have in common: the post of a comment and of its
  /// replies.
  func home(of type: TypePlan) -> FieldPlan? {
    owners[type.index]?.map(\.link).first { link in
      link.targets.count == 1 && link.targets[0] !== type && !Self.isPerson(link.targets[0])
    }
  }

  /// Indicates whether a type belongs to another, also indirectly. Belonging must not go in a circle.
  private func leads(from type: Int, to other: Int) -> Bool {
    var (pending, seen) = ([type], Set<Int>())
    while let next = pending.popLast() {
      if next == other { return true }
      guard seen.insert(next).inserted else { continue }
      pending += (owners[next] ?? []).flatMap { $0.created.keys }
    }
    return false
  }

  /// Indicates whether a field leads to one of an object's own: `latestComment`.
  private static func isChosen(_ link: FieldPlan) -> Bool {
    ["latest", "last", "first", "current", "primary", "main", "pinned", "featured", "default", "next", "top", "newest"]
      .contains(words(of: link.name).first ?? "")
  }

  /// The words for the creation, or for the beginning that an object has instead: `placedAt` of an order.
  private static let beginnings = [
    "created", "creation", "placed", "sent", "posted", "ordered", "issued", "booked", "joined", "registered",
    "submitted", "published", "written", "signed", "member", "customer",
  ]

  private static func creation(_ fields: ArraySlice<FieldPlan>) -> FieldPlan? {
    let times = fields.filter { field in
      field.role == .leaf && !field.isList && field.named.kind == .scalar && field.field.arguments.isEmpty
        && field.leaf.value.kind.milestone?.followsCreation == true
    }
    let named = times.map { field in
      let parts = words(of: field.name)
      return (field, parts.first == "date" || parts.first == "time" ? parts.dropFirst().first : parts.first)
    }
    for word in beginnings {
      if let found = named.first(where: { $0.1 == word }) { return found.0 }
    }
    return times.first { $0.leaf.value.kind.milestone == .created }
  }
}
