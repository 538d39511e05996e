import FakeValues
import GraphQLSchema
import OrderedJSON

/// The effect of a mutation on the world.
enum MutationAction: Sendable {
  case create(TypePlan, signsIn: Bool)
  /// Changes fields of objects, of several types for an interface. `effects` has the verb's own effects.
  case update([TypePlan], effects: [Int: [MutationEffect]])
  case upsert(TypePlan)
  case delete([TypePlan])
  case link(LinkAction)
  case logIn(TypePlan)
  case logOut
  case unknown
}

/// Adds links between objects by a field, or removes them.
struct LinkAction: Sendable {
  let field: FieldPlan
  let owner: LinkEnd
  /// The types that the owner may have: those with a field of this name.
  let owners: [TypePlan]
  let other: LinkEnd
  let connects: Bool

  init(field: FieldPlan, owner: LinkEnd, owners: [TypePlan] = [], other: LinkEnd, connects: Bool) {
    self.field = field
    self.owner = owner
    self.owners = owners.count > 1 ? owners.filter { $0.field(field.name) != nil } : [field.owner]
    self.other = other
    self.connects = connects
  }
}

/// The source of the object at an end of a link.
enum LinkEnd: Sendable {
  /// The key, or the keys, in an argument.
  case slot(InputSlot)
  case viewer
}

/// The effect of a verb on an object that needs no input.
indirect enum MutationEffect: Sendable {
  case set(FieldPlan, JSON)
  /// The moment of the mutation, or null.
  case moment(FieldPlan, isNow: Bool)
  case toggle(FieldPlan)
  /// Adds to a number, or subtracts from it.
  case add(FieldPlan, Int)
  /// The viewer is added to the object's list, or removed.
  case viewerIn(FieldPlan, enters: Bool)
  /// The object is added to a list of the viewer's, or removed.
  case intoViewers(FieldPlan, enters: Bool)

  /// A field becomes null.
  case clear(FieldPlan)
  /// An effect on the object to which a field leads.
  case through(FieldPlan, MutationEffect)

  var field: FieldPlan {
    switch self {
    case .set(let field, _), .moment(let field, _), .toggle(let field), .add(let field, _), .viewerIn(let field, _),
      .clear(let field), .intoViewers(let field, _), .through(let field, _):
      field
    }
  }
}

/// An argument, or a member of an input object, with its path.
struct InputSlot: Sendable {
  let path: [String]
  let input: SchemaInputValue

  var name: String { input.name }

  func value(in arguments: JSONObject) -> JSON? {
    var object = arguments
    for name in path.dropLast() {
      guard case .object(let inner)? = object[name] else { return nil }
      object = inner
    }
    return path.last.flatMap { object[$0] }
  }

  func keys(in arguments: JSONObject) -> [String]? {
    switch value(in: arguments) {
    case nil, .null?: nil
    case .array(let items)?: items.compactMap(\.keyText)
    case let value?: value.keyText.map { [$0] }
    }
  }
}
