import GraphQLSchema
import OrderedJSON

/// The members of one type's population: small, finite, in a fixed order.
struct Population: Sendable {
  let plan: TypePlan
  /// The hash of the world and the type.
  let hash: StableHash
  /// The keys of the members, each once, in order; empty for a type without a key.
  let keys: [String]

  init(_ plan: TypePlan, world: StableHash) {
    self.plan = plan
    hash = world.with("type").with(plan.type.name)
    guard let key = plan.key else {
      keys = []
      return
    }
    if key.style == .atlas, let atlas = plan.atlas {
      keys = atlas.codes
      return
    }
    var draw = Draw(hash.with("population"))
    let size = draw.within(3...8)
    var keys: [String] = []
    var seen: Set<String> = []
    var attempt = 0
    // Keys that are drawn may repeat; counted ones never do, so a hundred attempts are more than enough.
    while keys.count < size, attempt < 100 {
      let text = Self.key(key, hash.with("member").with(UInt64(attempt)), number: attempt + 1)
      if seen.insert(text).inserted { keys.append(text) }
      attempt += 1
    }
    self.keys = keys
  }

  /// The key of a member, or of an object that the request creates.
  static func key(_ plan: TypePlan.KeyPlan, _ hash: StableHash, number: Int) -> String {
    var draw = Draw(hash.with("key"))
    switch plan.style {
    case .counted: return String(number)
    case .global: return "c" + draw.base36(24)
    case .uuid: return draw.uuid()
    case .hexadecimal: return draw.hex(24)
    case .letters, .atlas:
      return String(
        decoding: (0..<3).map { _ in UInt8(0x41 + draw.below(26)) }, as: UTF8.self)
    case .sampled:
      return ValueKind.text(field: plan.field, parent: "").sample(Persona(identity: hash), hash).text
    }
  }

  /// The object with a key, which is the same whoever asks for it.
  ///
  /// - Parameters:
  ///   - text: the key as text.
  ///   - json: the key as the request wrote it, where it did; it is echoed if it is no plain text.
  /// - Returns: the object; for an unknown key one that is no member, and found all the same.
  func object(key text: String, json: JSON? = nil) -> FakeObject {
    let identity = hash.with("key").with(text)
    return FakeObject(
      type: plan.type, identity: identity, key: keyValue(text, json),
      atlas: plan.atlas.map { AtlasMember($0, code: text, hash: identity) })
  }

  func member(_ index: Int) -> FakeObject { object(key: keys[index]) }

  var members: [FakeObject] { keys.map { object(key: $0) } }

  private func keyValue(_ text: String, _ json: JSON?) -> JSON {
    if case .object? = json { return json ?? .null }
    switch plan.key?.form {
    case .integer?, .wideInteger?, .float?:
      return Int(text) == nil ? .string(text) : .number(JSONNumber(validated: text))
    default: return .string(text)
    }
  }
}
