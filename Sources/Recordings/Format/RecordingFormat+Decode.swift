package import GraphQLLanguage
package import OrderedJSON

extension RecordingFormat {
  /// Decodes a file, with its variables as in the file. Anything that this version does not know is an error, because
  /// ignoring it could give a wrong answer. `path` is for errors; `kind` and `operationName` are from the folder's
  /// name.
  ///
  /// - Throws: the first error, with its place.
  package static func decode(
    _ bytes: [UInt8], path: String, kind: OperationKind, operationName: String?
  ) throws(RecordingError) -> Recording {
    guard !ByteOrderMark.isThere(bytes) else { throw RecordingError.byteOrderMark(path) }
    let decoder = RecordingDecoder(bytes: bytes, path: path)
    let root = try decoder.root()
    return try decoder.recording(root, kind: kind, operationName: operationName)
  }
}

/// Converts the JSON tree of a file to a recording, or reports the first error.
package struct RecordingDecoder {
  let bytes: [UInt8]
  let path: String
  /// True if the file is an answer of named sessions.
  var isOfSession = false

  package typealias Path = [JSONLocator.Step]

  package init(bytes: [UInt8], path: String, isOfSession: Bool = false) {
    self.bytes = bytes
    self.path = path
    self.isOfSession = isOfSession
  }

  package func root() throws(RecordingError) -> JSON {
    do throws(JSONError) {
      return try JSON.parse(bytes)
    } catch {
      throw RecordingError.notJSON(path, error, bytes: bytes)
    }
  }

  func recording(_ root: JSON, kind: OperationKind, operationName: String?) throws(RecordingError) -> Recording {
    let object = try object(root, [], "the file")
    // The version comes first, because a newer version may change the meaning of the rest.
    _ = try version(object)
    if let duplicate = DuplicateName.first(in: root) { throw duplicateName(duplicate) }
    try check(object, [], known: RecordingFormat.members, required: RecordingFormat.requiredMembers)
    let identity = try identity(value(object, "identity"), [])
    let headers = try requestHeaders(object, [])
    let variables = try self.object(value(object, "variables"), [.member("variables")], "\"variables\"")
    let responses = try responses(value(object, "responses"))
    let states = try states(value(object, "states"), kind: kind, responses)
    return Recording(
      kind: kind, operationName: operationName, identity: identity, headers: headers, variables: variables,
      states: states)
  }

  /// Reads the version of a file. `newest` is the newest supported one.
  package func version(_ object: JSONObject, newest: Int = RecordingFormat.version) throws(RecordingError) -> Int {
    guard let found = object.members.first(where: { $0.name == "format" })?.value else {
      throw error([], "has no member \"format\". Add it as the first member: \"format\": \(newest).")
    }
    guard case .number(let number) = found, let version = Int(number.text), version >= 1 else {
      throw error([.member("format")], "\"format\" is \(RecordingError.shown(found)): expected \(newest).")
    }
    if version > newest {
      let place = JSONLocator.place(of: [.member("format")], in: bytes)
      throw RecordingError.newerFormat(path, place, format: version, newest: newest)
    }
    return version
  }

  func identity(_ value: JSON, _ path: Path) throws(RecordingError) -> Caller {
    if case .string(let text) = value, let caller = Caller(text) { return caller }
    let valid = ["anonymous", "authenticated", "authenticated as NAME"]
    throw error(
      path + [.member("identity")],
      "\"identity\" is \(RecordingError.shown(value)): \(RecordingError.expected(value, valid))")
  }

  func requestHeaders(_ object: JSONObject, _ path: Path) throws(RecordingError) -> [RecordedResponse.Header] {
    guard let value = object.members.first(where: { $0.name == "headers" })?.value else { return [] }
    let path = path + [.member("headers")]
    let headers = try headers(value, path)
    if headers.isEmpty { throw error(path, "\"headers\" is empty. Remove it.") }
    return headers
  }

  // MARK: Responses

  private func responses(_ value: JSON) throws(RecordingError) -> [String: RecordedResponse] {
    let object = try object(value, [.member("responses")], "\"responses\"")
    var responses: [String: RecordedResponse] = [:]
    for member in object.members {
      guard RecordingFormat.isResponseID(member.name) else {
        throw error(
          [.member("responses"), .name(member.name)],
          "\(RecordingError.shown(.string(member.name))) is not a response id: expected 4 to 64 hexadecimal digits (0-9, a-f)."
        )
      }
      responses[member.name] = try response(member.value, [.member("responses"), .member(member.name)])
    }
    return responses
  }

  private func response(_ value: JSON, _ path: Path) throws(RecordingError) -> RecordedResponse {
    let object = try object(value, path, "a response")
    try check(object, path, known: RecordingFormat.responseMembers, required: ["status", "headers"])
    return try response(of: object, path)
  }

  /// Reads a response from the members of an object.
  func response(of object: JSONObject, _ path: Path) throws(RecordingError) -> RecordedResponse {
    let statusValue = self.value(object, "status")
    guard case .number(let number) = statusValue, let status = Int(number.text), (100...999).contains(status) else {
      throw error(
        path + [.member("status")],
        "\"status\" is \(RecordingError.shown(statusValue)): expected an HTTP status such as 200.")
    }
    let headers = try headers(self.value(object, "headers"), path + [.member("headers")])
    let bodies = object.members.filter { RecordingFormat.bodyMembers.contains($0.name) }
    guard let body = bodies.first, bodies.count == 1 else {
      let place = bodies.count > 1 ? path + [.name(bodies[1].name)] : path
      let found = bodies.isEmpty ? "none" : RecordingError.list(bodies.map(\.name))
      throw error(
        place, "a response has \(found): expected one of \(RecordingError.list(RecordingFormat.bodyMembers)).")
    }
    let end = object.members.first { $0.name == RecordingFormat.endMember }?.value
    if body.name == RecordingFormat.eventsMember {
      let events = try events(body.value, end: end, path)
      return RecordedResponse(status: status, headers: headers, body: .events(events))
    }
    guard end == nil else {
      throw error(path + [.name(RecordingFormat.endMember)], "\"end\" needs \"events\". Remove it.")
    }
    return RecordedResponse(status: status, headers: headers, body: try self.body(body, path + [.member(body.name)]))
  }

  private func headers(_ value: JSON, _ path: Path) throws(RecordingError) -> [RecordedResponse.Header] {
    var headers: [RecordedResponse.Header] = []
    for member in try object(value, path, "\"headers\"").members {
      guard HeaderName.isValid(member.name), member.name == member.name.lowercased() else {
        throw error(
          path + [.name(member.name)],
          "\(RecordingError.shown(.string(member.name))) is not a lowercase header name: expected one such as x-cost.")
      }
      let memberPath = path + [.member(member.name)]
      if member.name == RecordedResponse.setCookie {
        var lines: [String] = []
        for (index, line) in try array(member.value, memberPath, "\"\(member.name)\"").enumerated() {
          lines.append(try headerValue(line, memberPath + [.element(index)], member.name))
        }
        if let header = RecordedResponse.Header(setCookies: lines) { headers.append(header) }
        continue
      }
      if ResponseHeaders.never.contains(member.name) {
        throw error(path + [.name(member.name)], "the header \"\(member.name)\" is never recorded. Remove it.")
      }
      headers.append(.init(name: member.name, value: try headerValue(member.value, memberPath, member.name)))
    }
    return headers
  }

  private func headerValue(_ value: JSON, _ path: Path, _ name: String) throws(RecordingError) -> String {
    let text = try string(value, path, "a header")
    guard !text.utf8.contains(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }) else {
      throw error(path, "the value of the header \"\(name)\" contains a control character. Remove it, or record again.")
    }
    return text
  }

  private func body(_ member: JSONObject.Member, _ path: Path) throws(RecordingError) -> RecordedBody {
    switch member.name {
    case "text":
      return .text(try string(member.value, path, "\"text\""))
    case "base64":
      guard let bytes = Base64.decode(try string(member.value, path, "\"base64\"")) else {
        throw error(
          path, "\"base64\" is not base64 with padding (RFC 4648). Restore it from version control, or record again.")
      }
      return .bytes(bytes)
    case RecordingFormat.fileMember:
      let place = try string(member.value, path, "\"file\"")
      guard BodyFile.isPlace(place) else {
        throw error(
          path, "\"file\" is \(RecordingError.shown(member.value)): expected a path such as files/1f3a9c2e5b7d8a60.png."
        )
      }
      return .file(try BodyFile.bytes(place, of: self.path, isOfSession: isOfSession))
    default:
      return .json(member.value)
    }
  }

  // MARK: States

  private func states(
    _ value: JSON, kind: OperationKind, _ responses: [String: RecordedResponse]
  ) throws(RecordingError) -> [Recording.State] {
    let object = try object(value, [.member("states")], "\"states\"")
    var unused = Set(responses.keys)
    var states: [Recording.State] = []
    for member in object.members {
      let path: Path = [.member("states"), .member(member.name)]
      guard RecordingFormat.isStateName(member.name) else {
        throw error(
          [.member("states"), .name(member.name)],
          "\(RecordingError.shown(.string(member.name))) is not the name of a state: expected \"start\", or letters, digits, . - and _."
        )
      }
      let (ids, idsPath, next, isOverlapped) = try state(member.value, path, kind: kind)
      var seen: [RecordedResponse] = []
      for (index, id) in ids.enumerated() {
        guard let response = responses[id] else {
          throw error(
            idsPath + [.element(index)],
            "\"responses\" has no \"\(id)\". Add it there, or remove it here.\(didYouMean(nil, suggestionList(id, responses.keys.sorted())))"
          )
        }
        seen.append(response)
        unused.remove(id)
      }
      guard !seen.isEmpty else {
        throw error(path, "the state \"\(member.name)\" has no response. Add one, or remove the state.")
      }
      states.append(
        Recording.State(name: member.name, responses: seen, next: next, isOverlapped: isOverlapped))
    }
    guard !states.isEmpty else {
      throw error([.member("states")], "\"states\" is empty. Add one, or record again.")
    }
    if let id = unused.sorted().first {
      throw error(
        [.member("responses"), .name(id)], "no state has the response \"\(id)\". Add it to one, or remove it.")
    }
    return states
  }

  private func state(
    _ value: JSON, _ path: Path, kind: OperationKind
  ) throws(RecordingError) -> (ids: [String], path: Path, next: String?, isOverlapped: Bool) {
    guard case .object(let object) = value else {
      return (try ids(value, path), path, nil, false)
    }
    let isMutation = kind == .mutation
    let overlapped = object.members.first { $0.name == RecordingFormat.overlappedMember }?.value
    guard isMutation || overlapped != nil else {
      throw error(
        path,
        "only the state of a mutation is an object, and this is a \(kind.rawValue): expected a list of response ids.")
    }
    let (responses, next) = (RecordingFormat.responsesMember, RecordingFormat.nextMember)
    let required = isMutation ? [responses, next] : [responses]
    try check(
      object, path, known: (overlapped == nil ? required : required + [RecordingFormat.overlappedMember]),
      required: required)
    if let overlapped, overlapped != .bool(true) {
      throw error(
        path + [.member(RecordingFormat.overlappedMember)],
        "\"overlapped\" is \(RecordingError.shown(overlapped)): expected true, or a list of response ids as the state.")
    }
    var state: String?
    if isMutation {
      let name = try string(self.value(object, next), path + [.member(next)], "\"\(next)\"")
      guard RecordingFormat.isStateName(name) else {
        throw error(
          path + [.member(next)],
          "\(RecordingError.shown(.string(name))) is not the name of a state: expected letters, digits, . - and _.")
      }
      state = name
    }
    let idsPath = path + [.member(responses)]
    return (try ids(self.value(object, responses), idsPath), idsPath, state, overlapped != nil)
  }

  private func ids(_ value: JSON, _ path: Path) throws(RecordingError) -> [String] {
    guard case .array(let elements) = value else {
      throw error(
        path, "a state is \(RecordingError.kindName(value)): expected a list of response ids such as [\"5d0c\"].")
    }
    var ids: [String] = []
    for (index, element) in elements.enumerated() {
      ids.append(try string(element, path + [.element(index)], "a response id"))
    }
    return ids
  }
}
