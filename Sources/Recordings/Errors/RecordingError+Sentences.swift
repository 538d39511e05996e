import GraphQLLanguage
package import OrderedJSON

/// All messages except those about the content of a file, which are where the file is read.
extension RecordingError {
  /// An example for commands in messages, when the upstream is not known.
  package static let exampleUpstream = "https://api.example.com/graphql"

  static func system(_ failure: FileFailure) -> RecordingError {
    if failure.isDamaged {
      return RecordingError(
        .system, failure.path, nil,
        "is not a whole file of `understudy pack`, was changed, or is one of another version. Repeat `understudy pack`."
      )
    }
    if failure.isPacked { return packed(failure.path) }
    return RecordingError(
      .system, failure.path, nil,
      "cannot \(failure.action): \(failure.reason). Check the path, its permissions and the free disk space.")
  }

  static func notJSON(_ path: String, _ error: JSONError, bytes: [UInt8]) -> RecordingError {
    if let conflict = conflict(path, in: bytes, .notJSON) { return conflict }
    let place = Place(line: error.line, column: error.column)
    return RecordingError(.notJSON, path, place, "not JSON: \(error.message). Correct it at this place.")
  }

  /// Returns the error of a file with Git's conflict markers; nil if it has none.
  package static func conflict(_ path: String, in bytes: [UInt8], _ code: Code) -> RecordingError? {
    ConflictMarkers.line(in: bytes).map {
      RecordingError(code, path, Place(line: $0, column: 1), ConflictMarkers.sentence)
    }
  }

  static func byteOrderMark(_ path: String) -> RecordingError {
    RecordingError(
      .notJSON, path, Place(line: 1, column: 1),
      "begins with a byte order mark (EF BB BF), which JSON does not allow. Remove it: `understudy fmt`.")
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
    RecordingError(
      .tooLarge, path, nil,
      "is larger than \(limit >> 20) MiB, which is the limit for a file. Split it, or record less data.")
  }

  static func tooManyAnswers(_ path: String, limit: Int) -> RecordingError {
    RecordingError(
      .tooLarge, path, nil,
      "the different answers of this run take more than \(limit >> 20) MiB, which is the limit. Stop the recorder, and "
        + "record the rest in another run.")
  }

  package static func missingFolder(_ path: String) -> RecordingError {
    RecordingError(
      .missingFolder, path, nil,
      "there is no such folder. \(RecordingsFolder.elsewhere(than: path)) To record, for example: "
        + "`understudy record --upstream \(exampleUpstream) --endpoint shop`")
  }

  package static func missingEndpoint(_ path: String, name: String, known: [String]) -> RecordingError {
    let shown = shown(.string(name))
    guard !known.isEmpty else {
      return RecordingError(
        .missingFolder, path, nil, "it has no folder \(shown), and no others. Choose another folder with --recordings.")
    }
    return RecordingError(
      .missingFolder, path, nil, "it has no folder \(shown): \(expected(.string(name), known))")
  }

  package static func symbolicLink(_ path: String) -> RecordingError {
    RecordingError(
      .outside, path, nil,
      "is a symbolic link. Recordings are read only from inside their folder. Replace the link with its target.")
  }

  static func notAFile(_ path: String) -> RecordingError {
    RecordingError(.system, path, nil, "is not a regular file. Move it away.")
  }

  static func packed(_ path: String) -> RecordingError {
    RecordingError(
      .system, path, nil,
      "is packed and cannot be changed. Change the folder that it was packed from, and repeat `understudy pack`.")
  }

  static func isEndpoint(_ path: String) -> RecordingError {
    RecordingError(
      .invalidEndpoint, path, nil,
      "has the recordings of one endpoint. Choose the folder that it is in, or another one.")
  }

  static func packedTwice(_ path: String, folder: String) -> RecordingError {
    RecordingError(
      .duplicate, path, nil,
      "is the packed form of an endpoint that has a folder too, \(folder). Keep one of them in this folder.")
  }

  static func packedWithoutRecordings(_ path: String) -> RecordingError {
    RecordingError(
      .invalidEndpoint, path, nil,
      "is the packed form of an endpoint that the packed recordings do not have, and would still be answered. Remove this file, or choose another folder with --output."
    )
  }

  static func endpointName(_ path: String, name: String) -> RecordingError {
    RecordingError(
      .invalidEndpoint, path, nil,
      "\"\(name)\" cannot be the name of an endpoint, which is part of its URL: expected letters, digits, dots, dashes and "
        + "underscores, starting with a letter or a digit, at most 100.")
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
      "the folder of an operation has a name like query.CountryDetail-1f3a9c2e: kind, name, dash, the first digits of "
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

  package static func missingAnswer(_ path: String) -> RecordingError {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let id = (parts.last ?? "").prefix { $0 != "." }
    let sessions = parts.dropLast(3).joined(separator: "/") + "/\(SessionStore.folderName)"
    return RecordingError(
      .invalidRecording, path, nil,
      "is missing, and a session uses it. Restore it from version control. Or remove the sessions that use it, and record their tests again. To list them: grep -rl \(id) \(shellQuoted(sessions))"
    )
  }

  package static func missingOperation(ofSession path: String, folder: String) -> RecordingError {
    RecordingError(
      .invalidOperation, path, nil,
      "a step names the operation \(folder), which has no folder. Restore it from version control, or remove "
        + "this session and record its test again.")
  }

  static func wrongFolder(_ path: String, expected: String) -> RecordingError {
    RecordingError(
      .misnamed, path, nil,
      "the operation does not match the name of its folder, which would be "
        + "\(expected). If the endpoint's folder was renamed, restore its name (it is part of every recording's "
        + "name), or record again. Otherwise undo the change, or record the operation again.")
  }

  static func wrongFile(_ path: String, expected: String) -> RecordingError {
    RecordingError(
      .misnamed, path, nil,
      "the name does not match the variables and the identity in the file. Rename it to \(expected).")
  }

  static func beforeRules(_ path: String, expected: String) -> RecordingError {
    RecordingError(
      .misnamed, path, nil,
      "was recorded without the current rules of \(EndpointFolder.configurationFileName), under which its name is \(expected): "
        + "see `understudy check --rules`. To rename it: `understudy check --rules --apply`.")
  }

  package static func unfinishedRewriting(_ path: String) -> RecordingError {
    let recordings = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
    return RecordingError(
      .misnamed, path, nil,
      "a change of its recordings was interrupted. Finish it: `understudy fmt --recordings '\(recordings)'`.")
  }

  static func badJournal(_ path: String) -> RecordingError {
    RecordingError(
      .invalidRecording, path, nil,
      "is not the journal of an interrupted rename. Restore the endpoint's "
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
      "is missing, so the operation of the recordings beside it is unknown. Restore it from version "
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

  // MARK: Parts of messages

  /// Formats `expected "anonymous" or "authenticated". Did you mean "anonymous"?`
  package static func expected(_ found: JSON, _ valid: [String]) -> String {
    let suggestions = if case .string(let text) = found { suggestionList(text, valid) } else { [String]() }
    return "expected \(list(valid, "or")).\(didYouMean(nil, suggestions))"
  }

  /// Formats `"a", "b" and "c"`.
  package static func list(_ names: [String], _ word: String = "and") -> String {
    let quoted = names.map { "\"\($0)\"" }
    guard let last = quoted.last, quoted.count > 1 else { return quoted.first ?? "nothing" }
    return "\(quoted.dropLast().joined(separator: ", ")) \(word) \(last)"
  }

  /// Formats a value as in the file, cut if it is long.
  package static func shown(_ value: JSON) -> String {
    let text = value.compactText
    return text.count > 60 ? "\(text.prefix(57))…" : text
  }

  /// The kind of a value, for messages about a wrong one: `a list`, `null`, …
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
