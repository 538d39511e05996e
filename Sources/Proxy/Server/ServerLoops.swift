import NIOCore

/// The event loops of the process, one thread each, shared by all servers and upstream connections.
package enum ServerLoops {
  private static let usualMaximum = 8

  /// Sets the number of loops. Call it once, before the first server or connection.
  /// - Parameter count: the number; nil for one a core, at most 8.
  package static func use(_ count: Int?) {
    NIOSingletons.groupLoopCountSuggestion = count ?? min(System.coreCount, usualMaximum)
  }
}
