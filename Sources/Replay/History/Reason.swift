/// The reason why a mutation affects a request, or why it does not.
package enum Reason: Hashable, Sendable, CustomStringConvertible {
  /// It lies between two recorded reads, in these states, whose answers differ.
  case blamed(before: String, after: String)
  /// It lies between two that differ, but also between two that are equal, and other mutations distinguish the answers.
  case cleared
  /// It names an object that the request or the answer names, too.
  case sharesIDs([ObjectID])
  /// It names an object that a mutation issued which the answers of this request blame: what creates an object affects
  /// a count, so what deletes it may affect the count, too.
  case namesIssued([ObjectID])
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
  /// Only the whole history distinguishes the recorded answers.
  case wholeHistory
  /// It was alone between two equal reads of this request, and never between two that differ.
  case alone
  /// It would pass as `alone`, but another mutation that names the same object came before it.
  case notFirst
  /// `endpoint.yaml` says that the request does not depend on it.
  case declaredIndependent
  /// The session and its own recording differ in it, and no recorded answers show that it has no effect.
  case unproven
  /// It names nothing that the request or its answer names.
  case unrelated

  package var description: String {
    switch self {
    case .blamed(let before, let after):
      "the answers recorded in \(before) and \(after) differ, and it ran between them"
    case .cleared: "the answers before and after it are equal, and other mutations explain all differences"
    case .sharesIDs(let ids):
      "both refer to \(ids.count == 1 ? "id" : "ids") \(Self.list(ids.map { "\"\($0.text)\"" }))"
    case .namesIssued(let ids):
      "it refers to \(ids.count == 1 ? "id" : "ids") \(Self.list(ids.map { "\"\($0.text)\"" })), which a mutation that changed this answer issued"
    case .listedTypes(let types): "it changes \(Self.list(types)) objects, and this answer can contain such objects"
    case .issuesNumbers: "both return numeric ids, and one counter may issue the ids of all types"
    case .namesNoObject: "a part of the answer belongs to no object with an id, so any mutation may affect it"
    case .changesUnknownObjects: "it refers to no id, so it may change any object"
    case .changesUnknownType:
      "the answer contains a list, or an object that the server chooses, and the type that the mutation changes is unknown"
    case .listsUnknownType: "the answer contains a list of objects of unknown type"
    case .unanswered: "it was not answered from a recording, so it may have changed anything"
    case .wholeHistory: "only the whole history distinguishes the recorded answers"
    case .alone: "it ran alone between two recorded answers, which are equal"
    case .notFirst: "recordings show no effect only if no other mutation of the same objects ran before it"
    case .declaredIndependent: "endpoint.yaml declares it under independentOf"
    case .unproven: "no recorded answers show that it has no effect"
    case .unrelated: "unrelated to this request"
    }
  }

  private static func list(_ items: [String]) -> String {
    let shown = items.prefix(3).joined(separator: ", ")
    return items.count > 3 ? "\(shown) and \(items.count - 3) more" : shown
  }
}
