import NIOCore

/// The event loops of the process, one thread each, which all its servers and its connections to endpoints share.
package enum ServerLoops {
  /// The most that are used unless more are asked for.
  private static let usualMaximum = 8

  /// Says how many loops there are. Call it once, before the first server or connection.
  ///
  /// - Parameter count: how many; nil for one a core, at most 8.
  package static func use(_ count: Int?) {
    NIOSingletons.groupLoopCountSuggestion = count ?? min(System.coreCount, usualMaximum)
  }
}
