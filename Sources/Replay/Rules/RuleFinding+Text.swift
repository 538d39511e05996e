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
      "\(folder)/\(file): the rule that put \(quoted(placeholder)) in the place of \(variable) is gone, and the value was never written: record it anew, or put the rule back."
    case .goneEcho(let file):
      "\(folder)/\(file): an answer holds a value that came back from the request, and no rule has \"echo: true\" for it any more: record it anew, or put the rule back."
    case .goneEffect(let file, let state, let title):
      "\(folder)/\(file): in state \(state) \(title) was recorded as changing nothing, and no rule says so any more; what was read before it and after it cannot be told apart: record it anew, or put the rule back."
    case .lostEcho(let file, let variable):
      "\(folder)/\(file): what was sent as \(variable) was not written down when it was recorded, so where it comes back in the answers cannot be told: record it anew."
    case .withoutHeaders(let title, let headers, let files):
      "\(folder)/\(files.first ?? ""): \(title) is told apart by \(headers.joined(separator: ", ")) now, and \(Self.those(files.count)) recorded without: before the rule, or by requests that had none, which cannot be told apart. Requests with \(headers.count == 1 ? "the header" : "these headers") miss until they are recorded."
    case .contradicted(let file, let title, let mutation, let before, let after, let isAlone):
      isAlone
        ? "\(folder)/\(file): recordings saw \(mutation) change \(title): its answers in the states \(before) and \(after) differ, and nothing else lies between; \"independentOf\" says that it does not depend on it."
        : "\(folder)/\(file): recordings may have seen \(mutation) change \(title): its answers in the states \(before) and \(after) differ, and it lies between, with others; \"independentOf\" says that it does not depend on it."
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

  private static func nothingRecorded(_ subject: RuleMention.Subject) -> String {
    switch subject {
    case .operation(let name): "no operation \(quoted(name)) is recorded."
    case .mutation(let name): "no mutation \(quoted(name)) is recorded."
    case .type(let name): "no type \(quoted(name)) is recorded."
    case .field(let type, let field, _):
      "no recorded operation asks for a field \(quoted(field)), as \(quoted("\(type).\(field)")) needs."
    }
  }
}

extension RuleConflict {
  func text(in folder: String) -> String {
    let shown = files.map { "\(folder)/\($0)" }.joined(separator: ", ")
    return "\(shown): \(sentence) \(files.count == 1 ? "It stays as it is" : "They stay as they are"). \(advice)"
  }

  private var sentence: String {
    let states = "the states \(left.state) and \(right.state)"
    if isAboutNext {
      return left.file == right.file
        ? "rules make \(states) one, from which \(title) leads to two that other recordings keep apart."
        : "a rule makes these one, and from the state \(left.state) they lead to two that other recordings keep apart."
    }
    if !leftOut.isEmpty {
      let names = leftOut.map(\.title).joined(separator: ", ")
      let rules = leftOut.map(\.rule).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
      return
        "recordings saw \(names) change \(title): the answers in \(states) differ, and \(rules.joined(separator: " and ")) makes these one state."
    }
    if left.state == right.state {
      return "a rule makes these one, and their answers in the state \(left.state) differ."
    }
    return "rules make \(states) one, and the answers of \(title) in them differ."
  }

  private var advice: String {
    if isAboutNext { return "The conflicts named before this one are the reason." }
    return leftOut.isEmpty && left.state == right.state
      ? "Take the rule back, or delete the one that is wrong." : "Take the rule back, or record anew."
  }
}

/// Returns a text in quotation marks, with control characters escaped.
private func quoted(_ text: String) -> String { JSON.string(text).compactText }
