/// How far something is, in one line of a terminal that is written over and over.
struct ProgressBar {
  /// The line as it stands there, nothing where there is none.
  private(set) var line = ""

  /// `[======>             ]  12 of 40  query CountryDetail`, cut to the terminal's width.
  ///
  /// - Parameters:
  ///   - done: how much is behind.
  ///   - total: how much there is.
  ///   - next: what is next, in words.
  ///   - width: the terminal's columns.
  /// - Returns: the line, one column shorter than the terminal, so that it never breaks.
  static func line(done: Int, of total: Int, next: String, width: Int) -> String {
    let room = 20
    let filled = total == 0 ? room : min(room, done * room / total)
    let head = filled < room ? ">" : ""
    let bar = String(repeating: "=", count: filled) + head
    let counts = "\(String(repeating: " ", count: max(0, "\(total)".count - "\(done)".count)))\(done) of \(total)"
    let text =
      width < 50
      ? counts : "[\(bar)\(String(repeating: " ", count: max(0, room - bar.count)))] \(counts)  \(next)"
    let isLong = text.count > width - 1
    return isLong ? "\(text.prefix(max(0, width - 2)))…" : text
  }

  /// What is written to show a line in the place of the one that stands there.
  mutating func show(_ text: String) -> String {
    line = text
    return "\r\u{1B}[K\(text)"
  }

  /// What is written to take the line away; nothing where there is none.
  mutating func clear() -> String {
    defer { line = "" }
    return line.isEmpty ? "" : "\r\u{1B}[K"
  }
}
