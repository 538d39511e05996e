/// The parser's limits on input, against texts that would exhaust memory or the stack.
package struct JSONLimits: Hashable, Sendable {
  /// The maximum nesting of arrays and objects; `[[1]]` has depth 2.
  ///
  /// The parser needs no stack for depth, but the Swift runtime does when it frees a nested value. The default is safe
  /// on a thread with a stack of 512 kB in a debug build.
  package var depth: Int

  /// The maximum length of the text, in bytes.
  package var bytes: Int

  package init(depth: Int = 512, bytes: Int = 64 << 20) {
    self.depth = depth
    self.bytes = bytes
  }

  package static let standard = JSONLimits()
}
