import OrderedJSON

/// Colors for a terminal, or none for pipes and files.
package struct TextColors: Hashable, Sendable {
  package let isOn: Bool

  package init(isOn: Bool) { self.isOn = isOn }

  func bold(_ text: String) -> String { wrapped(text, "1") }
  func dim(_ text: String) -> String { wrapped(text, "2") }

  private func wrapped(_ text: String, _ code: String) -> String {
    isOn && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }

  /// Returns a line of JSON with colors for names, strings, numbers and words. No JSON string spans lines.
  func json(_ line: String) -> String {
    guard isOn else { return line }
    var shown = ""
    var rest = line[...]
    while let first = rest.first {
      let end: String.Index
      if first == "\"" {
        end = Self.endOfString(rest)
        let isName = rest[end...].first == ":"
        shown += wrapped(String(rest[..<end]), isName ? "36" : "32")
      } else if first.isLetter || first.isNumber || first == "-" {
        end = rest.firstIndex { !($0.isLetter || $0.isNumber || "+-.".contains($0)) } ?? rest.endIndex
        shown += wrapped(String(rest[..<end]), first.isLetter ? "35" : "33")
      } else {
        end = rest.index(after: rest.startIndex)
        shown.append(first)
      }
      rest = rest[end...]
    }
    return shown
  }

  private static func endOfString(_ text: Substring) -> String.Index {
    var index = text.index(after: text.startIndex)
    while index < text.endIndex, text[index] != "\"" {
      index = text.index(after: index)
      if index < text.endIndex, text[text.index(before: index)] == "\\" { index = text.index(after: index) }
    }
    return index < text.endIndex ? text.index(after: index) : index
  }
}
