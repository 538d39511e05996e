/// Where a node stands in its source text, as byte offsets into the UTF-8 text; the end is exclusive.
///
/// A place never takes part in the equality of nodes: two documents are equal when they say the same,
/// wherever they say it. So `==` is always true here, on purpose, and `hash(into:)` adds nothing.
package struct Place: Hashable, Sendable {
  /// Both offsets in one word, the start in the upper half: nodes are moved about a great deal, and a node of few
  /// words is moved in registers.
  private var offsets: UInt64

  package var start: Int32 {
    get { Int32(truncatingIfNeeded: offsets >> 32) }
    set { self = Place(start: newValue, end: end) }
  }

  package var end: Int32 {
    get { Int32(truncatingIfNeeded: offsets) }
    set { self = Place(start: start, end: newValue) }
  }

  /// The place of a node that was made by a program and stands in no text.
  package static var none: Place { Place(start: -1, end: -1) }

  @inline(__always)
  package init(start: Int32, end: Int32) {
    offsets = UInt64(UInt32(bitPattern: start)) << 32 | UInt64(UInt32(bitPattern: end))
  }

  package static func == (_: Place, _: Place) -> Bool { true }
  package func hash(into _: inout Hasher) {}
}
