import EndpointConfiguration
import Engine
import GraphQLLanguage
import OrderedJSON
import Recordings
import Requests
import Transports

/// `/__understudy/faults` and `/__understudy/answers`: adds, lists and removes faults or overrides during a run.
struct FaultPages {
  let engine: Engine
  /// True for the pages of overrides.
  var isOverride = false

  /// The members that are valid here but not in `endpoint.yaml`.
  private static let own = ["session", "endpoint"]
  /// The name for all sessions. Without a session, a fault that a test posts is for that test.
  private static let everySession = "*"
  private static let faultExample = "{\"operation\": \"BookTrip\", \"status\": 503}"
  private static let overrideExample = "{\"operation\": \"TaskList\", \"data\": {\"tasks\": []}}"

  func answer(_ request: ClientRequest, number: String?) -> Answer {
    switch request.method {
    case "POST": add(request)
    case "DELETE": remove(request, number: number)
    default:
      number.map { one($0) }
        ?? .control([isOverride ? "answers" : "faults": .array(entries.map { .object(object($0)) })])
    }
  }

  /// Those of these pages.
  private var entries: [FaultTable.Entry] {
    engine.context.faults.entries.filter { $0.rule.isOverride == isOverride }
  }

  private var noun: String { isOverride ? "override" : "fault" }

  // MARK: Add

  private func add(_ request: ClientRequest) -> Answer {
    let parsed: JSON
    do {
      parsed = try JSON.parse(request.body)
    } catch {
      return bad(
        "The body is not JSON: \(error). POST an object such as \(isOverride ? Self.overrideExample : Self.faultExample)."
      )
    }
    let rule: FaultRule
    do throws(FaultProblem) {
      let words = isOverride ? FaultReader.Word.overrides : FaultReader.Word.faultRules
      rule = try FaultReader(words: words, besides: Self.own).rule(FaultTerm(parsed), "the \(noun)")
    } catch {
      return bad(error.message.capitalizedStart)
    }
    var names: [String: String] = [:]
    for word in Self.own {
      guard let value = parsed[word] else { continue }
      guard let name = value.stringValue else {
        return bad("\"\(word)\" is \(value.kindDescription): expected a string. To match all requests, remove it.")
      }
      names[word] = name
    }
    do throws(SessionNameProblem) {
      if let session = names["session"], session != Self.everySession {
        names["session"] = try SessionName.canonical(session, isEncoded: false)
      }
    } catch {
      return error.answer
    }
    if let endpoint = names["endpoint"], !engine.endpointNames.contains(endpoint) {
      let known = engine.endpointNames.map { "\"\($0)\"" }.joined(separator: ", ")
      let suggestions = didYouMean(suggestionList(String(endpoint.prefix(100)), engine.endpointNames))
      return bad("There is no endpoint \"\(endpoint.prefix(100))\".\(suggestions) There are: \(known).")
    }
    var said = parsed.objectValue ?? JSONObject()
    var isOwn = false
    if names["session"] == Self.everySession {
      names["session"] = nil
    } else if names["session"] == nil,
      let test = engine.context.openSessions.open(on: request.listener).last(where: { !$0.isScope && !$0.isNamed })
    {
      isOwn = true
      names["session"] = test.name
      said["session"] = .string(test.name)
    }
    guard
      let entry = engine.context.faults.add(
        endpoint: names["endpoint"], session: names["session"], isOwn: isOwn, rule: rule, said: said)
    else {
      return ErrorAnswer.make(
        status: 503,
        message:
          "There are \(engine.context.faults.entries.count) faults and overrides, and more are not kept: at most \(FaultTable.limit), of \(FaultTable.byteLimit >> 20) MiB in all. DELETE /__understudy/\(isOverride ? "answers" : "faults") first.",
        code: code)
    }
    engine.forgetAnswers()
    return .control(object(entry), status: 201)
  }

  // MARK: Remove

  private func remove(_ request: ClientRequest, number: String?) -> Answer {
    if let number, !entries.contains(where: { String($0.number) == number }) {
      return none(number)
    }
    var session: String?
    do throws(SessionNameProblem) {
      if let given = request.target.parameters.last?.value {
        session = try SessionName.canonical(given, isEncoded: false)
      }
    } catch {
      return error.answer
    }
    let count = engine.context.faults.remove { [isOverride, session] entry in
      guard entry.rule.isOverride == isOverride else { return false }
      if let number { return String(entry.number) == number }
      return session == nil || entry.session == session
    }
    engine.forgetAnswers()
    return .control(["deleted": .int(count)])
  }

  // MARK: Answers

  private func one(_ number: String) -> Answer {
    guard let entry = entries.first(where: { String($0.number) == number }) else {
      return none(number)
    }
    return .control(object(entry))
  }

  /// Returns a fault or override as it was requested, with its number and the number of times it was injected or used.
  private func object(_ entry: FaultTable.Entry) -> JSONObject {
    let count = engine.endpoints.reduce(0) { $0 + $1.countFaults(entry.number) }
    let name = isOverride ? "used" : "injected"
    return JSONObject([.init("number", .int(entry.number)), .init(name, .int(count))] + entry.said.members)
  }

  private func bad(_ message: String) -> Answer { ErrorAnswer.make(status: 400, message: message, code: code) }

  private var code: ErrorCode { isOverride ? .badOverride : .badFault }

  private func none(_ number: String) -> Answer {
    let known = entries.prefix(20).map { String($0.number) }.joined(separator: ", ")
    return ErrorAnswer.make(
      status: 404,
      message: "There is no \(noun) \(number.prefix(20)). There \(known.isEmpty ? "are none" : "are: \(known)").",
      code: code)
  }
}

extension String {
  /// The text with a capital first letter.
  fileprivate var capitalizedStart: String { prefix(1).uppercased() + dropFirst() }
}
