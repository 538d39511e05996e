import FakeValues
import GraphQLSchema
import HashTreeCollections
import OrderedJSON

// The inverse of to-one fields.

extension Snapshot {
  /// Returns the objects that lead to each object by a to-one field, in the order of their population. They are as of
  /// the time when the result was cached; `now` returns their current state.
  func leading(by field: FieldPlan) -> [ObjectID: [FakeObject]] {
    if let known = keptLeading(field.id) { return known }
    var leading = base.flatMap { adjusted($0.leading(by: field), field) } ?? seededLeading(field)
    addUnlisted(to: &leading, field)
    keepLeading(leading, field.id)
    return leading
  }

  /// Returns the object of a list that a field such as `lastMessage` shows; nil if the list is empty.
  func member(_ shown: ListMember, of objects: [FakeObject]) -> FakeObject? {
    guard !objects.isEmpty else { return nil }
    if let place = shown.place { return objects[place % objects.count] }
    let times = objects.map { object in
      plan.fields(of: object.plan).first {
        $0.role == .leaf && !$0.isList && $0.leaf.value.kind.milestone == .created
      }.flatMap { seconds(value(of: $0, object, JSONObject(), imageOrigin: "")) } ?? .min
    }
    return objects.indices.max { (times[$0], $0) < (times[$1], $1) }.map { objects[$0] }
  }

  /// Returns the object with its current values.
  func now(_ object: FakeObject) -> FakeObject {
    guard let id = object.id, !changes.values.isEmpty, changes.values[id] != nil else { return object }
    return self.object(object.plan, key: id.key, number: object.number)
  }

  private func seededLeading(_ field: FieldPlan) -> [ObjectID: [FakeObject]] {
    var leading: [ObjectID: [FakeObject]] = [:]
    for member in members(field.owner) {
      if let id = target(of: field, from: member)?.id { leading[id, default: []].append(member) }
    }
    return leading
  }

  /// Returns the inverse before any change, with the changes applied; nil after deletions, since links may move.
  private func adjusted(_ before: [ObjectID: [FakeObject]], _ field: FieldPlan) -> [ObjectID: [FakeObject]]? {
    let types = Set(field.targets.map(\.index) + [field.owner.index])
    guard let base, !changes.deleted.contains(where: { types.contains($0.type) }) else { return nil }
    var leading = before
    for place in changes.toOne.keys where place.field == field.linkID && place.object.type == field.owner.index {
      let member = self.object(place.object)
      guard let number = member.number else { continue }
      if let old = base.target(of: field, from: base.object(place.object))?.id {
        leading[old]?.removeAll { $0.key == member.key && $0.plan === member.plan }
      }
      guard let id = target(of: field, from: member)?.id else { continue }
      let list = leading[id] ?? []
      let position = list.firstIndex { ($0.number ?? .max) > number } ?? list.count
      leading[id, default: []].insert(member, at: position)
    }
    for key in changes.createdKeys(field.owner.index) {
      let made = self.object(field.owner, key: key)
      if let id = target(of: field, from: made)?.id { leading[id, default: []].append(made) }
    }
    return leading
  }

  /// Adds unlisted objects that were linked.
  private func addUnlisted(to leading: inout [ObjectID: [FakeObject]], _ field: FieldPlan) {
    var unlisted: [(ObjectID, ObjectID)] = []
    for (place, said) in changes.toOne where place.field == field.linkID && place.object.type == field.owner.index {
      guard let said, !isMember(field.owner, key: place.object.key), !changes.deleted.contains(place.object),
        !changes.deleted.contains(said)
      else { continue }
      unlisted.append((place.object, said))
    }
    unlisted.sort { $0.0.key.precedesByScalars($1.0.key) }
    for (id, target) in unlisted { leading[target, default: []].append(object(id)) }
  }

  /// Returns the number of a parent: that of an earlier member, which belongs to the same object; nil if there is none.
  func parentNumber(_ field: FieldPlan, _ number: Int, _ draw: inout Draw) -> Int? {
    guard let home = plan.home(of: field.owner) else { return draw.below(number) }
    // A change of the home does not change the parent.
    let world = base ?? self
    guard let id = world.target(of: home, from: world.seededMember(field.owner, number))?.id else {
      return draw.below(number)
    }
    // In the order of their numbers; those before this one.
    let siblings = world.leading(by: home)[id] ?? []
    var (low, high) = (0, siblings.count)
    while low < high {
      let middle = (low + high) / 2
      if siblings[middle].number ?? .max < number { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? nil : siblings[draw.below(low)].number
  }
}
