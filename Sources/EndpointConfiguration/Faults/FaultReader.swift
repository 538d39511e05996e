import OrderedJSON
import Recordings

/// Converts the keys and values of a fault or an override to a rule, or reports the first error in them.
package struct FaultReader: Sendable {
  /// The words that are allowed here.
  let words: [Word]
  /// The words that the caller has read.
  private let others: [String]

  package init(words: [Word] = Word.faultRules, besides others: [String] = []) {
    self.words = words
    self.others = others
  }

  /// All words of faults and overrides.
  package enum Word: String, CaseIterable, Sendable {
    case operation, document, variables, times, rate, seed
    case latency, status, body, retryAfter, error, message, code, reset, truncate, slow, cut
    case data, errors

    /// The words of a rule of fault injection.
    package static let faultRules = allCases.filter { ![.document, .data, .errors].contains($0) }
    /// The words that describe the fault itself, not its conditions.
    package static let faults = faultRules.filter { ![.operation, .variables, .times, .rate, .seed].contains($0) }
    /// The words of an override.
    package static let overrides: [Word] = [
      .operation, .document, .variables, .times, .latency, .status, .body, .retryAfter, .data, .errors,
    ]
  }

  /// True if the rule is an override.
  private var isOverride: Bool { words.contains(.data) }

  private typealias Said = [Word: (term: FaultTerm, place: RecordingError.Place?)]

  /// Converts keys and values to a rule. `what` names them in messages, such as `a fault`.
  package func rule(_ term: FaultTerm, _ what: String) throws(FaultProblem) -> FaultRule {
    guard case .mapping(let members) = term.value else {
      throw FaultProblem(
        "\(what) is \(term.shown): expected keys and values such as `operation: BookTrip` and `status: 503`.",
        at: term.place)
    }
    var said: Said = [:]
    for member in members where !others.contains(member.name) {
      let word = try word(member)
      guard said[word] == nil else {
        throw FaultProblem("\"\(word.rawValue)\" appears twice: keep one of the two.", at: member.place)
      }
      said[word] = (member.term, member.place)
    }
    var rule = FaultRule()
    for word in words {
      guard let (term, _) = said[word] else { continue }
      try read(word, term, into: &rule)
    }
    rule.fault.status = try status(said)
    rule.fault.error = try error(said)
    rule.fault.answer = try answer(said)
    rule.isOverride = isOverride
    try checkTogether(rule.fault, said, what, term)
    return rule
  }

  private func word(_ member: FaultTerm.Member) throws(FaultProblem) -> Word {
    if let word = Word(rawValue: member.name) {
      guard words.contains(word) else {
        if isOverride {
          throw FaultProblem(
            "\"\(member.name)\" belongs to a fault, and this is an override: add the fault apart, under `faults` or at /__understudy/faults.",
            at: member.place)
        }
        if Word.overrides.contains(word), !Word.faultRules.contains(word) {
          throw FaultProblem(
            "\"\(member.name)\" belongs to an override, and this is a fault: add it under `answers` or at /__understudy/answers.",
            at: member.place)
        }
        throw FaultProblem(
          "\"\(member.name)\" selects requests, and this fault is for this request: remove it.",
          at: member.place)
      }
      return word
    }
    let valid = others + words.map(\.rawValue)
    throw FaultProblem(
      "unknown key \(RecordingError.shown(.string(member.name))): \(RecordingError.expected(.string(member.name), valid))",
      at: member.place)
  }

  private func read(_ word: Word, _ term: FaultTerm, into rule: inout FaultRule) throws(FaultProblem) {
    switch word {
    case .operation: rule.operation = try operation(term)
    case .document: rule.document = try document(term)
    case .variables: rule.variables = try variables(term)
    case .times: rule.times = try whole(term, word, 1...1_000_000_000, such: "1")
    case .rate: rule.rate = try rate(term)
    case .seed: rule.seed = UInt64(try whole(term, word, 0...Int.max, such: "1"))
    case .latency: rule.fault.latency = try latency(term)
    case .reset: rule.fault.resets = try boolean(term, word)
    case .truncate: rule.fault.truncatesAfter = try whole(term, word, 0...1_000_000_000, such: "100, of bytes")
    case .slow:
      rule.fault.bytesPerSecond = try whole(term, word, 1...1_000_000_000, such: "1000, of bytes a second")
    case .cut: rule.fault.cutsAfter = try whole(term, word, 0...1_000_000_000, such: "2, of events")
    case .status, .body, .retryAfter, .error, .message, .code, .data, .errors: break
    }
  }

  // MARK: Combinations

  private func status(_ said: Said) throws(FaultProblem) -> Fault.Status? {
    guard let (term, _) = said[.status] else {
      try forbid([.body, .retryAfter], of: .status, said)
      return nil
    }
    let code = try whole(term, .status, 200...599, such: "503")
    var status = Fault.Status(code: code)
    if let (term, _) = said[.body] { status.body = try text(term, .body, such: "\"Not now\"") }
    if let (term, _) = said[.retryAfter] { status.retryAfter = try text(term, .retryAfter, such: "5, of seconds") }
    guard status.retryAfter.map(Self.isFieldValue) ?? true else {
      throw FaultProblem(
        "\"retryAfter\" is not a valid header value: expected a number of seconds, or a date.",
        at: said[.retryAfter]?.term.place)
    }
    return status
  }

  private func error(_ said: Said) throws(FaultProblem) -> Fault.FieldError? {
    guard let (term, _) = said[.error] else {
      try forbid([.message, .code], of: .error, said)
      return nil
    }
    var error = Fault.FieldError(path: try path(term), message: Fault.usualMessage)
    if let (term, _) = said[.message] { error.message = try text(term, .message, such: "\"No seats left\"") }
    if let (term, _) = said[.code] { error.code = try text(term, .code, such: "SOLD_OUT") }
    return error
  }

  /// Reads the contents of an override; nil for a fault, or an override that is only a status.
  private func answer(_ said: Said) throws(FaultProblem) -> Fault.GivenAnswer? {
    guard said[.data] != nil || said[.errors] != nil else { return nil }
    var answer = Fault.GivenAnswer()
    if let (term, _) = said[.data] {
      let data = term.json
      guard data.isNull || data.objectValue != nil else {
        throw FaultProblem(
          "\"data\" is \(term.shown): expected the answer's data, such as {\"tasks\": []}.", at: term.place)
      }
      answer.data = data
    }
    if let (term, _) = said[.errors] { answer.errors = try errors(term) }
    return answer
  }

  private func forbid(_ parts: [Word], of whole: Word, _ said: Said) throws(FaultProblem) {
    for part in parts {
      guard let (_, place) = said[part] else { continue }
      throw FaultProblem("\"\(part.rawValue)\" needs \"\(whole.rawValue)\": add it.", at: place)
    }
  }

  /// Rejects faults that cannot be combined: a reset or a status replaces the answer.
  private func checkTogether(
    _ fault: Fault, _ said: Said, _ what: String, _ term: FaultTerm
  ) throws(FaultProblem) {
    if isOverride, fault.answer == nil, fault.status == nil {
      throw FaultProblem("\(what) has no answer: add \"data\", \"errors\" or \"status\".", at: term.place)
    }
    if fault.isEmpty {
      throw FaultProblem("\(what) has no effect: \(Self.expected)", at: term.place)
    }
    if fault.answer != nil, let (_, place) = said[.body] {
      throw FaultProblem("\"body\" replaces \"data\" and \"errors\": keep one of the two.", at: place)
    }
    let others: [Word] =
      fault.resets ? [.status, .error, .truncate, .slow, .cut] : fault.status != nil ? [.error, .cut] : []
    for other in others {
      guard let (_, place) = said[other] else { continue }
      let first = fault.resets ? "reset" : "status"
      throw FaultProblem(
        "\"\(first)\" replaces the answer, so \"\(other.rawValue)\" has no effect: keep one of the two.",
        at: place)
    }
  }

  private static let expected = RecordingError.expected(
    .null, ["latency", "status", "error", "reset", "truncate", "slow", "cut"])

  private static func isFieldValue(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
  }
}
