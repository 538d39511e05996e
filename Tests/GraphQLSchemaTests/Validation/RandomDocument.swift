/// Makes documents that parse, and that are about the right fields, types, arguments and variables often enough
/// to get past the first rules.
struct RandomDocument {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

  mutating func document() -> String {
    if below(8) == 0 { return tameDocument() }
    var definitions: [String] = []
    for index in 0..<(1 + below(3)) { definitions.append(operation(index)) }
    for name in ["A", "B", "C"] where below(3) > 0 {
      definitions.append("fragment \(name) on \(pick(Self.types))\(directives()) \(selection(2))")
    }
    return definitions.joined(separator: below(2) == 0 ? "\n" : " ")
  }

  /// One query of fields that exist, most of the time with nothing wrong.
  private mutating func tameDocument() -> String {
    let leaves = (0..<(1 + below(3))).map { _ in pick(["name", "mood", "born", "__typename", "l: lives"]) }
    let inner = "{ \(leaves.joined(separator: " ")) ... on Cat { keeper { ...A } } }"
    return "query ($a: Boolean!) { cat @skip(if: $a) \(inner) dog { friends \(pick(["", "(first: 2) "])){ name } } } "
      + "fragment A on \(pick(["Keeper", "Creature", "Keeper", "Pet"])) { name }"
  }

  private mutating func operation(_ index: Int) -> String {
    if below(6) == 0 { return selection(3) }
    var variables = ""
    if below(2) == 0 {
      let list = (0..<(1 + below(3))).map { _ in
        "$\(pick(Self.variables)): \(pick(Self.inputTypes))" + (below(4) == 0 ? " = \(value(2, isConstant: true))" : "")
      }
      variables = "(\(list.joined(separator: ", ")))"
    }
    let name = below(5) == 0 ? "Same" : "Q\(index)"
    return "\(pick(["query", "query", "query", "mutation", "subscription"])) \(name)\(variables)\(directives()) "
      + selection(3)
  }

  private mutating func selection(_ depth: Int) -> String {
    let parts = (0..<(1 + below(4))).map { _ in
      switch below(8) {
      case 0: return "...\(pick(["A", "B", "C", "Missing"]))\(directives())"
      case 1: return depth > 0 ? "... on \(pick(Self.types))\(directives()) \(selection(depth - 1))" : "__typename"
      case 2: return depth > 0 ? "... \(selection(depth - 1))" : "name"
      default: return field(depth)
      }
    }
    return "{ \(parts.joined(separator: " ")) }"
  }

  private mutating func field(_ depth: Int) -> String {
    let isComposite = depth > 0 && below(2) == 0
    var text = below(5) == 0 ? "\(pick(["a", "b", "name"])): " : ""
    text += pick(isComposite ? Self.composites : Self.leaves)
    if below(3) == 0 {
      let list = (0..<(1 + below(2))).map { _ in "\(pick(Self.arguments)): \(value(2, isConstant: false))" }
      text += "(\(list.joined(separator: ", ")))"
    }
    text += directives()
    return isComposite ? "\(text) \(selection(depth - 1))" : text
  }

  private mutating func directives() -> String {
    guard below(6) == 0 else { return "" }
    return " "
      + pick(["@skip(if: true)", "@include(if: $a)", "@once", "@once @once", "@nope", "@tagged(name: \"x\")", "@skip"])
  }

  private mutating func value(_ depth: Int, isConstant: Bool) -> String {
    switch below(11) {
    case 0: return isConstant ? "null" : "$\(pick(Self.variables))"
    case 1: return "null"
    case 2: return pick(["1", "-7", "3000000000", "0"])
    case 3: return pick(["1.5", "1e9", "-0.0"])
    case 4: return pick(["\"x\"", "\"\"", "\"\"\"block\"\"\"", "\"🇨🇦\\u00e9\""])
    case 5: return pick(["true", "false"])
    case 6: return pick(["CALM", "CROSS", "LOUD"])
    case 7 where depth > 0:
      return "[" + (0..<below(3)).map { _ in value(depth - 1, isConstant: isConstant) }.joined(separator: ", ") + "]"
    case 8, 9:
      guard depth > 0 else { return "{}" }
      let fields = (0..<below(3)).map { _ in
        "\(pick(["name", "moods", "range", "from", "to", "any", "id", "nope"])): \(value(depth - 1, isConstant: isConstant))"
      }
      return "{\(fields.joined(separator: ", "))}"
    default: return pick(["1", "\"1\"", "true"])
    }
  }

  private mutating func pick(_ choices: [String]) -> String { choices[below(choices.count)] }

  private mutating func below(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(truncatingIfNeeded: state >> 33) % bound
  }

  private static let types = ["Dog", "Cat", "Pet", "Creature", "Keeper", "DogOrCat", "Query", "Robot", "Mood", "Nope"]
  private static let composites = [
    "dog", "dog", "cat", "pet", "pets", "dogOrCat", "anything", "keeper", "robot", "pick", "friends", "address",
    "__schema",
    "petAdded", "rename",
  ]
  private static let leaves = [
    "name", "name", "name", "mood", "born", "barkVolume", "lives", "model", "serial", "__typename", "nmae",
  ]
  private static let arguments = ["id", "first", "filter", "moods", "command", "upper", "by", "rows", "nope"]
  private static let variables = ["a", "b", "c"]
  private static let inputTypes = [
    "ID", "ID!", "Int", "Boolean!", "[Mood!]", "PetFilter", "Choice", "String = \"x\"", "Dog", "Nope",
  ]
  .map { $0.split(separator: " ").first.map(String.init) ?? $0 }
}
