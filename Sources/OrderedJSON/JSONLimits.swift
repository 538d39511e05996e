/// What the parser refuses to take in: bounds against texts that would eat memory or stack.
package struct JSONLimits: Hashable, Sendable {
  /// How many arrays and objects may stand inside each other; `[[1]]` has depth 2. 512 unless said otherwise.
  ///
  /// The parser needs no stack for depth, but letting go of a nested value does (the Swift runtime frees it level
  /// by level). The default is safe on a thread of 512 kB in a debug build.
  package var depth: Int

  /// How long the text may be, in bytes. 64 MiB unless said otherwise.
  package var bytes: Int

  package init(depth: Int = 512, bytes: Int = 64 << 20) {
    self.depth = depth
    self.bytes = bytes
  }

  /// Depth 512, 64 MiB.
  package static let standard = JSONLimits()
}
