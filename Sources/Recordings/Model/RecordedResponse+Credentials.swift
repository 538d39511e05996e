import OrderedJSON

extension RecordedResponse {
  /// The placeholders of the credentials that an answer issues, in its body or as cookies.
  package var issuedCredentials: Set<String> {
    var found: Set<String> = []
    func note(_ text: String) {
      guard text.utf8.count >= 12, let credential = Credential(text), Pseudonym.isOne(credential.bytes),
        !Pseudonym.isRedacted(credential.bytes.text)
      else { return }
      found.insert(credential.bytes.text)
    }
    var open = body.answers
    while let value = open.popLast() {
      switch value {
      case .string(let text): note(text)
      case .array(let elements): open += elements
      case .object(let object): open += object.members.map(\.value)
      case .null, .bool, .number: break
      }
    }
    for line in setCookies {
      let pair = line.prefix { $0 != ";" }
      guard let sign = pair.firstIndex(of: "=") else { continue }
      note(String(pair[pair.index(after: sign)...]))
    }
    return found
  }
}
