package import OrderedJSON

/// Converts errors between protocols.
enum EncodedErrors {
  /// Returns an array of errors made from any of its formats: an array, one error, a response with `errors`, or a text.
  static func array(_ said: JSON?) -> JSON {
    switch said {
    case .array(let errors)? where !errors.isEmpty: .array(errors)
    case .object(let object)?:
      if case .array(let errors)? = object["errors"], !errors.isEmpty {
        .array(errors)
      } else {
        .array([.object(object)])
      }
    case .string(let text)? where !text.isEmpty: .array([.object(["message": .string(text)])])
    default: .array([.object(["message": "The upstream ended the operation with an error without a message."])])
    }
  }
}

extension JSON {
  /// Returns an object without a member.
  package func without(_ name: String) -> JSON {
    guard case .object(var object) = self else { return self }
    object.members.removeAll { $0.name == name }
    return .object(object)
  }
}
