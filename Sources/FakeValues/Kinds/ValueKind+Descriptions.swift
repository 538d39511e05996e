extension ValueKind {
  /// Returns the kind that a field's description names: "The user's e-mail address", "URL of …". The longest phrase in
  /// the table decides, or the first of equally long ones. Only the first sentence is read: the rest is seldom about
  /// the form.
  package static func described(by description: String?) -> ValueKind? {
    guard let description, !description.isEmpty else { return nil }
    let said = words(of: String(firstSentence(description)))
    var best: (kind: ValueKind, length: Int)?
    for start in said.indices {
      for length in (1...6).reversed() where start + length <= said.count && length > best?.length ?? 0 {
        let phrase = said[start..<start + length]
        guard let kind = KindRow.phrases[phrase.joined(separator: " ")] ?? plural(phrase) else { continue }
        best = (kind, length)
        break
      }
    }
    return best?.kind
  }

  /// Returns the range that a description states: "From 1 to 5.", "between 1 and 10", "(1-10)"; nil without one.
  static func statedRange(in description: String?) -> ClosedRange<Int>? {
    guard let description else { return nil }
    // One token for each number and each word; a range without spaces has a dash between two numbers.
    let dashes: Set<Character> = ["-", "–", "—", "…"]
    var tokens: [Substring] = []
    for token in description.split(whereSeparator: { " \n\t(),;:".contains($0) }) {
      let parts = token.split(whereSeparator: dashes.contains)
      if parts.count == 2, !dashes.contains(token.first ?? " ") {
        tokens += [parts[0], "-", parts[1]]
      } else {
        tokens.append(token)
      }
    }
    for (index, word) in tokens.enumerated() where index > 0 && index + 1 < tokens.count {
      let isAfterBetween = index > 1 && tokens[index - 2].lowercased() == "between"
      guard ["to", "through", "-", "–", "—"].contains(word) || word == "and" && isAfterBetween,
        let low = bound(tokens[index - 1]), let high = bound(tokens[index + 1]), low < high
      else { continue }
      return low...high
    }
    return nil
  }

  /// Returns a whole number, also as the last word of a sentence, or as `1.0`.
  private static func bound(_ token: Substring) -> Int? {
    var text = token
    if text.last == "." || text.last == "!" { text = text.dropLast() }
    if text.hasSuffix(".0") { text = text.dropLast(2) }
    return text.utf8.count <= 9 ? Int(text) : nil
  }

  private static func plural(_ phrase: ArraySlice<String>) -> ValueKind? {
    guard let last = phrase.last, singular(last) != last else { return nil }
    return KindRow.phrases[(phrase.dropLast() + [singular(last)]).joined(separator: " ")]
  }

  static func firstSentence(_ text: String) -> Substring {
    let lead = text.drop { $0 == " " || $0 == "\n" }
    guard let end = lead.range(of: ". ") ?? lead.range(of: "\n\n") else { return lead }
    return lead[..<end]
  }
}

extension Substring {
  /// Returns the start of a text in this one; nil if it is not there.
  fileprivate func range(of text: String) -> Index? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(text) { return start }
      start = index(after: start)
    }
    return nil
  }
}
