import GraphQLLanguage
import OrderedJSON
import Recordings
import Replay

/// A mutation that `endpoint.yaml` says changes nothing, and that was recorded as a change: what was recorded after it
/// waits in a state to which no session comes any more, until the rule is carried out on the recordings.
struct UncarriedRule {
  private let changesNothing: Bool

  /// - Parameters:
  ///   - document: the mutation; any other operation is none of which that can be said.
  ///   - rules: the endpoint's.
  init(_ document: Document, _ rules: EndpointRules) {
    guard let operation = try? StatedOperation(document: document, variables: [:]), operation.kind == .mutation,
      case .changesNothing = rules.historyRule(of: operation)
    else {
      changesNothing = false
      return
    }
    changesNothing = true
  }

  /// What is said of a recording of it; nil where there is nothing to say.
  func finding(_ stored: StoredRecording) -> CheckFinding? {
    guard changesNothing, stored.recording.states.contains(where: { $0.next != nil && $0.next != $0.name }) else {
      return nil
    }
    return CheckFinding(
      .finding, file: stored.path,
      "\(EndpointConfiguration.fileName) says that \(stored.recording.operationName ?? "the mutation") changes nothing, and it was recorded as a change: what was recorded after it is not found any more. See what follows from the rule: understudy check --rules; and carry it out with --apply."
    )
  }
}
