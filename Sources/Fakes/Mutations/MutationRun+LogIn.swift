import FakeValues
import GraphQLSchema
import OrderedJSON

// The viewer.

extension MutationRun {
  /// Makes the user with these inputs the viewer. An unknown user is generated, the same one in every session.
  mutating func logIn(_ type: TypePlan) throws(MutationFailure) {
    var said: [(field: FieldPlan, value: JSON)] = []
    for slot in mutation.slots {
      guard let field = plan.field(slot.name, of: type), field.role == .leaf || field.role == .key,
        Self.identifying.contains(words(of: slot.name).joined()), let value = slot.value(in: arguments),
        plan.schema.fits(value, field.field.type), value != .null
      else { continue }
      said.append((field, value))
    }
    guard !said.isEmpty else {
      // A code or a token does not identify a user.
      let saysMore = mutation.slots.contains { slot in
        !Self.identifying.contains(words(of: slot.name).joined()) && (slot.value(in: arguments) ?? .null) != .null
      }
      guard saysMore || mutation.slots.isEmpty, let viewer = editor.snapshot.viewer() ?? editor.snapshot.anyone(type)
      else { throw MutationFailure(MutationText.noLogin(type)) }
      editor.logIn(viewer)
      show(viewer)
      return
    }
    let user = try member(type, said) ?? unlistedObject(type, said)
    editor.logIn(user)
    giveToken(user)
    show(user)
    count = 1
  }

  private mutating func giveToken(_ user: FakeObject) {
    for field in plan.fields(of: user.plan) where field.role == .leaf && !field.isList {
      guard let last = words(of: field.name).last, ["token", "jwt"].contains(last),
        editor.snapshot.value(of: field, refreshed(user), JSONObject(), imageOrigin: "") == .null
      else { continue }
      let hash = user.identity.with("field").with(field.name)
      let persona = Persona(identity: user.identity, locale: plan.rules.locale)
      editor.set(user, [field.name: field.leaf.value.value(persona, hash, imageOrigin: "")])
    }
  }

  private mutating func member(
    _ type: TypePlan, _ said: [(field: FieldPlan, value: JSON)]
  ) throws(MutationFailure) -> FakeObject? {
    let snapshot = editor.snapshot
    return snapshot.members(type).first { member in
      said.allSatisfy { field, value in
        let own = snapshot.value(of: field, member, JSONObject(), imageOrigin: "")
        return own == value || (own.keyText != nil && own.keyText == value.keyText)
      }
    }
  }

  private mutating func unlistedObject(_ type: TypePlan, _ said: [(field: FieldPlan, value: JSON)]) -> FakeObject {
    var hash = type.hash.with("login")
    for (field, value) in said { hash = hash.with(field.name).with(value.keyText ?? "") }
    var draw = Draw(hash)
    let key =
      type.key?.made(type, hash, number: draw.within(1_000...999_999), locale: plan.rules.locale) ?? String(hash.value)
    let object = editor.snapshot.object(type, key: key)
    editor.remember(object)
    let values = said.filter { $0.field.role != .key }.map { ($0.field.name, $0.value) }
    editor.set(object, Dictionary(values, uniquingKeysWith: { first, _ in first }))
    return refreshed(object)
  }

  private static let identifying: Set<String> = [
    "email", "emailaddress", "mail", "username", "login", "phone", "phonenumber", "handle", "name", "identifier",
    "id", "userid", "nickname",
  ]
}
