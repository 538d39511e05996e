/// Why a certificate, a key or the local authority cannot be used: which file, what is wrong with it, and what to do.
package struct TLSProblem: Error, Hashable, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }
}
