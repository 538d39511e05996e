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

  private static func plural(_ phrase: ArraySlice<String>) -> ValueKind? {
    guard let last = phrase.last, singular(last) != last else { return nil }
    return KindRow.phrases[(phrase.dropLast() + [singular(last)]).joined(separator: " ")]
  }

  private static func firstSentence(_ text: String) -> Substring {
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
