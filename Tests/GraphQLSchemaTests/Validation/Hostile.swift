/// Documents that make validation slow or deep.
enum Hostile: CaseIterable, Sendable {
  /// Fragments each of which spreads the next.
  case chain
  /// The same with so many that comparing all with all would take too long.
  case longChain
  /// The same, and back to the start from everywhere.
  case chainOfCycles
  /// Two chains of fragments whose fields are compared pair by pair, deeper and deeper.
  case pairsOfChains
  /// One field again and again.
  case repeatedField
  /// Two equal fields in each of two equal fields, and so on.
  case doublingFields
  /// Fragments that all spread each other.
  case manyFragments
  /// Operations that all reach the same undefined variables.
  case manyOperations
  /// Fields that do not exist, each with suggestions to look for.
  case unknownFields
  /// Lists in lists and objects in objects.
  case deepValue
  /// Inline fragments in inline fragments.
  case deepInlineFragments
  /// One argument again and again.
  case repeatedArguments
  /// Fragments that reach each other in exponentially many ways.
  case diamonds

  /// Indicates whether the document is valid. No rule of the specification reports an error.
  var isValid: Bool {
    switch self {
    case .chain, .longChain, .deepInlineFragments, .diamonds, .doublingFields, .repeatedField: true
    default: false
    }
  }

  var text: String {
    switch self {
    case .longChain:
      return "{ dog { ...F0 } } "
        + numbers(1_100).map { "fragment F\($0) on Dog { name ...F\($0 + 1) } " }.joined()
        + "fragment F1100 on Dog { name }"
    case .chain:
      return "{ dog { ...F0 } } "
        + numbers(500).map { "fragment F\($0) on Dog { name ...F\($0 + 1) } " }.joined()
        + "fragment F500 on Dog { name }"
    case .chainOfCycles:
      return "{ dog { ...F0 } } "
        + numbers(400).map { "fragment F\($0) on Dog { ...F0 ...F\($0 + 1) } " }.joined()
        + "fragment F400 on Dog { name }"
    case .pairsOfChains:
      return "{ dog { ...F0 ...G0 } } "
        + numbers(1_000).map { number in
          ["F", "G"].map { "fragment \($0)\(number) on Dog { friends { ... on Dog { ...\($0)\(number + 1) } } } " }
            .joined()
        }.joined() + "fragment F1000 on Dog { x: name } fragment G1000 on Dog { x: mood }"
    case .repeatedField: return "{ dog { " + numbers(5_000).map { _ in "name " }.joined() + "} }"
    case .doublingFields:
      var selection = "name"
      for _ in numbers(7) { selection = "friends { \(selection) } friends { \(selection) }" }
      return "{ dog { \(selection) } }"
    case .manyFragments:
      return "{ dog { ...F0 } } "
        + numbers(90).map { number in
          "fragment F\(number) on Dog { " + numbers(90).map { "...F\($0) " }.joined() + "a\(number): name }"
        }.joined(separator: " ")
    case .manyOperations:
      return numbers(300).map { "query Q\($0) { dog { ...F } } " }.joined() + "fragment F on Dog { "
        + numbers(300).map { "a\($0): friends(first: $v\($0)) { name } " }.joined() + "}"
    case .unknownFields: return "{ dog { " + numbers(3_000).map { "nam\($0) " }.joined() + "} }"
    case .deepValue:
      return "{ pets(filter: " + numbers(95).map { _ in "{any: [" }.joined() + "3"
        + numbers(95).map { _ in "]}" }.joined() + ") { name } }"
    case .deepInlineFragments:
      return "{ dog { " + numbers(190).map { _ in "... { " }.joined() + "name" + numbers(190).map { _ in "}" }.joined()
        + " } }"
    case .repeatedArguments:
      return "{ pets(" + numbers(5_000).map { _ in "first: 1 " }.joined() + ") { name } }"
    case .diamonds:
      return "{ dog { ...F0 } } "
        + numbers(200).map { "fragment F\($0) on Dog { ...F\($0 + 1) ... on Dog { ...F\($0 + 1) } } " }.joined()
        + "fragment F200 on Dog { name }"
    }
  }

  private func numbers(_ count: Int) -> Range<Int> { 0..<count }
}
