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
    root.walk(at: false) { slot, isInList in isInList || slot.name == nil }.compactMap { value, isInList in
      value.stringValue.flatMap { issued($0) }.map { ($0, isInList) }
    }
  }
}
