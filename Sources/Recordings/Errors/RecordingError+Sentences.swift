import GraphQLLanguage
package import OrderedJSON

/// The sentences, in one place. Those about the content of a file are where the file is read.
extension RecordingError {
  /// A URL for commands in messages, where the upstream is not known.
  package static let exampleUpstream = "https://api.example.com/graphql"

  static func system(_ failure: FileFailure) -> RecordingError {
    RecordingError(.system, failure.path, nil, "cannot \(failure.action): \(failure.reason).")
  }

  static func notJSON(_ path: String, _ error: JSONError, bytes: [UInt8]) -> RecordingError {
    if let conflict = conflict(path, in: bytes, .notJSON) { return conflict }
    let place = Place(line: error.line, column: error.column)
    return RecordingError(.notJSON, path, place, "not JSON: \(error.message).")
  }

  /// The error of a file with Git's conflict markers; nil for a file without.
  package static func conflict(_ path: String, in bytes: [UInt8], _ code: Code) -> RecordingError? {
    ConflictMarkers.line(in: bytes).map {
      RecordingError(code, path, Place(line: $0, column: 1), ConflictMarkers.sentence)
    }
  }

  static func byteOrderMark(_ path: String) -> RecordingError {
    RecordingError(
      .notJSON, path, Place(line: 1, column: 1),
      "begins with a byte order mark (EF BB BF), which JSON does not have: take it away by `understudy fmt`.")
  }

  static func newerFormat(
    _ path: String, _ place: Place, format: Int, newest: Int
  ) -> RecordingError {
    RecordingError(
      .newerFormat, path, place,
      "was written by a newer Understudy (format \(format); this one reads up to \(newest)): "
        + "update understudy, or record again with this one into an empty folder.")
  }

  package static func tooLarge(_ path: String, limit: Int) -> RecordingError {
    RecordingError(.tooLarge, path, nil, "is larger than \(limit >> 20) MiB, the most that is read of a file.")
  }

  static func tooManyAnswers(_ path: String, limit: Int) -> RecordingError {
    RecordingError(
      .tooLarge, path, nil,
      "the different answers of this run take more than \(limit >> 20) MiB, which is the limit: stop the recorder, and "
        + "record the rest in another run.")
  }

  package static func missingFolder(_ path: String) -> RecordingError {
    RecordingError(
      .missingFolder, path, nil,
      "there is no such folder: record into it, for example with `understudy record --upstream \(exampleUpstream)`, "
        + "or name another with --recordings.")
  }

  package static func missingEndpoint(_ path: String, name: String, known: [String]) -> RecordingError {
    let shown = shown(.string(name))
    guard !known.isEmpty else {
      return RecordingError(.missingFolder, path, nil, "there is no folder \(shown) in it, nor any other.")
    }
    return RecordingError(
      .missingFolder, path, nil, "there is no folder \(shown) in it: \(expected(.string(name), known))")
  }

  package static func symbolicLink(_ path: String) -> RecordingError {
    RecordingError(
      .outside, path, nil,
      "is a symbolic link, and recordings are read from inside of their folder only: replace it by what it leads to.")
  }

  static func notAFile(_ path: String) -> RecordingError {
    RecordingError(.system, path, nil, "is not a regular file.")
  }

  static func endpointName(_ path: String, name: String) -> RecordingError {
    RecordingError(
      .invalidEndpoint, path, nil,
      "\"\(name)\" cannot be an endpoint's name, which is part of its URL: expected letters, digits, dots, dashes and "
        + "underscores, the first a letter or a digit, at most 100.")
  }

  package static func endpointCase(_ path: String, name: String, other: String) -> RecordingError {
    RecordingError(
      .invalidEndpoint, path, nil,
      "there is a folder \(other), whose name differs from \(name) only in upper and lower case. On macOS and Windows "
        + "they are the same folder. Use --endpoint \(other), or choose another name.")
  }

  static func misnamedFolder(_ path: String) -> RecordingError {
    RecordingError(
      .misnamed, path, nil,
      "the name of an operation's folder is like query.CountryDetail-1f3a9c2e: kind, name, dash, the first digits of "
        + "its hash. Record the operation again, or move the folder away.")
  }

  static func misnamedFile(_ path: String) -> RecordingError {
    RecordingError(
      .misnamed, path, nil,
      "the name of a recording ends in a dash, the first digits of its hash and .json, like code=CA-7be1d204.json. "
        + "Record it again, or move the file away.")
  }

  static func misnamedSession(_ path: String) -> RecordingError {
    RecordingError(
      .misnamed, path, nil,
      "the name of a session's file ends in a dash, eight digits of a hash and .json. Restore its name from version "
        + "control, or move the file away.")
  }

  package static func wrongFile(_ path: String, session expected: String) -> RecordingError {
    RecordingError(
      .misnamed, path, nil, "the name does not match the session's name in the file: rename the file to \(expected).")
  }

  package static func duplicate(_ path: String, session: String, other: String) -> RecordingError {
    RecordingError(
      .duplicate, path, nil,
      "records the session \(shown(.string(session))), as \(other) does: remove one of the two files.")
  }

  static func missingAnswer(_ path: String) -> RecordingError {
    RecordingError(
      .invalidRecording, path, nil,
      "is missing, and a session uses it: restore it from version control, or record the session again.")
  }

  static func missingOperation(ofSession path: String, folder: String) -> RecordingError {
    RecordingError(
      .invalidOperation, path, nil,
      "a step names the operation \(folder), and there is no such folder: restore it from version control, or record "
        + "the session again.")
  }

  static func wrongFolder(_ path: String, expected: String) -> RecordingError {
    RecordingError(
      .misnamed, path, nil,
      "the operation does not belong to the name of its folder: by its text and its endpoint the folder would be "
        + "\(expected). If the endpoint's folder was renamed, name it as before (the endpoint's name counts in every "
        + "recording), or record anew; else undo the change, or record the operation again.")
  }

  static func wrongFile(_ path: String, expected: String) -> RecordingError {
    RecordingError(
      .misnamed, path, nil,
      "the name does not belong to the variables and the identity in the file: rename it to \(expected).")
  }

  static func beforeRules(_ path: String, expected: String) -> RecordingError {
    RecordingError(
      .misnamed, path, nil,
      "was recorded without the rules that \(EndpointFolder.configurationFileName) has now, with which its name is \(expected): "
        + "see `understudy check --rules`, and let `understudy check --rules --apply` rename it.")
  }

  package static func unfinishedRewriting(_ path: String) -> RecordingError {
    RecordingError(
      .misnamed, path, nil,
      "a renaming of its recordings was interrupted: finish it by `understudy fmt`.")
  }

  static func badJournal(_ path: String) -> RecordingError {
    RecordingError(
      .invalidRecording, path, nil,
      "is not the list of what an interrupted renaming has left to do: restore the endpoint's "
        + "folder from version control, and remove this file.")
  }

  package static func duplicate(_ path: String, other: String) -> RecordingError {
    RecordingError(
      .duplicate, path, nil,
      "has the same operation, variables and identity as \(other): keep one of the two files.")
  }

  static func missingOperation(_ path: String) -> RecordingError {
    RecordingError(
      .invalidOperation, path, nil,
      "is missing, so nothing tells which operation the recordings beside it belong to: restore it from version "
        + "control, or record the operation again into an empty folder.")
  }

  static func syntax(_ path: String, _ error: SyntaxError) -> RecordingError {
    let location = error.location
    return RecordingError(
      .invalidOperation, path, Place(line: location.line, column: location.column), error.message)
  }

  package static func operation(_ path: String, _ message: String) -> RecordingError {
    RecordingError(.invalidOperation, path, nil, message)
  }

  // MARK: Parts of sentences

  /// `expected "anonymous" or "authenticated". Did you mean "anonymous"?`
  package static func expected(_ found: JSON, _ valid: [String]) -> String {
    let suggestions = if case .string(let text) = found { suggestionList(text, valid) } else { [String]() }
    return "expected \(list(valid, "or")).\(didYouMean(nil, suggestions))"
  }

  /// `"a", "b" and "c"`
  package static func list(_ names: [String], _ word: String = "and") -> String {
    let quoted = names.map { "\"\($0)\"" }
    guard let last = quoted.last, quoted.count > 1 else { return quoted.first ?? "nothing" }
    return "\(quoted.dropLast().joined(separator: ", ")) \(word) \(last)"
  }

  /// A value as it stands in the file, cut where it is long.
  package static func shown(_ value: JSON) -> String {
    let text = value.compactText
    return text.count > 60 ? "\(text.prefix(57))…" : text
  }

  /// `a list`, `null`, …: what a value is rather than what would be right.
  static func kindName(_ value: JSON) -> String {
    switch value {
    case .null: "null"
    case .bool: "a Boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "a list"
    case .object: "an object"
    }
  }
}
