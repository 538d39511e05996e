import GraphQLLanguage

/// The place of the cursor among the tokens of a document, and the word that is being written there.
struct CompletionCursor {
  /// The range that a completion replaces, in bytes.
  let range: Range<Int>
  /// The part of the word before the cursor, with the `$` or `@` before it.
  let word: String
  /// The number of tokens before the word.
  let index: Int
  /// The number of tokens up to the end of the word.
  let next: Int
  /// False in a comment, a string or a number.
  let isCompletable: Bool

  init(_ bytes: [UInt8], _ tokens: [LexicalToken], at cursor: Int) {
    // The token that ends at or after the cursor, and begins before it.
    var low = 0
    var high = tokens.count
    while low < high {
      let middle = (low + high) / 2
      if tokens[middle].end < cursor { low = middle + 1 } else { high = middle }
    }
    var index = low
    var start = cursor
    var end = cursor
    var next = index
    var isCompletable = true
    if index < tokens.count, tokens[index].start < cursor {
      let token = tokens[index]
      switch token.kind {
      case "Name":
        (start, end, next) = (token.start, token.end, index + 1)
        if index > 0, ["$", "@"].contains(tokens[index - 1].kind), tokens[index - 1].end == start {
          index -= 1
          start = tokens[index].start
        }
      case "$", "@":
        (start, end, next) = (token.start, token.end, index + 1)
        if next < tokens.count, tokens[next].kind == "Name", tokens[next].start == end {
          end = tokens[next].end
          next += 1
        }
      case "String", "BlockString":
        // After the closing quote, the next item may begin.
        isCompletable = token.value != nil && token.end == cursor
        (index, next) = (index + 1, index + 1)
      case "Int", "Float":
        isCompletable = false
      default:
        // Other punctuators end at the cursor, unless it is inside three dots.
        isCompletable = token.end == cursor
        (index, next) = (index + 1, index + 1)
      }
    }
    let before = index > 0 ? tokens[index - 1].end : 0
    if isCompletable, before < start {
      let gap = bytes[before..<start]
      let line = gap.suffix(from: gap.lastIndex { $0 == 0x0A || $0 == 0x0D } ?? gap.startIndex)
      // Between tokens, a number sign begins a comment, and a dot may become a spread.
      isCompletable = !line.contains(UInt8(ascii: "#")) && gap.last != UInt8(ascii: ".")
    }
    self.range = start..<end
    self.word = String(decoding: bytes[start..<cursor], as: UTF8.self)
    self.index = index
    self.next = next
    self.isCompletable = isCompletable
  }
}
