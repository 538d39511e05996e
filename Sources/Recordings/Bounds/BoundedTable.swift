package import DequeModule

/// A table with a bound in bytes. When it is full, it gives up its oldest entries, never all of them.
///
/// Entries are given up in the order in which they came. One that was looked up since then is passed over once. Which
/// entries are given up follows from the calls alone: no clock, no randomness. Looking something up allocates nothing.
package struct BoundedTable<Key: Hashable, Value> {
  @usableFromInline
  struct Entry {
    @usableFromInline let value: Value
    @usableFromInline let bytes: Int
    /// Its place in the order; it moves if the entry is passed over.
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
  /// The keys in order; those whose entry has another number are gone.
  @usableFromInline var order: Deque<(key: Key, number: Int)> = []
  @usableFromInline var last = 0
  @usableFromInline var held = 0
  package let byteLimit: Int

  /// The bytes of all entries.
  @inlinable package var bytes: Int { held }

  /// The most entries that are passed over while one is added, so that adding never takes long.
  @usableFromInline static var passLimit: Int { 64 }

  /// - Parameter byteLimit: the most bytes that the entries hold, as the callers of `keep` count them.
  package init(byteLimit: Int) { self.byteLimit = byteLimit }

  /// The number of entries.
  package var count: Int { entries.count }

  /// Looks a value up, and notes that it was used.
  @inlinable
  package mutating func value(for key: Key) -> Value? {
    guard let index = entries.index(forKey: key) else { return nil }
    if !entries.values[index].wasUsed { entries.values[index].wasUsed = true }
    return entries.values[index].value
  }

  /// Looks a value up, and does not count that as a use.
  package func peek(_ key: Key) -> Value? { entries[key]?.value }

  /// All entries, in no order.
  package var all: [(key: Key, value: Value)] { entries.map { ($0.key, $0.value.value) } }

  /// Keeps a value in the place of the one that the key had. A value larger than the bound is not kept.
  ///
  /// - Parameters:
  ///   - value: the value.
  ///   - key: its key.
  ///   - size: the bytes that it takes, with its key.
  @inlinable
  package mutating func keep(_ value: Value, for key: Key, bytes size: Int) {
    remove(key)
    guard size <= byteLimit else { return }
    var passes = 0
    while held + size > byteLimit { giveUpOldest(&passes) }
    last += 1
    held += size
    entries[key] = Entry(value: value, bytes: size, number: last)
    order.append((key, last))
  }

  /// Removes a value.
  @inlinable
  package mutating func remove(_ key: Key) {
    guard let entry = entries.removeValue(forKey: key) else { return }
    held -= entry.bytes
    // What is gone takes no room in the order for long.
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
      entries.remove(at: index)
    }
  }

  @inlinable
  mutating func compact() { order.removeAll { entries[$0.key]?.number != $0.number } }
}

extension BoundedTable: Sendable where Key: Sendable, Value: Sendable {}
extension BoundedTable.Entry: Sendable where Key: Sendable, Value: Sendable {}
