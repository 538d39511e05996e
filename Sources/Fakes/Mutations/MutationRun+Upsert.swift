import FakeValues
import GraphQLSchema
import OrderedJSON

// Changing an object, or creating it if it does not exist.

extension MutationRun {
  mutating func upsert(_ type: TypePlan) throws(MutationFailure) {
    let gathered = gather(type)
    if gathered.hasRows {
      for row in gathered.rows { try upsert(type, row) }
      return
    }
    try upsert(type, gathered)
  }

  private mutating func upsert(_ type: TypePlan, _ said: GatheredInput) throws(MutationFailure) {
    var keys = said.keys ?? said.whenKnown.first?.keys
    var known: FakeObject?
    if keys == nil, !said.conditions.isEmpty {
      for case .object(let object) in said.conditions.map(\.value) {
        if let found = Self.keys(object, type) { keys = found }
      }
      // A condition that nothing matches means that there is none.
      if keys == nil { known = (try? meant([type], said))?.first }
    }
    if let key = keys?.first, editor.snapshot.isKnown(type, key: key) { known = editor.snapshot.object(type, key: key) }
    if keys == nil, said.conditions.isEmpty { known = identified(type, by: said) }
    if let known {
      try change(known, said.whenKnown.first ?? said, isNew: false)
      show(known)
    } else {
      show(try make(type, said.whenNew.first ?? said))
    }
    count += 1
  }

  /// Returns the object with the value of a unique field in a request: `saveUser(email:, name:)`.
  private mutating func identified(_ type: TypePlan, by said: GatheredInput) -> FakeObject? {
    let unique = said.values.first { value in
      let name = value.field.name
      if type.unique.contains(name) || name == "key" { return true }
      // The email address of an order is its customer's.
      return InputReader.lookupWords.contains(name) && (name != "email" || ValueKind.isPerson(type.type.name))
    }
    guard let unique else { return nil }
    let snapshot = editor.snapshot
    return snapshot.members(type).first { member in
      snapshot.value(of: unique.field, member, JSONObject(), imageOrigin: "") == unique.value
    }
  }
}
