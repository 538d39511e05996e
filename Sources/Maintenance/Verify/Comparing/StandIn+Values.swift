import OrderedJSON
import Recordings

extension StandIn {
  /// Whether a value of an answer is the pseudonym of a secret. In answers only strings get one.
  static func isSecret(_ value: JSON) -> Bool {
    guard case .string(let text) = value else { return false }
    return Caller.isIssued(text)
  }

  /// Whether a value of an answer stands for another one whose type it does not tell.
  static func isOfAnyType(_ value: JSON) -> Bool {
    guard case .string(let text) = value else { return false }
    return isOne(text) && !isSecret(value)
  }
}
