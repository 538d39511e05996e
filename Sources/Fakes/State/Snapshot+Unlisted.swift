import FakeValues
import GraphQLSchema

// An unlisted object is generated for a key that no list has, when a request names it. Related objects are generated as
// well, under keys that begin with its own, so that the key alone shows the way back: post `torvalds~31.2` is the
// second one whose field number 31, its author, leads to `torvalds`.

extension Snapshot {
  /// Returns the objects that lead to an unlisted object by a to-one field.
  func children(of object: FakeObject, by field: FieldPlan) -> [FakeObject] {
    guard let id = object.id, object.number == nil, field.owner.key?.isText == true, field.targets.count == 1,
      !isMember(object.plan, key: id.key), id.key.utf8.count < 200
    else { return [] }
    var draw = Draw(object.identity.with("children").with(field.name))
    let length = field.rule == nil ? draw.within(1...5) : 3
    return (1...length).map { number in
      self.object(field.owner, key: "\(id.key)~\(field.linkID).\(number)")
    }.filter { child in
      // An object that was linked elsewhere since is not here.
      !isDeleted(child) && saidTarget(of: field, from: child) == nil
    }
  }

  /// Returns the unlisted object that an object belongs to by this field, if its key names one.
  func parent(of object: FakeObject, by field: FieldPlan) -> FakeObject? {
    guard object.number == nil, let key = object.key, field.owner === object.plan, let (link, parent) = origin(of: key),
      link == field.linkID
    else { return nil }
    return parent
  }

  /// Returns the type of an object whose key names an unlisted object as its owner.
  func type(ofKey key: String) -> TypePlan? { origin(of: key).map { plan.fields[$0.link].owner } }

  /// Indicates whether a key names a looked-up unlisted object as its owner.
  func isOfKnown(_ type: TypePlan, key: String) -> Bool {
    guard let (link, parent) = origin(of: key), plan.fields[link].owner === type, let parentKey = parent.key else {
      return false
    }
    return isKnown(parent.plan, key: parentKey)
  }

  /// Returns the field and the unlisted object in a key: the field 31 and `torvalds` for `torvalds~31.2`.
  private func origin(of key: String) -> (link: Int, parent: FakeObject)? {
    guard key.utf8.count < 300, let cut = key.lastIndex(of: "~") else { return nil }
    let parts = key[key.index(after: cut)...].split(separator: ".")
    guard parts.count == 2, let link = Int(parts[0]), Int(parts[1]) != nil, plan.fields.indices.contains(link),
      plan.fields[link].targets.count == 1, plan.fields[link].owner.key?.isText == true
    else { return nil }
    return (link, object(plan.fields[link].targets[0], key: String(key[..<cut])))
  }
}

extension FakeObject {
  /// The number of the object in its population from 1, or among those that lead to one unlisted object. It makes
  /// unique values differ. Nil for all others.
  var ordinal: Int? {
    if let number { return number + 1 }
    guard let key, let cut = key.lastIndex(of: "~") else { return nil }
    return key[cut...].split(separator: ".").last.flatMap { Int($0) }
  }
}

extension KeyPlan {
  /// Indicates whether any text may be a key.
  var isText: Bool {
    guard member == nil, !form.isNumeric, !form.isUUID else { return false }
    switch style {
    case .counted, .global, .sampled: return true
    case .uuid, .hexadecimal, .letters, .atlas: return false
    }
  }
}
