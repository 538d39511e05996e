import FakeValues
import GraphQLSchema
import OrderedJSON

/// What a mutation does to the world.
enum MutationAction: Sendable {
  case create(TypePlan, signsIn: Bool)
  /// Changes fields of objects; by an interface they may be of several types. What the verb itself does comes with it.
  case update([TypePlan], effects: [Int: [MutationEffect]])
  case upsert(TypePlan)
  case delete([TypePlan])
  case link(LinkAction)
  case logIn(TypePlan)
  case logOut
  case unknown
}

/// Links objects by a field, or takes links away.
struct LinkAction: Sendable {
  let field: FieldPlan
  /// The object that has the field.
  let owner: LinkEnd
  /// The types that the owner may be of: those that have a field of this name.
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

/// Where the object at an end of a link comes from.
enum LinkEnd: Sendable {
  /// The key, or the keys, that an argument gives.
  case slot(InputSlot)
  case viewer
}

/// What a verb does to an object without being told how.
indirect enum MutationEffect: Sendable {
  case set(FieldPlan, JSON)
  /// The moment of the mutation, or nothing.
  case moment(FieldPlan, isNow: Bool)
  case toggle(FieldPlan)
  /// A number more or less.
  case add(FieldPlan, Int)
  /// Whoever asks comes into the object's list, or goes.
  case viewerIn(FieldPlan, enters: Bool)
  /// The object comes into a list of whoever asks, or goes.
  case intoViewers(FieldPlan, enters: Bool)

  /// A field leads to nobody any more.
  case clear(FieldPlan)
  /// Something done to the object to which a field leads.
  case through(FieldPlan, MutationEffect)

  var field: FieldPlan {
    switch self {
    case .set(let field, _), .moment(let field, _), .toggle(let field), .add(let field, _), .viewerIn(let field, _),
      .clear(let field), .intoViewers(let field, _), .through(let field, _):
      field
    }
  }
}

/// An argument, or a member of an input object, and the way to it.
struct InputSlot: Sendable {
  let path: [String]
  let input: SchemaInputValue

  var name: String { input.name }

  /// What a request gives for it; nil where it gives nothing.
  func value(in arguments: JSONObject) -> JSON? {
    var object = arguments
    for name in path.dropLast() {
      guard case .object(let inner)? = object[name] else { return nil }
      object = inner
    }
    return path.last.flatMap { object[$0] }
  }

  /// The keys that a request gives for it; nil where it gives none.
  func keys(in arguments: JSONObject) -> [String]? {
    switch value(in: arguments) {
    case nil, .null?: nil
    case .array(let items)?: items.compactMap(\.keyText)
    case let value?: value.keyText.map { [$0] }
    }
  }
}
