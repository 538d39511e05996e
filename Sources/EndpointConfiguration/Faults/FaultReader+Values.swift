import GraphQLLanguage
import OrderedJSON
import Recordings

extension FaultReader {
  func text(_ term: FaultTerm, _ word: Word, such example: String) throws(FaultProblem) -> String {
    guard case .text(let text) = term.value else {
      throw FaultProblem("\"\(word.rawValue)\" is \(term.shown): expected a string such as \(example).", at: term.place)
    }
    return text
  }

  func boolean(_ term: FaultTerm, _ word: Word) throws(FaultProblem) -> Bool {
    switch term.value {
    case .text("true"): return true
    case .text("false"): return false
    default:
      throw FaultProblem("\"\(word.rawValue)\" is \(term.shown): expected true or false.", at: term.place)
    }
  }

  func whole(
    _ term: FaultTerm, _ word: Word, _ range: ClosedRange<Int>, such example: String
  ) throws(FaultProblem) -> Int {
    if case .text(let text) = term.value, let number = Int(text), range.contains(number), text.first != "+" {
      return number
    }
    let bounds = range.upperBound == .max ? "" : " (\(range.lowerBound) to \(range.upperBound))"
    throw FaultProblem(
      "\"\(word.rawValue)\" is \(term.shown): expected a whole number such as \(example)\(bounds).", at: term.place)
  }

  func rate(_ term: FaultTerm) throws(FaultProblem) -> Int {
    if case .text(let text) = term.value, let rate = FakeConfiguration.rate(text) { return rate }
    throw FaultProblem("\"rate\" is \(term.shown): expected \(FakeConfiguration.rateForm).", at: term.place)
  }

  func latency(_ term: FaultTerm) throws(FaultProblem) -> ClosedRange<Int> {
    if case .text(let text) = term.value, let latency = Fault.milliseconds(text) { return latency }
    throw FaultProblem(
      "\"latency\" is \(term.shown): expected a time such as 200ms or 2s, or a range such as 100-300ms, up to 10 minutes.",
      at: term.place)
  }

  func operation(_ term: FaultTerm) throws(FaultProblem) -> String {
    let text = try text(term, .operation, such: "BookTrip")
    guard text == OperationRule.everyOperation || text.isGraphQLName else {
      throw FaultProblem(
        "\"operation\" is \(term.shown): expected an operation's name such as BookTrip, or \"*\" for all.",
        at: term.place)
    }
    return text
  }

  /// Reads a document with one operation, as canonical text.
  func document(_ term: FaultTerm) throws(FaultProblem) -> [UInt8] {
    let text = try text(term, .document, such: "\"query TaskList { tasks { id } }\"")
    let document: Document
    do throws(SyntaxError) {
      document = try parse(SourceText(text))
    } catch {
      throw FaultProblem("\"document\" is not GraphQL: \(error.message) Correct it.", at: term.place)
    }
    do throws(OperationSelectionError) {
      return try CanonicalOperation(of: document, operationName: nil).text
    } catch {
      throw FaultProblem(
        "\"document\" has several operations, or none: expected one, with its fragments.", at: term.place)
    }
  }

  /// Reads GraphQL errors; a text is the message of one.
  func errors(_ term: FaultTerm) throws(FaultProblem) -> [JSON] {
    let example = "[{\"message\": \"No seats left\"}]"
    let given: [FaultTerm] = if case .list(let items) = term.value { items } else { [term] }
    var errors: [JSON] = []
    for each in given {
      switch each.json {
      case .string(let message): errors.append(.object(["message": .string(message)]))
      case let error where error["message"]?.stringValue != nil: errors.append(error)
      default:
        throw FaultProblem("\"errors\" has \(each.shown): expected errors such as \(example).", at: each.place)
      }
    }
    guard !errors.isEmpty else {
      throw FaultProblem("\"errors\" is an empty list: expected errors such as \(example).", at: term.place)
    }
    return errors
  }

  /// Reads a path such as `launches.0.site`: response keys and, for lists, indices.
  func path(_ term: FaultTerm) throws(FaultProblem) -> [Fault.Step] {
    let text = try text(term, .error, such: "launches.0.site")
    var steps: [Fault.Step] = []
    for part in text.split(separator: ".", omittingEmptySubsequences: false).map(String.init) {
      if part.isGraphQLName {
        steps.append(.key(part))
      } else if let index = Int(part), index >= 0, !steps.isEmpty, part.first != "+" {
        steps.append(.index(index))
      } else {
        throw FaultProblem(
          "\"error\" is \(term.shown): expected the path of a field such as launch.site, or launches.0.site.",
          at: term.place)
      }
    }
    if steps.count > 1, steps[0] == .key("data") {
      throw FaultProblem(
        "\"error\" is \(term.shown), and paths start below \"data\": write \(text.dropFirst(5)).",
        at: term.place)
    }
    return steps
  }

  func variables(_ term: FaultTerm) throws(FaultProblem) -> [FaultRule.VariableMatch] {
    guard case .mapping(let members) = term.value else {
      throw FaultProblem(
        "\"variables\" is \(term.shown): expected names and values such as `id: 7`.", at: term.place)
    }
    var matches: [FaultRule.VariableMatch] = []
    for member in members {
      let path = member.name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
      guard path.allSatisfy(\.isGraphQLName) else {
        throw FaultProblem(
          "\(RecordingError.shown(.string(member.name))) is not a variable: expected a name such as id or input.name.",
          at: member.place)
      }
      matches.append(.init(path: path, value: try value(member.term)))
    }
    return matches
  }

  /// Recurses as deep as the file or the body, whose parsers limit the depth.
  private func value(_ term: FaultTerm) throws(FaultProblem) -> FaultValue {
    switch term.value {
    case .nothing: return .null
    case .list(let items):
      var values: [FaultValue] = []
      for item in items { values.append(try value(item)) }
      return .list(values)
    case .mapping(let members):
      var values: [FaultValue.Member] = []
      for member in members { values.append(.init(name: member.name, value: try value(member.term))) }
      return .object(values)
    case .text(let text):
      guard text.utf8.count > 2, text.hasPrefix("/"), text.hasSuffix("/") else { return .text(text) }
      do throws(ValuePattern.Problem) {
        return .pattern(try ValuePattern(text))
      } catch {
        throw FaultProblem("\(term.shown) is not a regular expression: \(error.reason). Correct it.", at: term.place)
      }
    }
  }
}

extension Fault {
  /// Parses `100ms`, `100-300ms`, `2s` or `0.5s` as milliseconds, at most ten minutes; nil if it is not valid.
  package static func milliseconds(_ text: String) -> ClosedRange<Int>? {
    let isMilliseconds = text.hasSuffix("ms")
    guard isMilliseconds || text.hasSuffix("s") else { return nil }
    let parts = text.dropLast(isMilliseconds ? 2 : 1).split(separator: "-", omittingEmptySubsequences: false)
    let times = parts.compactMap { part -> Int? in
      guard part.utf8.allSatisfy({ $0.isDigit || $0 == UInt8(ascii: ".") }), let number = Double(part) else {
        return nil
      }
      let milliseconds = number * (isMilliseconds ? 1 : 1_000)
      return (0...600_000).contains(milliseconds) ? Int(milliseconds.rounded()) : nil
    }
    guard times.count == parts.count, let least = times.first, let most = times.last, times.count <= 2, least <= most
    else { return nil }
    return least...most
  }
}
