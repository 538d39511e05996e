import GraphQLLanguage

/// Chance that is the same each time (SplitMix64).
struct Chance: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64, run: Int) { state = seed &* 0xD134_2543_DE82_EF95 &+ UInt64(run) &* 0x9E37_79B9_7F4A_7C15 }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }

  mutating func below(_ bound: Int) -> Int { bound <= 1 ? 0 : Int(next() % UInt64(bound)) }
}

/// Makes one text a run from the corpus: changes bytes, tokens, or the tree.
struct Mutator {
  private let corpus: Corpus
  private var chance: Chance

  init(_ corpus: Corpus, chance: Chance) {
    self.corpus = corpus
    self.chance = chance
  }

  mutating func next() -> (text: [UInt8], isJSON: Bool) {
    var (bytes, isJSON) = pick(corpus.texts)
    let level = chance.below(8)
    for _ in 0...chance.below(4) {
      switch level {
      case 0, 1: mutateBytes(&bytes)
      case 2, 3, 4: mutateTokens(&bytes, isJSON: isJSON)
      default:
        if !isJSON, let changed = mutatedTree(bytes) { bytes = changed } else { mutateTokens(&bytes, isJSON: isJSON) }
      }
    }
    return (bytes, isJSON)
  }

  private mutating func pick<Element>(_ elements: [Element]) -> Element { elements[chance.below(elements.count)] }

  private mutating func range(in count: Int, atMost: Int) -> Range<Int> {
    let start = chance.below(count + 1)
    return start..<min(count, start + chance.below(atMost + 1))
  }

  private mutating func mutateBytes(_ bytes: inout [UInt8]) {
    let place = range(in: bytes.count, atMost: 20)
    switch chance.below(6) {
    case 0: bytes.removeSubrange(place)
    case 1: bytes.insert(contentsOf: bytes[place], at: place.lowerBound)
    case 2: bytes.insert(UInt8(truncatingIfNeeded: chance.next()), at: place.lowerBound)
    case 3: if place.lowerBound < bytes.count { bytes[place.lowerBound] ^= 1 << UInt8(chance.below(8)) }
    case 4: bytes.insert(contentsOf: Array(pick(Self.oddBytes).utf8), at: place.lowerBound)
    default:
      let other = pick(corpus.texts).bytes
      bytes.replaceSubrange(place, with: other[range(in: other.count, atMost: 200)])
    }
  }

  private static let oddBytes = [
    "\"\"\"", "\"", "\\", "\\u{", "\\uD83D", "#", "\r", "\r\n", "\u{FEFF}", "\u{2028}", "\0", "e", ".", "...", "-0",
    "1e999",
    "18446744073709551616", "{", "}", "[", "]", "(", ")", "$", "@", "!", "&", "|", "=", ":", "on ", "null", "😀",
    "\u{7F}",
  ]

  /// Names, numbers, strings and signs; good enough for cutting, and it joins back to the same text.
  private static func tokens(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    var tokens: [ArraySlice<UInt8>] = []
    var start = 0
    while start < bytes.count {
      var end = start + 1
      if isWord(bytes[start]) {
        while end < bytes.count, isWord(bytes[end]) { end += 1 }
      } else if bytes[start] == 0x22 {
        while end < bytes.count, bytes[end] != 0x22, bytes[end] != 0x0A { end += bytes[end] == 0x5C ? 2 : 1 }
        end = min(end + 1, bytes.count)
      }
      tokens.append(bytes[start..<end])
      start = end
    }
    return tokens
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    byte == 0x5F || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }

  private mutating func mutateTokens(_ bytes: inout [UInt8], isJSON: Bool) {
    var tokens = Self.tokens(bytes)
    guard !tokens.isEmpty else { return }
    let place = range(in: tokens.count, atMost: 8)
    switch chance.below(5) {
    case 0: tokens.removeSubrange(place)
    case 1: tokens.insert(contentsOf: tokens[place], at: place.lowerBound)
    case 2: tokens.swapAt(chance.below(tokens.count), chance.below(tokens.count))
    case 3: tokens[chance.below(tokens.count)] = tokens[chance.below(tokens.count)]
    default:
      let other = Self.tokens(pick(corpus.texts).bytes)
      tokens.replaceSubrange(place, with: other[range(in: other.count, atMost: 12)])
    }
    bytes = Array(tokens.joined())
  }

  /// The text of a tree that is put together from this document's and another's parts.
  private mutating func mutatedTree(_ bytes: [UInt8]) -> [UInt8]? {
    guard var document = try? parse(SourceText(utf8: bytes), limits: .schema), !document.definitions.isEmpty else {
      return nil
    }
    let index = chance.below(document.definitions.count)
    let other = pick(corpus.documents)
    switch chance.below(4) {
    case 0: document.definitions.append(contentsOf: other.definitions.prefix(1 + chance.below(6)))
    case 1: document.definitions.append(document.definitions[index])
    case 2: document.definitions.swapAt(index, chance.below(document.definitions.count))
    default:
      guard case .operation(var operation) = document.definitions[index] else { return nil }
      let sets = other.definitions.compactMap { definition -> SelectionSet? in
        switch definition {
        case .operation(let operation): operation.selectionSet
        case .fragment(let fragment): fragment.selectionSet
        default: nil
        }
      }
      operation.selectionSet = graft(sets.isEmpty ? operation.selectionSet : pick(sets), into: operation.selectionSet)
      document.definitions[index] = .operation(operation)
    }
    return Array(document.printed().utf8)
  }

  /// Puts the selections of one set somewhere into another, doubles or drops some on the way down.
  private mutating func graft(_ scion: SelectionSet, into stock: SelectionSet) -> SelectionSet {
    var result = stock
    let index = chance.below(result.selections.count)
    if chance.below(3) == 0 {
      result.selections.insert(contentsOf: scion.selections, at: index)
    } else if case .field(var field) = result.selections[index], let inner = field.selectionSet {
      field.selectionSet = graft(scion, into: inner)
      result.selections[index] = .field(field)
    } else {
      result.selections.append(result.selections[index])
    }
    return result
  }
}
