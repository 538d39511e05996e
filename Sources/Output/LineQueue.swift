/// The lines that wait for one stream, oldest first, bounded by number and bytes.
///
/// When it is full, lines are dropped until it is half empty again: one gap with a number in it is easier to read than
/// many small ones.
struct LineQueue: Sendable {
  /// The most that waits for one stream.
  struct Bound: Sendable {
    var lines = 10_000
    var bytes = 1 << 20
  }

  /// Something to write, and its place among the entries of all streams.
  struct Entry: Sendable, Equatable {
    let number: Int
    var content: Content
  }

  enum Content: Sendable, Equatable {
    /// A text that ends with a newline, or a part of a line.
    case text([UInt8], lines: Int)
    /// So many lines were dropped here.
    case dropped(lines: Int)
  }

  private let bound: Bound
  private var entries: [Entry] = []
  /// The entries before this one are gone.
  private var head = 0
  private var isDropping = false
  /// The lines and bytes that wait.
  private(set) var lines = 0
  private(set) var bytes = 0

  init(bound: Bound = Bound()) { self.bound = bound }

  var isEmpty: Bool { head == entries.count }

  /// Adds a text, or drops it.
  ///
  /// - Parameters:
  ///   - text: what is to be written.
  ///   - number: its place among the entries of all streams.
  ///   - isRequired: whether it is kept though the queue is full.
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

  /// Takes the oldest entry out; nil if there is none.
  mutating func popFirst() -> Entry? {
    guard !isEmpty else { return nil }
    let entry = entries[head]
    // The text is not held twice.
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

  /// Forgets everything: nobody will read it.
  mutating func removeAll() { self = LineQueue(bound: bound) }
}
