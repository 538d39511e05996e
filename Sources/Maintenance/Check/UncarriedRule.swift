import GraphQLLanguage
import OrderedJSON
import Recordings
import Replay

/// A mutation that changes nothing, by `endpoint.yaml` or because it selects only `__typename`, but was recorded as a
/// change. No session reaches the recordings after it until the rule is applied to them.
struct UncarriedRule {
  private let changesNothing: Bool
  private let selectsNothing: Bool

  /// The check ignores other operations.
  init(_ document: Document, _ rules: EndpointRules) {
    guard let operation = try? StatedOperation(document: document, variables: [:]), operation.kind == .mutation,
      case .changesNothing = rules.historyRule(of: operation)
    else {
      changesNothing = false
      selectsNothing = false
      return
    }
    changesNothing = true
    selectsNothing = operation.rootFieldNames.isEmpty
  }

  /// Returns the finding for a recording of the mutation; nil if there is none.
  func finding(_ stored: StoredRecording) -> CheckFinding? {
    guard changesNothing, stored.recording.states.contains(where: { $0.next != nil && $0.next != $0.name }) else {
      return nil
    }
    let name = stored.recording.operationName ?? "the mutation"
    let reason =
      selectsNothing
      ? "\(name) selects only __typename, so it changes nothing"
      : "\(EndpointFolder.configurationFileName) declares that \(name) changes nothing"
    return CheckFinding(
      .finding, file: stored.path,
      "\(reason), but it was recorded as a change, so requests recorded after it miss now. To list the effects of the rule: understudy check --rules. To apply it: understudy check --rules --apply"
    )
  }
}
