/// The reason why a mutation affects a request, or why it does not.
package enum Reason: Hashable, Sendable, CustomStringConvertible {
  /// It lies between two recorded reads, in these states, whose answers differ.
  case blamed(before: String, after: String)
  /// It lies between two that differ, but also between two that are equal, and other mutations tell the answers apart.
  case cleared
  /// It names an object that the request or the answer names, too.
  case sharesIDs([ObjectID])
  /// It creates, changes or deletes objects of types of which the answer has a list.
  case listedTypes([String])
  /// Both issue numbered ids, and one counter may issue all of them.
  case issuesNumbers
  /// A part of the answer belongs to no named object, such as a count: any mutation may change it.
  case namesNoObject
  /// The mutation names no object, neither in its arguments nor in its answer, so it may have changed any.
  case changesUnknownObjects
  /// The answer has a list, and the type of the objects that the mutation changes is unknown.
  case changesUnknownType
  /// The answer has a list of objects whose type is unknown.
  case listsUnknownType
  /// It was never answered or never recorded: it may have changed anything.
  case unanswered
  /// Only the whole history tells the recorded answers apart.
  case wholeHistory
  /// It was alone between two equal reads of this request, and never between two that differ.
  case alone
  /// It would pass as `alone`, but another mutation that names the same object came before it.
  case notFirst
  /// `endpoint.yaml` says that the request does not depend on it.
  case declaredIndependent
  /// It names nothing that the request or its answer names.
  case unrelated

  package var description: String {
    switch self {
    case .blamed(let before, let after): "the answers recorded in \(before) and \(after) differ, and it lies between"
    case .cleared: "it lies between answers that agree, and the others explain all that differ"
    case .sharesIDs(let ids): "both name \(Self.list(ids.map { "\"\($0.text)\"" }))"
    case .listedTypes(let types): "it changes \(Self.list(types)), of which the answer holds a list or a choice"
    case .issuesNumbers: "both return numbered ids, and one counter may number objects of all types"
    case .namesNoObject: "a part of the answer belongs to no object that is named, so any mutation may change it"
    case .changesUnknownObjects: "it names no object, so it may change any"
    case .changesUnknownType: "the answer holds a list, and nothing tells what type the mutation changes"
    case .listsUnknownType: "the answer holds a list of objects whose type nothing tells"
    case .unanswered: "it was not answered from a recording, so it may have changed anything"
    case .wholeHistory: "only the whole history tells the recorded answers apart"
    case .alone: "alone between two recorded answers it changed nothing"
    case .notFirst: "it was seen to change nothing only where no other mutation of its objects came before it"
    case .declaredIndependent: "independentOf says so"
    case .unrelated: "it names nothing that the request or its answer has to do with"
    }
  }

  private static func list(_ items: [String]) -> String {
    let shown = items.prefix(3).joined(separator: ", ")
    return items.count > 3 ? "\(shown) and \(items.count - 3) more" : shown
  }
}
