/// Why a value does not fit a type, in the reference implementation's words.
package struct CoercionFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The sentence, e.g. `Int cannot represent non-integer value: "a"`.
  package let message: String

  package init(_ message: String) { self.message = message }

  package var description: String { message }
}
