import Engine
import OrderedJSON
import Recordings
import Requests
import Transports

/// The JSON body of a request to the control API.
struct ControlBody {
  private let members: JSONObject
  private let code: ErrorCode

  /// Parses the body of a request.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - names: the valid members.
  ///   - example: a valid body, for error messages.
  ///   - code: the code of errors.
  ///   - mayBeEmpty: true to read an empty body as an empty object.
  /// - Throws: `ControlProblem` if the body is not a JSON object, or has an unknown member.
  init(
    _ request: ClientRequest, names: [String], example: String, code: ErrorCode, mayBeEmpty: Bool = false
  ) throws(ControlProblem) {
    self.code = code
    if mayBeEmpty, request.body.isEmpty {
      members = JSONObject()
      return
    }
    let json: JSON
    do {
      json = try JSON.parse(request.body)
    } catch {
      throw ControlProblem("The body is not JSON: \(error). Send an object such as \(example).", code)
    }
    guard case .object(let members) = json else {
      throw ControlProblem("The body is \(json.kindDescription). Send an object such as \(example).", code)
    }
    if let odd = members.members.first(where: { !names.contains($0.name) }) {
      throw ControlProblem(
        "There is no member \(SessionName.shown(odd.name)). There are: \(names.joined(separator: ", ")).", code)
    }
    self.members = members
  }

  /// Returns a string; nil if the member is missing.
  func text(_ name: String) throws(ControlProblem) -> String? {
    guard let value = members[name] else { return nil }
    guard let text = value.stringValue else { throw expected("a string", name, value) }
    return text
  }

  /// Returns an object; nil if the member is missing.
  func object(_ name: String) throws(ControlProblem) -> JSONObject? {
    guard let value = members[name] else { return nil }
    guard let object = value.objectValue else { throw expected("an object", name, value) }
    return object
  }

  /// Returns a boolean; nil if the member is missing.
  func flag(_ name: String) throws(ControlProblem) -> Bool? {
    guard let value = members[name] else { return nil }
    guard let flag = value.boolValue else { throw expected("true or false", name, value) }
    return flag
  }

  /// Returns a whole number from 0; nil if the member is missing.
  func number(_ name: String) throws(ControlProblem) -> UInt64? {
    guard let value = members[name] else { return nil }
    guard let number = value.intValue.flatMap({ UInt64(exactly: $0) }) else {
      throw expected("a whole number from 0", name, value)
    }
    return number
  }

  /// Returns a list of at least one string; nil if the member is missing.
  func texts(_ name: String) throws(ControlProblem) -> [String]? {
    guard let value = members[name] else { return nil }
    guard let values = value.arrayValue, !values.isEmpty, values.allSatisfy({ $0.stringValue != nil }) else {
      throw expected("a list of strings", name, value)
    }
    return values.compactMap(\.stringValue)
  }

  /// Returns one of the valid values; nil if the member is missing.
  func word<Word: RawRepresentable & CaseIterable>(
    _ name: String, _: Word.Type = Word.self
  ) throws(ControlProblem) -> Word? where Word.RawValue == String {
    guard let value = members[name] else { return nil }
    guard let word = value.stringValue.flatMap({ Word(rawValue: $0) }) else {
      let given = value.stringValue.map { SessionName.shown($0) } ?? value.kindDescription
      throw ControlProblem(
        "\"\(name)\" is \(given). Valid values: \(Word.allCases.map(\.rawValue).joined(separator: ", ")).", code)
    }
    return word
  }

  private func expected(_ what: String, _ name: String, _ value: JSON) -> ControlProblem {
    ControlProblem("\"\(name)\" is \(value.kindDescription), but must be \(what).", code)
  }
}

/// The reason why the control API refuses a request with status 400.
struct ControlProblem: Error, Hashable, Sendable {
  let message: String
  let code: ErrorCode

  init(_ message: String, _ code: ErrorCode) {
    self.message = message
    self.code = code
  }

  var answer: Answer { ErrorAnswer.make(status: 400, message: message, code: code) }
}

extension Answer {
  /// Returns a JSON answer of the control API.
  static func control(_ object: JSONObject, status: Int = 200) -> Answer {
    Answer(
      status: status,
      headers: ["content-type": MediaType.json, AnswerSource.header: AnswerSource.understudy.rawValue],
      body: .bytes(JSON.object(object).serialize()))
  }
}

extension Response {
  /// Answers with the result of a change to a shared session.
  static func shared(_ change: @escaping @Sendable () async -> SharedResult) -> Response {
    .later {
      switch await change() {
      case .done(let object): .control(object)
      case .refused(let answer): answer
      }
    }
  }
}
