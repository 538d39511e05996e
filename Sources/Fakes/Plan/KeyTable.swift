import FakeValues
import GraphQLSchema
import OrderedJSON

/// The keys of a generated population, each once, in order.
struct KeyTable: Sendable {
  let keys: [String]
  let numbers: [String: Int]

  /// The keys of the recorded members, followed by those of further members; nil if none was recorded. `said` is the
  /// number of objects by a rule.
  init?(_ type: TypePlan, seeded: Int, said: Int? = nil, _ recorded: RecordedMembers, locale: FakeLocale) {
    let total = recorded.totals[type.index]
    let isWhole = recorded.whole.contains(type.index)
    guard recorded.knows(type) else { return nil }
    let known = recorded.members[type.index] ?? []
    // Objects of fixtures that are in no list of the root follow the generated ones, or stay at their place.
    let leading = recorded.isFixed && !isWhole ? recorded.leading[type.index] ?? 0 : known.count
    var keys = Array(known[..<leading])
    var rest = Set(known[leading...])
    if !isWhole {
      let wanted = said ?? total ?? .max
      let first = Set(keys)
      for key in KeyTable(type, size: max(seeded, total ?? 0), locale: locale).keys {
        guard !first.contains(key), !recorded.missing.contains(ObjectID(type: type.index, key: key)) else { continue }
        guard rest.remove(key) != nil || keys.count + rest.count < wanted else { continue }
        keys.append(key)
      }
    }
    keys += known[leading...].filter(rest.contains)
    self.keys = keys
    numbers = Dictionary(keys.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
  }

  init(_ type: TypePlan, size: Int, locale: FakeLocale) {
    var keys: [String] = []
    var numbers: [String: Int] = [:]
    guard let plan = type.key else {
      self.keys = (0..<size).map { String($0 + 1) }
      self.numbers = Dictionary(uniqueKeysWithValues: self.keys.enumerated().map { ($1, $0) })
      return
    }
    for number in 0..<size {
      var key = plan.made(type, type.hash.with("member").with(UInt64(number)), number: number + 1, locale: locale)
      // Random keys may repeat.
      if numbers[key] != nil { key += "-\(number + 1)" }
      numbers[key] = number
      keys.append(key)
    }
    self.keys = keys
    self.numbers = numbers
  }
}

extension KeyPlan {
  /// Returns the key of a member, or of an object that is created later: `number` is the next one without a member.
  func made(_ type: TypePlan, _ hash: StableHash, number: Int, locale: FakeLocale) -> String {
    var draw = Draw(hash.with("key"))
    switch style {
    case .counted: return String(number)
    case .global:
      // In order, like ids of servers that contain a time.
      let count = String(number, radix: 36)
      let zeros = String(repeating: "0", count: max(0, 4 - count.count))
      return Self.globalTag(type.type.name) + zeros + count + draw.base36(15)
    case .uuid: return isUppercased ? draw.uuid().uppercased() : draw.uuid()
    case .hexadecimal: return draw.hex(24)
    case .atlas:
      if let codes = type.atlas?.codes, number <= codes.count { return codes[number - 1] }
      return Self.letters(&draw)
    case .letters: return Self.letters(&draw)
    case .sampled:
      // Like the other fields of the member, so that a key made of a name has the name.
      var persona = Persona(
        identity: type.hash.with("key").with(String(hash.value)),
        member: Persona.Member(number: number - 1, population: type.hash), locale: locale)
      persona.texts = TextPlan(type.type)
      return KindRow.sample(ValueKind.text(field: field, parent: type.type.name), persona, hash).text
    }
  }

  private static func letters(_ draw: inout Draw) -> String {
    String(decoding: (0..<3).map { _ in UInt8(0x41 + draw.below(26)) }, as: UTF8.self)
  }

  /// Indicates whether a text looks like the keys of the population.
  func suits(_ text: String) -> Bool {
    let isHex = text.utf8.allSatisfy {
      ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x66 || $0 >= 0x30 && $0 <= 0x39 || $0 == 0x2D
    }
    switch style {
    case .counted: return !text.isEmpty && text.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
    case .global: return !text.isEmpty
    case .uuid: return text.utf8.count == 36 && isHex
    case .hexadecimal: return text.utf8.count == 24 && isHex
    case .letters, .atlas, .sampled: return !text.isEmpty
    }
  }

  /// Returns a key as the schema's scalar writes it.
  func json(_ text: String) -> JSON {
    if let member { return .object(JSONObject([.init(member, .string(text))])) }
    guard form.isNumeric else { return .string(text) }
    // A text that is not a number stays, and causes an error in the response rather than another object.
    return Int(text) == nil ? .string(text) : .number(JSONNumber(validated: text))
  }
}
