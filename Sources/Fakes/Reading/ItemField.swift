import FakeValues
import GraphQLSchema

/// A field that the objects of a list have and that can be read without arguments.
struct ItemField: Sendable {
  let name: String
  let shape: Shape
  /// Whether it leads to one thing that has no key of its own, and so is a part of the object.
  let isPart: Bool
  /// The places of an enum's values in its definition, by which they are ordered; empty for other fields.
  let ranks: [String: Int]
  /// The field's definition by the name of the object type that has it: one unless the list's type is abstract.
  private let definitions: [(type: String, field: SchemaField)]
  /// How many object types the list's objects may have.
  private let typeCount: Int

  enum Shape: Sendable {
    case leaf(Sense, isList: Bool, type: String)
    /// Objects of the types that the named one stands for; many where it is a list or a connection.
    case related(String, isMany: Bool)
  }

  init(
    name: String, shape: Shape, isPart: Bool, ranks: [String: Int] = [:],
    definitions: [(type: String, field: SchemaField)], typeCount: Int
  ) {
    self.name = name
    self.isPart = isPart
    self.shape = shape
    self.ranks = ranks
    self.definitions = definitions
    self.typeCount = typeCount
  }

  var isLeaf: Bool { if case .leaf = shape { true } else { false } }

  /// Whether its value is true or false.
  var isFlag: Bool { if case .leaf(_, false, "Boolean") = shape { true } else { false } }

  var isMany: Bool {
    switch shape {
    case .leaf(_, let isList, _): isList
    case .related(_, let isMany): isMany
    }
  }

  /// The field as a member's type defines it; nil if that type does not have it.
  func definition<World: ReadableWorld>(for member: World.Member, in world: World) -> SchemaField? {
    if typeCount == 1 { return definitions.first?.field }
    let name = world.type(of: member).name
    return definitions.first { $0.type == name }?.field
  }
}
