/// The range of a node in its source text, as byte offsets into the UTF-8; the end is exclusive.
///
/// Places are ignored when nodes are compared: `==` is always true and `hash(into:)` adds nothing.
package struct Place: Hashable, Sendable {
  /// Both offsets in one word, the start in the upper half. Nodes are moved often, and small ones move in registers.
  private var offsets: UInt64

  package var start: Int32 {
    get { Int32(truncatingIfNeeded: offsets >> 32) }
    set { self = Place(start: newValue, end: end) }
  }

  package var end: Int32 {
    get { Int32(truncatingIfNeeded: offsets) }
    set { self = Place(start: start, end: newValue) }
  }

  /// The place of a node that comes from no text.
  package static var none: Place { Place(start: -1, end: -1) }

  @inline(__always)
  package init(start: Int32, end: Int32) {
    offsets = UInt64(UInt32(bitPattern: start)) << 32 | UInt64(UInt32(bitPattern: end))
  }

  package static func == (_: Place, _: Place) -> Bool { true }
  package func hash(into _: inout Hasher) {}
}
