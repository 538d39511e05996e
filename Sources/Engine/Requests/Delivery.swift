/// How an answer goes wrong on its way: what a server does to the connection on request.
package struct Delivery: Hashable, Sendable {
  /// The connection is reset in the place of the answer (TCP RST).
  package var resets = false
  /// The body is cut after so many bytes, and the connection breaks, so that nobody takes it for whole.
  package var truncatesAfter: Int?
  /// How fast the body is sent, in bytes a second.
  package var bytesPerSecond: Int?

  package init() {}

  /// Whether the answer is sent as any other.
  package var isUsual: Bool { self == Delivery() }
}
