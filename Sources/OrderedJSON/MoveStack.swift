/// A stack that pops its topmost elements as an array of exact size, by moving them. The parser collects the contents
/// of all open containers on two of these, so that each container needs one allocation, whatever its number of
/// elements.
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

  /// The topmost element, which can be changed in place. There must be one.
  var top: Element {
    get { storage[count - 1] }
    _modify { yield &storage[count - 1] }
  }

  /// Pops all elements from `start` on, in the order in which they were pushed.
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
