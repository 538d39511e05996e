/// Something about folders, files or flags that stops a run before it starts.
package struct ConfigurationError: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}
