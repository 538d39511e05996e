/// Faults in the delivery of an answer, which a server applies to the connection.
package struct Delivery: Hashable, Sendable {
  /// True to reset the connection instead of answering (TCP RST).
  package var resets = false
  /// The number of bytes after which the body is cut and the connection breaks, so that nobody takes it for whole.
  package var truncatesAfter: Int?
  /// The speed of the body in bytes per second.
  package var bytesPerSecond: Int?

  package init() {}

  /// True if there is no fault.
  package var isUsual: Bool { self == Delivery() }
}
