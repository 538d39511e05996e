/// Bytes that are being written, one token after the other, in memory that grows as needed.
///
/// What an array does as well, without its checks at every byte: the canonical text is made for every new spelling of a
/// request.
struct ByteSink: ~Copyable {
  private var base: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  private(set) var count = 0

  init(capacity: Int) {
    self.capacity = max(capacity, 64)
    base = .allocate(capacity: self.capacity)
  }

  deinit { base.deallocate() }

  /// What has been written so far.
  var bytes: [UInt8] { Array(UnsafeBufferPointer(start: base, count: count)) }

  /// The byte that was written last, 0 at the start.
  var last: UInt8 { count == 0 ? 0 : base[count - 1] }

  mutating func append(_ byte: UInt8) {
    reserve(1)
    base[count] = byte
    count += 1
  }

  mutating func append(_ text: String) {
    let isWritten: Void? = text.utf8.withContiguousStorageIfAvailable { append($0) }
    // A text in another encoding; the parser makes none, but programs may.
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
