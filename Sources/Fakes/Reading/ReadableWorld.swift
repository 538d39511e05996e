import FakeValues
import GraphQLSchema
import OrderedJSON

/// What a world tells of its objects to who reads lists of them.
protocol ReadableWorld {
  /// What stands for an object.
  associatedtype Member

  /// The value of a leaf field without arguments: a scalar, an enum value's name, an array of them, or `.null`.
  func leaf(_ field: SchemaField, of member: Member) -> JSON

  /// The objects that a composite field leads to without arguments, through a connection too; none for null.
  func related(_ field: SchemaField, of member: Member) -> [Member]

  /// The object type of a member.
  func type(of member: Member) -> SchemaType

  /// The text by which a member is known, `25` or `CA`: what cursors and `ids` mean.
  func key(of member: Member) -> String
}
