/// A problem with a certificate, a key or the local CA: the file, the reason, and what to do.
package struct TLSProblem: Error, Hashable, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }
}
