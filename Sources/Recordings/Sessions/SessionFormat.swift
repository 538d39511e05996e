import GraphQLLanguage
import OrderedJSON

/// Format 2: the files of named sessions and of their answers. `RecordingFormat.md` describes it for reviewers.
package enum SessionFormat {
  /// The version that is written, and the newest that is read.
  package static let version = 2

  static let members = ["format", "session", scope, copied, "incomplete", "steps"]
  static let requestMembers = ["operation", "identity", "credential", "headers", "variables", "refused", "answers"]
  static let together = "together"
  static let scope = "scope"
  private static let copied = "copied"
  static let answerMembers = ["format"] + RecordingFormat.responseMembers

  static let idDigits = 16

  /// The id of an answer: a hash of its content except for volatile places. It is the name of the answer's file.
  /// Reading does not check it, so that files can be edited by hand.
  package static func id(of response: RecordedResponse, ignoring places: VolatilePlaces = .standard) -> String {
    response.digest(ignoring: places).hex(digits: idDigits)
  }

  /// Indicates whether a text is an answer's id: lowercase hexadecimal digits.
  static func isID(_ text: String) -> Bool { RecordingFormat.isResponseID(text) && text.utf8.count >= 8 }

  // MARK: Encoding

  /// Encodes a session. The same recording always gives the same bytes.
  package static func encode(_ session: SessionRecording) -> [UInt8] {
    var members: [JSONObject.Member] = [
      .init("format", .int(version)), .init("session", .string(LoneSurrogates.encoded(session.name))),
    ]
    if session.isScope { members.append(.init(scope, true)) }
    if session.isCopy { members.append(.init(copied, true)) }
    if session.isIncomplete { members.append(.init("incomplete", true)) }
    members.append(.init("steps", .array(session.steps.map(json(of:)))))
    return pretty(JSONObject(members))
  }

  private static func json(of step: SessionRecording.Step) -> JSON {
    switch step {
    case .request(let request): json(of: request)
    case .together(let requests): .object([together: .array(requests.map(json(of:)))])
    }
  }

  private static func json(of request: SessionRecording.Request) -> JSON {
    var members: [JSONObject.Member] = [
      .init("operation", .string(request.operation)), .init("identity", .string(request.identity.description)),
    ]
    if let credential = request.credential { members.append(.init("credential", .string(credential))) }
    if !request.headers.isEmpty { members.append(.init("headers", RecordingFormat.json(of: request.headers))) }
    members.append(.init("variables", .object(request.variables)))
    if request.isRefused { members.append(.init("refused", true)) }
    members.append(.init("answers", .array(request.answers.map { .string($0) })))
    return .object(JSONObject(members))
  }

  package static func encode(_ answer: RecordedResponse) -> [UInt8] {
    var members: [JSONObject.Member] = [.init("format", .int(version))]
    members += RecordingFormat.json(of: answer).objectValue?.members ?? []
    return pretty(JSONObject(members))
  }

  private static func pretty(_ object: JSONObject) -> [UInt8] {
    var bytes: [UInt8] = []
    JSON.object(object).appendPretty(to: &bytes, trailingNewline: true)
    return bytes
  }

  // MARK: Decoding

  /// Decodes a session's file.
  ///
  /// - Throws: the first error, with its line and column.
  package static func decode(_ bytes: [UInt8], path: String) throws(RecordingError) -> SessionRecording {
    let (decoder, object) = try open(bytes, path: path)
    try decoder.check(object, [], known: members, required: ["format", "session", "steps"])
    let name = try decoder.string(decoder.value(object, "session"), [.member("session")], "\"session\"")
    var steps: [SessionRecording.Step] = []
    let list = try decoder.array(decoder.value(object, "steps"), [.member("steps")], "\"steps\"")
    for (index, element) in list.enumerated() {
      steps.append(try decoder.step(element, [.member("steps"), .element(index)]))
    }
    var session = SessionRecording(
      name: name, isScope: try decoder.flag(object, scope, []),
      isIncomplete: try decoder.flag(object, "incomplete", []), steps: steps)
    session.isCopy = try decoder.flag(object, copied, [])
    return session
  }

  /// Decodes an answer's file.
  ///
  /// - Throws: the first error, with its line and column.
  package static func decodeAnswer(_ bytes: [UInt8], path: String) throws(RecordingError) -> RecordedResponse {
    var (decoder, object) = try open(bytes, path: path)
    decoder.isOfSession = true
    try decoder.check(object, [], known: answerMembers, required: ["format", "status", "headers"])
    return try decoder.response(of: object, [])
  }

  private static func open(
    _ bytes: [UInt8], path: String
  ) throws(RecordingError) -> (decoder: RecordingDecoder, object: JSONObject) {
    guard !ByteOrderMark.isThere(bytes) else { throw RecordingError.byteOrderMark(path) }
    let decoder = RecordingDecoder(bytes: bytes, path: path)
    let root = try decoder.root()
    let object = try decoder.object(root, [], "the file")
    let format = try decoder.version(object, newest: version)
    guard format == version else {
      throw decoder.error(
        [.member("format")], "\"format\" is \(format): expected \(version), the format of sessions and their answers.")
    }
    if let duplicate = DuplicateName.first(in: root) { throw decoder.duplicateName(duplicate) }
    return (decoder, object)
  }
}

extension RecordingDecoder {
  fileprivate func step(_ value: JSON, _ path: Path) throws(RecordingError) -> SessionRecording.Step {
    let object = try object(value, path, "a step")
    guard let group = object.members.first(where: { $0.name == SessionFormat.together }) else {
      return .request(try request(object, path))
    }
    try check(object, path, known: [SessionFormat.together], required: [])
    let path = path + [.member(SessionFormat.together)]
    var requests: [SessionRecording.Request] = []
    for (index, element) in try array(group.value, path, "\"together\"").enumerated() {
      let path = path + [.element(index)]
      requests.append(try request(try self.object(element, path, "a request"), path))
    }
    guard !requests.isEmpty else { throw error(path, "\"together\" is empty. Add a request, or remove it.") }
    return .together(requests)
  }

  private func request(_ object: JSONObject, _ path: Path) throws(RecordingError) -> SessionRecording.Request {
    try check(
      object, path, known: SessionFormat.requestMembers, required: ["operation", "identity", "variables", "answers"])
    let folder = try string(value(object, "operation"), path + [.member("operation")], "\"operation\"")
    guard FolderName(folder, scheme: .standard) != nil else {
      throw error(
        path + [.member("operation")],
        "\(RecordingError.shown(.string(folder))) is not the folder of an operation: expected a name such as query.CountryDetail-1f3a9c2e."
      )
    }
    let listPath = path + [.member("answers")]
    var answers: [String] = []
    for (index, element) in try array(value(object, "answers"), listPath, "\"answers\"").enumerated() {
      let id = try string(element, listPath + [.element(index)], "an answer's id")
      guard SessionFormat.isID(id) else {
        throw error(
          listPath + [.element(index)],
          "\(RecordingError.shown(element)) is not an id: expected the digits of an answer's file.")
      }
      answers.append(id)
    }
    guard !answers.isEmpty else { throw error(listPath, "\"answers\" is empty. Record the session again.") }
    return SessionRecording.Request(
      operation: folder, identity: try identity(value(object, "identity"), path),
      credential: try credential(object, path),
      headers: try requestHeaders(object, path),
      variables: try self.object(value(object, "variables"), path + [.member("variables")], "\"variables\""),
      isRefused: try flag(object, "refused", path), answers: answers)
  }

  private func credential(_ object: JSONObject, _ path: Path) throws(RecordingError) -> String? {
    guard let value = object["credential"] else { return nil }
    let path = path + [.member("credential")]
    let text = try string(value, path, "\"credential\"")
    guard Caller.isIssued(text) else {
      throw error(
        path, "\(RecordingError.shown(value)) is not a placeholder: expected one that a recorded answer issued.")
    }
    return text
  }

  /// Reads a member that is true or absent.
  fileprivate func flag(_ object: JSONObject, _ name: String, _ path: Path) throws(RecordingError) -> Bool {
    guard let member = object.members.first(where: { $0.name == name }) else { return false }
    guard case .bool(true) = member.value else {
      throw error(
        path + [.member(name)],
        "\"\(name)\" is \(RecordingError.shown(member.value)): expected true, or no such member.")
    }
    return true
  }
}
