/// The lines that wait for one stream, oldest first, bounded by number and bytes.
///
/// A full queue drops lines until it is half empty: one gap with a count is easier to read than many small ones.
struct LineQueue: Sendable {
  /// The most lines and bytes that wait for one stream.
  struct Bound: Sendable {
    var lines = 10_000
    var bytes = 1 << 20
  }

  /// A text to write, and its place among the entries of all streams.
  struct Entry: Sendable, Equatable {
    let number: Int
    var content: Content
  }

  enum Content: Sendable, Equatable {
    /// A text that ends with a newline, or a part of a line.
    case text([UInt8], lines: Int)
    /// The number of lines dropped here.
    case dropped(lines: Int)
  }

  private let bound: Bound
  private var entries: [Entry] = []
  /// The entries before this index were taken.
  private var head = 0
  private var isDropping = false
  private(set) var lines = 0
  private(set) var bytes = 0

  init(bound: Bound = Bound()) { self.bound = bound }

  var isEmpty: Bool { head == entries.count }

  /// Adds a text, or drops it. `number` is its place among the entries of all streams. A required text is always added.
  mutating func append(_ text: [UInt8], number: Int, isRequired: Bool) {
    let count = text.reduce(0) { $1 == UInt8(ascii: "\n") ? $0 + 1 : $0 }
    if isDropping, lines <= bound.lines / 2, bytes <= bound.bytes / 2 { isDropping = false }
    if lines + count > bound.lines || bytes + text.count > bound.bytes { isDropping = true }
    guard isDropping, !isRequired else {
      lines += count
      bytes += text.count
      return entries.append(Entry(number: number, content: .text(text, lines: count)))
    }
    if !isEmpty, case .dropped(let before) = entries[entries.count - 1].content {
      entries[entries.count - 1].content = .dropped(lines: before + count)
    } else {
      entries.append(Entry(number: number, content: .dropped(lines: count)))
    }
  }

  /// Removes and returns the oldest entry.
  mutating func popFirst() -> Entry? {
    guard !isEmpty else { return nil }
    let entry = entries[head]
    // Frees the text, which the caller now holds.
    entries[head].content = .dropped(lines: 0)
    head += 1
    if isEmpty {
      entries.removeAll(keepingCapacity: entries.capacity <= 1_024)
      head = 0
    } else if head > 1_024, head > entries.count / 2 {
      entries.removeFirst(head)
      head = 0
    }
    if case .text(let text, let count) = entry.content {
      lines -= count
      bytes -= text.count
    }
    return entry
  }

  /// Removes all entries, which nobody will read.
  mutating func removeAll() { self = LineQueue(bound: bound) }
}
