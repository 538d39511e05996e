/// A problem with folders, files or options that prevents a run from starting.
package struct ConfigurationError: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}
