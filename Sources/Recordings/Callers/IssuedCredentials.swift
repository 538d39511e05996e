package import OrderedJSON

extension Credential {
  /// Returns the placeholder of a credential that an answer issued, if a text is one, with or without a scheme.
  package static func issued(_ text: String) -> String? {
    guard text.utf8.count >= 12, let credential = Credential(text), Pseudonym.isOne(credential.bytes),
      !Pseudonym.isRedacted(credential.bytes.text)
    else { return nil }
    return credential.bytes.text
  }

  /// Returns the placeholders of credentials that an answer issues, in its order, and whether each is in a list.
  package static func issued(in root: JSON) -> [(placeholder: String, isInList: Bool)] {
    var found: [(placeholder: String, isInList: Bool)] = []
    var open = [(value: root, isInList: false)]
    while let (value, isInList) = open.popLast() {
      switch value {
      case .string(let text): if let placeholder = issued(text) { found.append((placeholder, isInList)) }
      case .array(let elements): open += elements.reversed().map { ($0, true) }
      case .object(let object): open += object.members.reversed().map { ($0.value, isInList) }
      case .null, .bool, .number: break
      }
    }
    return found
  }
}
