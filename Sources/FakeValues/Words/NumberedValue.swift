package import OrderedJSON

extension JSON {
  /// A value that no other one of its kind shares: it holds the number of its object, where a reader would look for it.
  ///
  /// `ada@example.com` becomes `ada7@example.com`, `blue-harbor` `blue-harbor-7`, `Blue Harbor` `Blue Harbor 7`, digits
  /// end in the number, `QC` becomes `QC7`, and a number is the object's own, beginning at 1,000.
  package func numbered(_ number: Int) -> JSON {
    switch self {
    case .number: return .int(1_000 + number)
    case .string(let text):
      if let at = text.firstIndex(of: "@"), at != text.startIndex {
        return .string("\(text[..<at])\(number)\(text[at...])")
      }
      if text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }), !text.isEmpty {
        return .string("\(text)\(padded(number, 2))")
      }
      // A short code stays one: `QC7`.
      if text.utf8.count <= 4, text.utf8.allSatisfy({ $0 >= 0x41 && $0 <= 0x5A }), !text.isEmpty {
        return .string("\(text)\(number)")
      }
      if text.utf8.contains(0x20) { return .string("\(text) \(number)") }
      return .string(text.isEmpty ? String(number) : "\(text)-\(number)")
    case .null, .bool, .array, .object: return self
    }
  }
}
