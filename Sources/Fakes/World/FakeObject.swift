import GraphQLSchema
import OrderedJSON

/// An object of the faked world: nothing but who it is. What its fields are follows from that.
package final class FakeObject: Sendable {
  let type: SchemaType
  /// The hash of the world, the type and the key, or of the parent and the way from it for an object without a key.
  let identity: StableHash
  /// The value of the type's key field; nil for an object without one.
  let key: JSON?
  /// The object through which this one was reached; nil for objects with a key, which are the same however they
  /// were reached, and for roots.
  let parent: FakeObject?
  /// What the real world knows of it, if it is a country, a language or the like.
  let atlas: AtlasMember?
  /// What the request said about the object: arguments, which fields of these names repeat.
  let echoes: [JSONObject.Member]
  /// How many items lists directly below may have, where the object is a page of something.
  let window: ListWindow
  /// The object that an edge of a connection leads to.
  let node: FakeObject?
  /// Which root it is, if it is one.
  let root: Root?

  /// Where operations start.
  enum Root: Sendable {
    case query, mutation, subscription
  }

  init(
    type: SchemaType, identity: StableHash, key: JSON? = nil, parent: FakeObject? = nil, atlas: AtlasMember? = nil,
    echoes: [JSONObject.Member] = [], window: ListWindow = ListWindow(), node: FakeObject? = nil, root: Root? = nil
  ) {
    self.type = type
    self.identity = identity
    self.key = key
    self.parent = parent
    self.atlas = atlas
    self.echoes = echoes
    self.window = window
    self.node = node
    self.root = root
  }

  var persona: Persona { Persona(identity: identity) }

  func echo(_ name: String) -> JSON? { echoes.first { $0.name == name }?.value }

  /// The same object, about which the request has said something.
  func echoing(_ echoes: [JSONObject.Member]) -> FakeObject {
    FakeObject(
      type: type, identity: identity, key: key, parent: parent, atlas: atlas, echoes: echoes, window: window,
      node: node, root: root)
  }
}
