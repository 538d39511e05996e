import OrderedJSON

extension JSON {
  /// Returns the same value with the number texts of an older value where the numbers at the same place are equal.
  ///
  /// A browser turns `3.0` into `3`, so without this an edit would change numbers that nobody edited.
  func withNumberTexts(of old: JSON) -> JSON {
    var texts = Self.texts(of: old, for: self).makeIterator()
    return rewritten(scalars: { scalar in
      guard let old = texts.next() ?? nil else { return scalar }
      return .number(old)
    })
  }

  /// Returns the old number for each scalar of the new value, in the order of the text; nil for other scalars.
  private static func texts(of old: JSON, for new: JSON) -> [JSONNumber?] {
    var texts: [JSONNumber?] = []
    // A stack of its own, the next value last: values may be deep.
    var open: [(old: JSON?, new: JSON)] = [(old, new)]
    while let (old, new) = open.popLast() {
      switch new {
      case .array(let elements):
        let before = old?.arrayValue ?? []
        open += elements.enumerated().reversed().map { (before.indices.contains($0) ? before[$0] : nil, $1) }
      case .object(let object):
        let before = old?.objectValue ?? JSONObject()
        open += object.members.reversed().map { (before[$0.name], $0.value) }
      case .number(let number):
        let known = old?.numberValue
        texts.append(known.flatMap { $0.isEquivalent(to: number) ? $0 : nil })
      case .null, .bool, .string: texts.append(nil)
      }
    }
    return texts
  }
}
