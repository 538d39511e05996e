package import DequeModule

/// A table with a limit in bytes. When it is full, it drops its oldest entries, never all of them.
///
/// Entries are dropped in insertion order; one that was used since then is skipped once. The calls alone determine
/// which entries are dropped, without a clock or randomness. Lookups allocate nothing.
package struct BoundedTable<Key: Hashable, Value> {
  @usableFromInline
  struct Entry {
    @usableFromInline let value: Value
    @usableFromInline let bytes: Int
    /// The entry's position in the order, which changes if the entry is skipped.
    @usableFromInline var number: Int
    @usableFromInline var wasUsed = false

    @usableFromInline
    init(value: Value, bytes: Int, number: Int) {
      self.value = value
      self.bytes = bytes
      self.number = number
    }
  }

  @usableFromInline var entries: [Key: Entry] = [:]
  /// The keys in order. Those whose entry has another number are obsolete.
  @usableFromInline var order: Deque<(key: Key, number: Int)> = []
  @usableFromInline var last = 0
  @usableFromInline var held = 0
  @usableFromInline var dropped = false
  package let byteLimit: Int

  @inlinable package var bytes: Int { held }

  /// True if an entry was dropped for another one, or was too large.
  package var hasDropped: Bool { dropped }

  /// The maximum number of entries to skip while one is added, so that adding is always fast.
  @usableFromInline static var passLimit: Int { 64 }

  /// - Parameter byteLimit: the maximum bytes of the entries, as counted by the callers of `keep`.
  package init(byteLimit: Int) { self.byteLimit = byteLimit }

  package var count: Int { entries.count }

  /// Returns a value and marks it as used.
  @inlinable
  package mutating func value(for key: Key) -> Value? {
    guard let index = entries.index(forKey: key) else { return nil }
    if !entries.values[index].wasUsed { entries.values[index].wasUsed = true }
    return entries.values[index].value
  }

  /// Returns a value without marking it as used.
  package func peek(_ key: Key) -> Value? { entries[key]?.value }

  /// All entries, in no particular order.
  package var all: [(key: Key, value: Value)] { entries.map { ($0.key, $0.value.value) } }

  /// Stores a value, replacing the key's existing one. A value larger than the limit is not stored. `size` is the
  /// number of bytes of the value and its key.
  @inlinable
  package mutating func keep(_ value: Value, for key: Key, bytes size: Int) {
    remove(key)
    guard size <= byteLimit else {
      dropped = true
      return
    }
    var passes = 0
    while held + size > byteLimit { giveUpOldest(&passes) }
    last += 1
    held += size
    entries[key] = Entry(value: value, bytes: size, number: last)
    order.append((key, last))
  }

  @inlinable
  package mutating func remove(_ key: Key) {
    guard let entry = entries.removeValue(forKey: key) else { return }
    held -= entry.bytes
    // Obsolete keys are soon removed from the order.
    if order.count > 2 * entries.count + 64 { compact() }
  }

  package mutating func removeAll() { self = BoundedTable(byteLimit: byteLimit) }

  @inlinable
  mutating func giveUpOldest(_ passes: inout Int) {
    let (key, number) = order.removeFirst()
    guard let index = entries.index(forKey: key), entries.values[index].number == number else { return }
    if entries.values[index].wasUsed, passes < Self.passLimit {
      passes += 1
      last += 1
      entries.values[index].wasUsed = false
      entries.values[index].number = last
      order.append((key, last))
    } else {
      held -= entries.values[index].bytes
      dropped = true
      entries.remove(at: index)
    }
  }

  @inlinable
  mutating func compact() { order.removeAll { entries[$0.key]?.number != $0.number } }
}

extension BoundedTable: Sendable where Key: Sendable, Value: Sendable {}
extension BoundedTable.Entry: Sendable where Key: Sendable, Value: Sendable {}
