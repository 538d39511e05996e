/// The different warnings of a run, bounded in number and bytes.
struct Warnings {
  private var texts: Set<String> = []
  private var bytes = 0
  private var isFull = false

  /// The most different warnings to report, and the most bytes of them.
  static let limit = 1_000
  static let byteLimit = 4 << 20

  /// Returns the warning to report; nil if it was reported before, or the bound is reached.
  mutating func note(_ text: String) -> String? {
    guard !isFull, !texts.contains(text) else { return nil }
    guard texts.count < Self.limit, bytes + text.utf8.count <= Self.byteLimit else {
      isFull = true
      return "There were \(texts.count) different warnings. Further warnings are not reported."
    }
    bytes += text.utf8.count
    texts.insert(text)
    return text
  }
}
