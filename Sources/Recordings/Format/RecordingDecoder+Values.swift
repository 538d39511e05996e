import GraphQLLanguage
package import OrderedJSON

extension RecordingDecoder {
  func check(
    _ object: JSONObject, _ path: Path, known: [String], required: [String]
  ) throws(RecordingError) {
    for member in object.members where !known.contains(member.name) {
      let suggestions = didYouMean(nil, suggestionList(member.name, known))
      throw error(
        path + [.name(member.name)],
        "unknown member \(RecordingError.shown(.string(member.name))): expected \(RecordingError.list(known)).\(suggestions)"
      )
    }
    for name in required where !object.members.contains(where: { $0.name == name }) {
      throw error(path, "the member \"\(name)\" is missing. Add it, or record again.")
    }
  }

  /// The value of a member whose presence `check` has verified.
  func value(_ object: JSONObject, _ name: String) -> JSON {
    object.members.first { $0.name == name }?.value ?? .null
  }

  package func object(_ value: JSON, _ path: Path, _ what: String) throws(RecordingError) -> JSONObject {
    guard case .object(let object) = value else {
      throw error(path, "\(what) is \(RecordingError.kindName(value)): expected an object.")
    }
    return object
  }

  func array(_ value: JSON, _ path: Path, _ what: String) throws(RecordingError) -> [JSON] {
    guard case .array(let elements) = value else {
      throw error(path, "\(what) is \(RecordingError.kindName(value)): expected a list.")
    }
    return elements
  }

  func string(_ value: JSON, _ path: Path, _ what: String) throws(RecordingError) -> String {
    guard case .string(let text) = value else {
      throw error(path, "\(what) is \(RecordingError.kindName(value)): expected a string.")
    }
    guard !LoneSurrogates.occur(in: text) else {
      throw error(path, "\(what) contains an unpaired surrogate, which is not valid text. Remove it, or record again.")
    }
    return LoneSurrogates.decoded(text)
  }

  func duplicateName(_ path: Path) -> RecordingError {
    guard case .member(let name, let occurrence)? = path.last else {
      return error(path, "a name appears twice. Keep one of the two.")
    }
    return error(
      path.dropLast() + [.name(name, occurrence: occurrence)],
      "\(RecordingError.shown(.string(name))) appears twice. After a merge, keep one of the two.")
  }

  func error(_ path: Path, _ message: String) -> RecordingError {
    RecordingError(.invalidRecording, self.path, JSONLocator.place(of: path, in: bytes), message)
  }
}
