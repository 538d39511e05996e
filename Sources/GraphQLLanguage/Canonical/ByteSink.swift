/// A growing buffer of bytes.
///
/// Replaces an array to avoid its checks at every byte: each new request text is made canonical.
struct ByteSink: ~Copyable {
  private var base: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  private(set) var count = 0

  init(capacity: Int) {
    self.capacity = max(capacity, 64)
    base = .allocate(capacity: self.capacity)
  }

  deinit { base.deallocate() }

  var bytes: [UInt8] { Array(UnsafeBufferPointer(start: base, count: count)) }

  /// The last byte written; 0 if there is none.
  var last: UInt8 { count == 0 ? 0 : base[count - 1] }

  mutating func append(_ byte: UInt8) {
    reserve(1)
    base[count] = byte
    count += 1
  }

  mutating func append(_ text: String) {
    let isWritten: Void? = text.utf8.withContiguousStorageIfAvailable { append($0) }
    // Text in another encoding. The parser makes none, but a program's AST may hold one.
    if isWritten == nil { append(Array(text.utf8)) }
  }

  mutating func append(_ more: [UInt8]) { more.withUnsafeBufferPointer { append($0) } }

  private mutating func append(_ more: UnsafeBufferPointer<UInt8>) {
    guard let start = more.baseAddress, !more.isEmpty else { return }
    reserve(more.count)
    (base + count).initialize(from: start, count: more.count)
    count += more.count
  }

  private mutating func reserve(_ more: Int) {
    if count + more > capacity { grow(by: more) }
  }

  @inline(never)
  private mutating func grow(by more: Int) {
    capacity = max(capacity * 2, count + more)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    larger.moveInitialize(from: base, count: count)
    base.deallocate()
    base = larger
  }
}
