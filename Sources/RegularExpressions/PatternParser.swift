/// Reads a regular expression by recursive descent.
struct PatternParser {
  private let scalars: [Unicode.Scalar]
  private var index = 0
  private var options: PatternOptions
  private var depth = 0

  init(_ pattern: String, options: PatternOptions) {
    scalars = Array(pattern.unicodeScalars)
    self.options = options
  }

  mutating func parse() throws(RegularExpressionError) -> PatternNode {
    guard scalars.count <= RegularExpression.lengthLimit else {
      throw RegularExpressionError("it has more than \(RegularExpression.lengthLimit) characters")
    }
    let pattern = try alternatives()
    guard index == scalars.count else { throw problem("\")\" closes no group") }
    return pattern
  }

  // MARK: Structure

  private mutating func alternatives() throws(RegularExpressionError) -> PatternNode {
    var nodes: [PatternNode] = []
    repeat { nodes.append(try sequence()) } while take("|")
    return nodes.count == 1 ? nodes[0] : .alternatives(nodes)
  }

  private mutating func sequence() throws(RegularExpressionError) -> PatternNode {
    var nodes: [PatternNode] = []
    while let next = peek, next != "|", next != ")" { nodes.append(try repeated()) }
    return nodes.count == 1 ? nodes[0] : .sequence(nodes)
  }

  private mutating func repeated() throws(RegularExpressionError) -> PatternNode {
    let start = index
    let node = try atom()
    guard let (least, most) = try count() else { return node }
    if case .assertion = node, scalars[start] != "(" {
      throw problem("a repetition follows a condition, which cannot be repeated", at: start)
    }
    if take("+") { throw unsupported("a possessive repetition") }
    _ = take("?")  // Lazy: affects captures only, not whether the pattern matches.
    let second = index
    if try count() != nil { throw problem("a repetition of a repetition needs a group", at: second) }
    return .repetition(node, least: least, most: most)
  }

  /// Reads the bounds of a repetition, if one is next.
  private mutating func count() throws(RegularExpressionError) -> (least: Int, most: Int?)? {
    if take("*") { return (0, nil) }
    if take("+") { return (1, nil) }
    if take("?") { return (0, 1) }
    let start = index
    guard take("{") else { return nil }
    let least = number()
    let hasComma = take(",")
    let most = hasComma ? number() : least
    // As in JavaScript and PCRE, a brace without a count is a literal.
    guard take("}"), least != nil || (hasComma && most != nil) else {
      index = start
      return nil
    }
    if let least, let most, least > most { throw problem("the repetition's bounds are in the wrong order", at: start) }
    return (least ?? 0, most)
  }

  private mutating func number() -> Int? {
    var value: Int?
    while let scalar = peek, let digit = scalar.digit(radix: 10) {
      value = min((value ?? 0) * 10 + digit, RegularExpression.sizeLimit + 1)
      index += 1
    }
    return value
  }

  private mutating func group() throws(RegularExpressionError) -> PatternNode {
    let start = index - 1
    depth += 1
    guard depth <= RegularExpression.depthLimit else {
      throw problem("its groups are nested deeper than \(RegularExpression.depthLimit)")
    }
    defer { depth -= 1 }
    let outer = options
    if take("?") {
      switch peek {
      case ":": index += 1
      case "=", "!": throw unsupported("look-ahead")
      case ">", "|", "#", "R", "&": throw unsupported("a group of this kind")
      case "<", "P", "'": try groupName()
      default:
        try groupOptions()
        // `(?i)` applies to the end of the enclosing group.
        if take(")") { return .empty }
        guard take(":") else { throw problem("an option of a group is none of i, s and m") }
      }
    }
    let node = try alternatives()
    guard take(")") else { throw problem("the group is not closed", at: start) }
    options = outer
    return node
  }

  private mutating func groupName() throws(RegularExpressionError) {
    let start = index
    _ = take("P")
    let end: Unicode.Scalar = take("'") ? "'" : ">"
    if end == ">", !take("<") { throw unsupported("a group of this kind") }
    if peek == "=" || peek == "!" { throw unsupported("look-behind") }
    while let scalar = peek, scalar.isWord { index += 1 }
    guard take(end) else { throw problem("the group's name is not closed", at: start) }
  }

  private mutating func groupOptions() throws(RegularExpressionError) {
    var value = true
    while let scalar = peek, scalar != ")", scalar != ":" {
      index += 1
      if scalar == "-", value {
        value = false
      } else if !options.set(scalar, to: value) {
        throw problem("an option of a group is none of i, s and m", at: index - 1)
      }
    }
  }

  // MARK: Single places

  private mutating func atom() throws(RegularExpressionError) -> PatternNode {
    guard let scalar = next() else { return .empty }
    switch scalar {
    case "(": return try group()
    case "[": return .scalar(try characterClass())
    case ".": return .scalar(ScalarSet([.kind(options.dotMatchesAll ? .any : .inLine, isNegated: false)]))
    case "^": return .assertion(options.matchesLines ? .lineStart : .start)
    case "$": return .assertion(options.matchesLines ? .lineEnd : .end)
    case "*", "+", "?": throw problem("a repetition has nothing before it", at: index - 1)
    case "\\": return try escape()
    default: return literal(scalar)
    }
  }

  private func literal(_ scalar: Unicode.Scalar) -> PatternNode {
    .scalar(ScalarSet([.range(scalar...scalar)], ignoresCase: options.ignoresCase))
  }

  private mutating func escape() throws(RegularExpressionError) -> PatternNode {
    switch peek {
    case "b": index += 1; return .assertion(.wordBoundary)
    case "B": index += 1; return .assertion(.noWordBoundary)
    case "A": index += 1; return .assertion(.start)
    case "z": index += 1; return .assertion(.end)
    case "Z": index += 1; return .assertion(.endOrLastLine)
    default:
      let part = try escapedPart()
      return .scalar(ScalarSet([part], ignoresCase: options.ignoresCase))
    }
  }

  /// Reads the part of a set that follows a backslash, inside or outside a class.
  private mutating func escapedPart() throws(RegularExpressionError) -> ScalarSet.Part {
    guard let scalar = next() else { throw problem("a backslash ends it") }
    switch scalar {
    case "d", "D": return .kind(.digit, isNegated: scalar == "D")
    case "s", "S": return .kind(.space, isNegated: scalar == "S")
    case "w", "W": return .kind(.word, isNegated: scalar == "W")
    case "h", "H": return .kind(.horizontalSpace, isNegated: scalar == "H")
    case "p", "P": return try category(isNegated: scalar == "P")
    default: break
    }
    let value = try escapedScalar(scalar)
    return .range(value...value)
  }

  private mutating func escapedScalar(_ scalar: Unicode.Scalar) throws(RegularExpressionError) -> Unicode.Scalar {
    switch scalar {
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    case "f": return "\u{0C}"
    case "v": return "\u{0B}"
    case "e": return "\u{1B}"
    case "a": return "\u{07}"
    case "0": return "\0"
    case "x": return try hexadecimal(digits: 2)
    case "u": return try hexadecimal(digits: 4)
    case "1"..."9", "k", "g": throw unsupported("a back-reference")
    default:
      guard scalar.isWord else { return scalar }
      throw problem("\\\(scalar) is not known", at: index - 2)
    }
  }

  private mutating func hexadecimal(digits: Int) throws(RegularExpressionError) -> Unicode.Scalar {
    let start = index - 2
    let isBraced = take("{")
    var value: UInt32 = 0
    var count = 0
    while count < (isBraced ? 8 : digits), let digit = peek?.digit(radix: 16) {
      value = value << 4 | UInt32(digit)
      count += 1
      index += 1
    }
    guard isBraced ? count > 0 && take("}") : count == digits, let scalar = Unicode.Scalar(value) else {
      throw problem("the escape names no Unicode scalar", at: start)
    }
    return scalar
  }

  /// Reads a general category by its short name: `\p{L}`, `\p{Lu}`, `\pL`.
  private mutating func category(isNegated: Bool) throws(RegularExpressionError) -> ScalarSet.Part {
    let start = index - 2
    var name = ""
    if take("{") {
      while let scalar = peek, scalar != "}" {
        name.unicodeScalars.append(scalar)
        index += 1
      }
      guard take("}") else { throw problem("\\p{ is not closed", at: start) }
    } else if let scalar = next() {
      name.unicodeScalars.append(scalar)
    }
    guard let categories = PatternCategories.named(name) else {
      throw problem(
        "\\p{\(name)} is not known: write a general category by its short name, such as \\p{L} or \\p{Lu}", at: start)
    }
    return .category(categories, isNegated: isNegated)
  }

  // MARK: Classes

  private mutating func characterClass() throws(RegularExpressionError) -> ScalarSet {
    let start = index - 1
    let isNegated = take("^")
    var parts: [ScalarSet.Part] = []
    while true {
      guard let scalar = peek else { throw problem("the class is not closed", at: start) }
      if scalar == "]", !parts.isEmpty {
        index += 1
        return ScalarSet(parts, isNegated: isNegated, ignoresCase: options.ignoresCase)
      }
      if scalar == "]" { throw problem("a class is empty: write \\] for the bracket itself", at: start) }
      try parts.append(classPart(scalar))
    }
  }

  private mutating func classPart(_ first: Unicode.Scalar) throws(RegularExpressionError) -> ScalarSet.Part {
    let start = index
    if first == "[" {
      if scalars.dropFirst(index + 1).first == ":" { return try posixClass() }
      throw problem("\"[\" in a class: write \\[ for the bracket itself")
    }
    for pair: Unicode.Scalar in ["&", "~", "-"] where first == pair && scalars.dropFirst(index + 1).first == pair {
      throw unsupported("an operation on classes (\(pair)\(pair))")
    }
    guard let low = try classScalar() else { return try escapedPart() }
    let afterDash = scalars.dropFirst(index + 1).first
    guard peek == "-", let afterDash, afterDash != "]" else { return .range(low...low) }
    index += 1
    guard let high = try classScalar() else { throw problem("a range ends in a class of its own", at: start) }
    guard low <= high else { throw problem("the range \(low)-\(high) is in the wrong order", at: start) }
    return .range(low...high)
  }

  /// Reads one scalar of a class. For an escape of several scalars, takes the backslash only and returns nil.
  private mutating func classScalar() throws(RegularExpressionError) -> Unicode.Scalar? {
    guard let scalar = next() else { throw problem("the class is not closed") }
    guard scalar == "\\", let escaped = peek else { return scalar }
    if "dDsSwWhHpP".unicodeScalars.contains(escaped) { return nil }
    index += 1
    return escaped == "b" ? "\u{08}" : try escapedScalar(escaped)
  }

  private mutating func posixClass() throws(RegularExpressionError) -> ScalarSet.Part {
    let start = index
    index += 2
    let isNegated = take("^")
    var name = ""
    while let scalar = peek, scalar != ":" {
      name.unicodeScalars.append(scalar)
      index += 1
    }
    guard take(":"), take("]") else { throw problem("[: is not closed", at: start) }
    switch name {
    case "alpha": return .category(PatternCategories.letters, isNegated: isNegated)
    case "digit": return .kind(.digit, isNegated: isNegated)
    case "alnum": return .category(PatternCategories.letters.union([.decimalNumber]), isNegated: isNegated)
    case "upper": return .category([.uppercaseLetter], isNegated: isNegated)
    case "lower": return .category([.lowercaseLetter], isNegated: isNegated)
    case "space": return .kind(.space, isNegated: isNegated)
    case "blank": return .kind(.horizontalSpace, isNegated: isNegated)
    case "word": return .kind(.word, isNegated: isNegated)
    case "punct": return .category(PatternCategories.punctuation, isNegated: isNegated)
    default: throw problem("[:\(name):] is not known", at: start)
    }
  }

  // MARK: Scalars

  private var peek: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

  private mutating func next() -> Unicode.Scalar? {
    guard let scalar = peek else { return nil }
    index += 1
    return scalar
  }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard peek == scalar else { return false }
    index += 1
    return true
  }

  private func problem(_ text: String, at place: Int? = nil) -> RegularExpressionError {
    RegularExpressionError("\(text) (character \((place ?? index) + 1))")
  }

  private func unsupported(_ construct: String) -> RegularExpressionError {
    problem("\(construct) is not supported, because patterns are matched in time linear in the text")
  }
}

extension Unicode.Scalar {
  fileprivate func digit(radix: Int) -> Int? {
    isASCII ? Character(self).hexDigitValue.flatMap { $0 < radix ? $0 : nil } : nil
  }
}
