package import OrderedJSON

/// GraphQL errors, as the protocols spell them.
enum EncodedErrors {
  /// An array of errors from what came in their place: an array, one error, an answer with `errors`, or anything.
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
  /// An object without a member.
  package func without(_ name: String) -> JSON {
    guard case .object(var object) = self else { return self }
    object.members.removeAll { $0.name == name }
    return .object(object)
  }
}
