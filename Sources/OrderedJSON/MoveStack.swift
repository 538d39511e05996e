/// A stack that gives up its topmost elements as an array of just the right size, by moving them.
///
/// The parser collects the contents of all open containers on two of these: one allocation for each container read,
/// however many elements it has.
struct MoveStack<Element>: ~Copyable {
  private var storage: UnsafeMutableBufferPointer<Element>
  private(set) var count = 0

  init() {
    storage = .allocate(capacity: 32)
  }

  deinit {
    _ = storage[..<count].deinitialize()
    storage.deallocate()
  }

  mutating func push(_ element: consuming Element) {
    if count == storage.count { grow() }
    storage.initializeElement(at: count, to: element)
    count += 1
  }

  /// The topmost element, to be changed in place. There must be one.
  var top: Element {
    get { storage[count - 1] }
    _modify { yield &storage[count - 1] }
  }

  /// Takes off all elements from `start` on, in the order in which they were pushed.
  mutating func popAll(from start: Int) -> [Element] {
    let size = count - start
    guard size > 0 else { return [] }
    count = start
    let source = UnsafeMutableBufferPointer(rebasing: storage[start..<(start + size)])
    return Array(unsafeUninitializedCapacity: size) { buffer, initialized in
      _ = buffer.moveInitialize(fromContentsOf: source)
      initialized = size
    }
  }

  private mutating func grow() {
    let larger = UnsafeMutableBufferPointer<Element>.allocate(capacity: storage.count * 2)
    _ = larger.moveInitialize(fromContentsOf: storage)
    storage.deallocate()
    storage = larger
  }
}
