import FakeValues
import GraphQLSchema
import OrderedJSON

extension Snapshot {
  /// The one part of an object that a field without arguments leads to: the same that a response shows.
  ///
  /// - Returns: nil for null, for lists, and where the part may be of several types.
  func part(_ field: FieldPlan, of object: FakeObject) -> FakeObject? {
    guard field.role == .part, !field.isMany, field.targets.isEmpty, field.parts.count == 1 else { return nil }
    let hash = object.identity.with("part").with(field.name)
    if let said = object.said(field, JSONObject()) {
      guard said.objectValue != nil, said.referred == nil else { return nil }
      return .part(field.parts[0], of: object, hash, said.members)
    }
    return isNull(field, object) ? nil : .part(field.parts[0], of: object, hash, [:], isOnly: true)
  }
}

extension FakeObject {
  /// A part of an object; the only one of its kind tells of the object itself, where its type says so (`Address`).
  static func part(
    _ type: TypePlan, of owner: FakeObject, _ hash: StableHash, _ values: [String: JSON], isOnly: Bool = false
  ) -> FakeObject {
    let identity = hash.with(type.type.name)
    return FakeObject(
      plan: type, identity: identity, owner: owner, values: values,
      kin: isOnly && type.tellsOfOwner && !owner.isRoot ? owner.kin : nil,
      real: type.atlas.flatMap { kind in
        var draw = Draw(identity.with("atlas"))
        return RealThing(AtlasMember(kind, code: draw.pick(kind.codes), hash: identity))
      })
  }
}
