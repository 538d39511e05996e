import FakeValues
import GraphQLSchema

// An unlisted object is one whose key no list has: it is generated for that key when a request names it. What belongs to
// it is generated as well, under keys that begin with its own, so that the way back is known from the key alone: post
// `torvalds~31.2` is the second one whose field number 31, its author, leads to `torvalds`.

extension Snapshot {
  /// The objects that lead to an unlisted object by a to-one field.
  func children(of object: FakeObject, by field: FieldPlan) -> [FakeObject] {
    guard let id = object.id, object.number == nil, field.owner.key?.isText == true, field.targets.count == 1,
      !isMember(object.plan, key: id.key), id.key.utf8.count < 200
    else { return [] }
    var draw = Draw(object.identity.with("children").with(field.name))
    let length = field.rule == nil ? draw.within(1...5) : 3
    return (1...length).map { number in
      self.object(field.owner, key: "\(id.key)~\(field.linkID).\(number)")
    }.filter { child in
      // One that was led elsewhere since is not here any more.
      !isDeleted(child) && saidTarget(of: field, from: child) == nil
    }
  }

  /// The unlisted object that an object belongs to by this field, if its key names one.
  func parent(of object: FakeObject, by field: FieldPlan) -> FakeObject? {
    guard object.number == nil, let key = object.key, field.owner === object.plan, let (link, parent) = origin(of: key),
      link == field.linkID
    else { return nil }
    return parent
  }

  /// Whether a key names an unlisted object that was looked up as its owner.
  func isOfKnown(_ type: TypePlan, key: String) -> Bool {
    guard let (link, parent) = origin(of: key), plan.fields[link].owner === type, let parentKey = parent.key else {
      return false
    }
    return isKnown(parent.plan, key: parentKey)
  }

  /// The field and the unlisted object that a key names: `torvalds~31.2` the field 31 and `torvalds`.
  private func origin(of key: String) -> (link: Int, parent: FakeObject)? {
    guard key.utf8.count < 300, let cut = key.lastIndex(of: "~") else { return nil }
    let parts = key[key.index(after: cut)...].split(separator: ".")
    guard parts.count == 2, let link = Int(parts[0]), Int(parts[1]) != nil, plan.fields.indices.contains(link),
      plan.fields[link].targets.count == 1, plan.fields[link].owner.key?.isText == true
    else { return nil }
    return (link, object(plan.fields[link].targets[0], key: String(key[..<cut])))
  }
}

extension KeyPlan {
  /// Whether any text may be a key.
  var isText: Bool {
    guard member == nil, !form.isNumeric, !form.isUUID else { return false }
    switch style {
    case .counted, .global, .sampled: return true
    case .uuid, .hexadecimal, .letters, .atlas: return false
    }
  }
}
