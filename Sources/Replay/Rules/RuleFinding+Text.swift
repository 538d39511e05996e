import GraphQLLanguage
import OrderedJSON
package import Recordings

extension RuleFinding {
  /// Returns one line: the place, the problem, and what to do. `folder` is the endpoint's, as the user named it.
  package func text(in folder: String) -> String { RecordingError.printable(sentence(in: folder)) }

  private func sentence(in folder: String) -> String {
    switch self {
    case .conflict(let conflict): conflict.text(in: folder)
    case .goneRule(let file, let variable, let placeholder):
      "\(folder)/\(file): the rule that replaced \(variable) with \(quoted(placeholder)) is gone, and the value was never saved. Record it again, or restore the rule."
    case .goneEcho(let file):
      "\(folder)/\(file): an answer repeats a value of the request, and no rule has \"echo: true\" for it any more. Record it again, or restore the rule."
    case .goneEffect(let file, let state, let title):
      "\(folder)/\(file): in state \(state), \(title) was recorded with a rule that it changes nothing, and that rule was removed. Answers before and after it cannot be distinguished. Record it again, or restore the rule."
    case .lostEcho(let file, let variable):
      "\(folder)/\(file): the value sent as \(variable) was not saved, so its copies in the answers cannot be found. Record it again."
    case .withoutHeaders(let title, let headers, let files):
      "\(folder)/\(files.first ?? ""): \(title) now matches by \(headers.joined(separator: ", ")), and \(Self.those(files.count)) recorded without \(headers.count == 1 ? "it" : "them"). Requests with \(headers.count == 1 ? "the header" : "these headers") miss until they are recorded. Record them again."
    case .contradicted(let file, let title, let mutation, let before, let after, let isAlone):
      isAlone
        ? "\(folder)/\(file): recordings show that \(mutation) changes \(title): its answers in states \(before) and \(after) differ, and no other mutation ran between them. \"independentOf\" declares the opposite. Remove it, or record again."
        : "\(folder)/\(file): \(mutation) may change \(title): its answers in states \(before) and \(after) differ, and it ran between them, with others. \"independentOf\" declares that it does not. Check the rule."
    case .neverRecorded(let mention, _), .notInSchema(let mention, _):
      "\(Self.place(mention, folder)): \(aboutName?.problem ?? "")"
    }
  }

  /// The name in rules and its problem; nil for findings about recordings.
  package var aboutName: (mention: RuleMention, problem: String)? {
    switch self {
    case .neverRecorded(let mention, let suggestions):
      (mention, Self.nothingRecorded(mention.subject) + didYouMean(suggestions))
    case .notInSchema(let mention, let problem): (mention, problem)
    default: nil
    }
  }

  private static func those(_ count: Int) -> String {
    count == 1 ? "this recording was" : "this and \(count - 1) more \(count == 2 ? "recording" : "recordings") were"
  }

  private static func place(_ mention: RuleMention, _ folder: String) -> String {
    let place = mention.place.map { ":\($0.line):\($0.column)" } ?? ""
    return "\(folder)/\(EndpointFolder.configurationFileName)\(place)"
  }

  private static func recorded(_ operation: String?) -> String {
    "no recorded operation\(operation.map { " \($0)" } ?? "")"
  }

  private static func nothingRecorded(_ subject: RuleMention.Subject) -> String {
    switch subject {
    case .operation(let name): "no operation \(quoted(name)) is recorded. Correct the name, or remove the rule."
    case .mutation(let name): "no mutation \(quoted(name)) is recorded. Correct the name, or remove the rule."
    case .type(let name): "no type \(quoted(name)) is recorded. Correct the name, or remove the rule."
    case .field(let type, let field, _):
      "no recorded operation requests a field \(quoted(field)), which \(quoted("\(type).\(field)")) names. Correct the name, or remove the rule."
    case .data(let path, let operation):
      "\(recorded(operation)) has data at \(quoted((["data"] + path).joined(separator: "."))). Correct the path, or remove the rule."
    case .variable(let name, let operation):
      "\(recorded(operation)) has a variable \(quoted(name)). Correct the name, or remove the rule."
    }
  }
}

extension RuleConflict {
  func text(in folder: String) -> String {
    let shown = files.map { "\(folder)/\($0)" }.joined(separator: ", ")
    return "\(shown): \(sentence) \(files.count == 1 ? "It is not changed" : "They are not changed"). \(advice)"
  }

  private var sentence: String {
    let states = "states \(left.state) and \(right.state)"
    if isAboutNext {
      return left.file == right.file
        ? "rules merge \(states), and from there \(title) leads to two different states."
        : "a rule merges these, and from state \(left.state) they lead to two different states."
    }
    if !leftOut.isEmpty {
      let names = leftOut.map(\.title).joined(separator: ", ")
      let rules = leftOut.map(\.rule).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
      return
        "recordings show that \(names) changes \(title): the answers in \(states) differ, and \(rules.joined(separator: " and ")) merges these states."
    }
    if left.state == right.state {
      return "a rule merges these, and their answers in state \(left.state) differ."
    }
    return "rules merge \(states), and the answers of \(title) in them differ."
  }

  private var advice: String {
    if isAboutNext { return "The conflicts above cause this one." }
    return leftOut.isEmpty && left.state == right.state
      ? "Remove the rule, or delete the wrong recording." : "Remove the rule, or record again."
  }
}

/// Returns a text in quotation marks, with control characters escaped.
private func quoted(_ text: String) -> String { JSON.string(text).compactText }
