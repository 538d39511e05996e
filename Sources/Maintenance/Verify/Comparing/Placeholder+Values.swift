import OrderedJSON
import Recordings

extension Placeholder {
  /// Indicates whether a value is the placeholder of a secret. In answers only strings have one.
  static func isSecret(_ value: JSON) -> Bool {
    guard case .string(let text) = value else { return false }
    return Caller.isIssued(text)
  }

  /// Indicates whether a value is a placeholder for one of any type.
  static func isOfAnyType(_ value: JSON) -> Bool {
    guard case .string(let text) = value else { return false }
    return isOne(text) && !isSecret(value)
  }
}
