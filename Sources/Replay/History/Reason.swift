/// Why a mutation counts for a request, or why it does not (design §3).
package enum Reason: Hashable, Sendable, CustomStringConvertible {
  /// It lies between two recorded reads whose answers differ: those of these states.
  case blamed(before: String, after: String)
  /// It lies between two that differ, but also between two that agree, and the answers are told apart without it.
  case cleared
  /// It names an object that the request names or the answer holds.
  case sharesIDs([ObjectID])
  /// It makes, changes or deletes objects of types of which the answer holds a list.
  case listedTypes([String])
  /// Both make numbered ids, and one counter may give out all of them.
  case issuesNumbers
  /// The request has a part that names no object, such as a count, and any mutation may change that.
  case namesNoObject
  /// The mutation names no object, neither by its arguments nor in its answer, so it may have changed any.
  case changesUnknownObjects
  /// The answer holds a list, and the type of what the mutation changes is not known.
  case changesUnknownType
  /// The answer holds a list of objects of a type that nothing tells.
  case listsUnknownType
  /// Its answer never came or was never recorded: it may have changed anything.
  case unanswered
  /// The recorded answers are told apart only by the whole history.
  case wholeHistory
  /// It stood alone between two agreeing reads of this request, and never between two that differ.
  case alone
  /// It would be let pass as `alone`, but another mutation that names the same object came before it.
  case notFirst
  /// `endpoint.yaml` says that the request does not depend on it.
  case declaredIndependent
  /// It names nothing that the request or its answer has to do with.
  case unrelated

  package var description: String {
    switch self {
    case .blamed(let before, let after):
      "the answers recorded in \(before) and \(after) differ, and it ran between them"
    case .cleared: "the answers before and after it are equal, and other mutations explain all differences"
    case .sharesIDs(let ids):
      "both refer to \(ids.count == 1 ? "id" : "ids") \(Self.list(ids.map { "\"\($0.text)\"" }))"
    case .listedTypes(let types): "it changes \(Self.list(types)), and the answer lists or selects such objects"
    case .issuesNumbers: "both return numeric ids, and one counter may issue the ids of all types"
    case .namesNoObject: "a part of the answer belongs to no object with an id, so any mutation may affect it"
    case .changesUnknownObjects: "it refers to no id, so it may change any object"
    case .changesUnknownType: "the answer contains a list, and the type that the mutation changes is unknown"
    case .listsUnknownType: "the answer contains a list of objects of unknown type"
    case .unanswered: "it was not answered from a recording, so it may have changed anything"
    case .wholeHistory: "only the whole history distinguishes the recorded answers"
    case .alone: "alone between two recorded answers, it changed nothing"
    case .notFirst: "recordings show no effect only where no other mutation of the same objects ran before it"
    case .declaredIndependent: "endpoint.yaml declares it under independentOf"
    case .unrelated: "unrelated to this request"
    }
  }

  private static func list(_ items: [String]) -> String {
    let shown = items.prefix(3).joined(separator: ", ")
    return items.count > 3 ? "\(shown) and \(items.count - 3) more" : shown
  }
}
