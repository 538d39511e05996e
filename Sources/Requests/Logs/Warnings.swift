/// The different warnings of a run, bounded in number and bytes.
package struct Warnings {
  private var texts: Set<String> = []
  private var bytes = 0
  private var isFull = false

  package init() {}

  /// The most different warnings to report, and the most bytes of them.
  package static let limit = 1_000
  package static let byteLimit = 4 << 20

  /// Returns the warning to report; nil if it was reported before, or the bound is reached.
  package mutating func note(_ text: String) -> String? {
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
