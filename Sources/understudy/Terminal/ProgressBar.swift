/// A progress bar in the last line of a terminal.
struct ProgressBar {
  /// The current line; empty if there is none.
  private(set) var line = ""

  /// Returns a line such as `[======>             ] 12 of 40  query CountryDetail`.
  ///
  /// - Parameters:
  ///   - done: the number of finished steps.
  ///   - total: the number of all steps.
  ///   - next: the next step.
  ///   - width: the terminal's width in columns; below 50, only the numbers are shown.
  /// - Returns: the line, cut so that it is shorter than the terminal and never wraps.
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

  /// Replaces the current line. Returns the text to write.
  mutating func show(_ text: String) -> String {
    line = text
    return "\r\u{1B}[K\(text)"
  }

  /// Removes the current line. Returns the text to write; empty if there is no line.
  mutating func clear() -> String {
    defer { line = "" }
    return line.isEmpty ? "" : "\r\u{1B}[K"
  }
}
