/// Bounds on what one operation may ask for. A faked schema has no end: every object leads to further ones.
package struct ExecutionLimits: Hashable, Sendable {
  /// How many objects may stand inside each other in a response. The executor calls itself a few times a level.
  package var depth: Int
  /// How many fields and list items a response may have altogether.
  package var values: Int

  package init(depth: Int = 100, values: Int = 1_000_000) {
    self.depth = depth
    self.values = values
  }

  /// 100 levels, a million values.
  package static let standard = ExecutionLimits()
}
