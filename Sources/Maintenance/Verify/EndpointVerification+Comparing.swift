import EndpointConfiguration
import Engine
import GraphQLLanguage
import OrderedJSON
import Recordings
import Replay
import Requests

extension EndpointVerification {
  /// Compares an answer, reports the differences, and updates the recording if requested. `isDisturbed` says that
  /// mutations of other histories were executed before.
  mutating func compare(
    _ answer: RecordedResponse, with step: RecordedStep, _ request: VerifyRequest, isDisturbed: Bool,
    _ report: inout VerifyReport
  ) {
    if let errors = refusal(answer, step) {
      report.withErrors += 1
      report.disturbed += isDisturbed ? 1 : 0
      report.open += 1
      for error in errors { reportRefusal(error, answer, step, &report) }
      if options.updates { keep(step, "it is refused now", &report) }
      return
    }
    var comparison = AnswerComparison(
      step.stored.recording, document: request.document, schema: endpoint.schema, rules: endpoint.configuration.rules)
    let drifts = comparison.drifts(from: step.response, to: answer)
    let places = drifts.isEmpty ? nil : try? RecordingPlaces(path: step.stored.path)
    for drift in drifts {
      let place = places?.place(ofResponse: step.index, inState: step.state, drift.path)
      say(
        VerifyFinding(severity: drift.severity, file: step.stored.path, place: place, message: drift.message), &report)
    }
    let worst = drifts.map(\.severity).min()
    switch worst {
    case nil: report.same += 1
    case .value: report.withValues += 1
    case .warning: report.withWarnings += 1
    case .error: report.withErrors += 1
    }
    if isDisturbed, worst == .warning || worst == .error { report.disturbed += 1 }
    let isWritten = options.updates && worst != nil && update(step, answer, drifts, request, &report)
    if worst == .error, !isWritten { report.open += 1 }
  }

  /// Reports a request without a comparable answer.
  mutating func note(_ step: VerifyPlan.Step, _ sentence: String, _ report: inout VerifyReport) {
    let recorded = step.recorded
    report.unanswered += step.isOnTheWay ? 0 : 1
    report.open += 1
    let place = (try? RecordingPlaces(path: recorded.stored.path))?.place(
      ofResponse: recorded.index, inState: recorded.state)
    say(VerifyFinding(severity: .error, file: recorded.stored.path, place: place, message: sentence), &report)
    if options.updates, !step.isOnTheWay { keep(recorded, "there was no GraphQL response", &report) }
  }

  /// Reports a mutation that failed although no difference of its answer is an error: `{"ok": false}`.
  mutating func noteFailure(_ step: RecordedStep, _ report: inout VerifyReport) {
    report.open += 1
    let sentence = "the answer to \(step.title) now reports a failure, so the requests after it are not sent."
    say(VerifyFinding(severity: .error, file: step.stored.path, place: nil, message: sentence), &report)
  }

  private mutating func say(_ finding: VerifyFinding, _ report: inout VerifyReport) {
    guard said.insert(finding).inserted else { return }
    report.found[finding.severity, default: 0] += 1
    onEvent(.found(finding))
  }

  // MARK: Refusals

  /// Returns the errors of an operation that the endpoint now refuses; nil if it does not.
  ///
  /// Some servers add `"data": null`. It is a refusal if no error has a path, because an execution error names a field.
  private func refusal(_ answer: RecordedResponse, _ step: RecordedStep) -> [JSON]? {
    guard let recorded = step.response.body.json?["data"], let body = answer.body.json,
      let errors = body["errors"]?.arrayValue, !errors.isEmpty
    else { return nil }
    guard let data = body["data"] else { return errors }
    return data == .null && recorded != .null && errors.allSatisfy { ($0["path"] ?? .null) == .null } ? errors : nil
  }

  /// Reports a refusal at its place in the operation: a field, type or argument that is gone.
  private mutating func reportRefusal(
    _ error: JSON, _ answer: RecordedResponse, _ step: RecordedStep, _ report: inout VerifyReport
  ) {
    let location = error["locations"]?[0]
    let place = location.flatMap { location -> RecordingError.Place? in
      guard let line = location["line"]?.intValue, let column = location["column"]?.intValue, line > 0, column > 0
      else { return nil }
      return RecordingError.Place(line: line, column: column)
    }
    let message = error["message"]?.stringValue ?? error.brief(limit: 200)
    var sentence = "the API now refuses \(step.title): \(message.prefix(500))"
    if RecordingDecision.isAboutWhoAsks(status: answer.status) {
      sentence += " (status \(answer.status); \(aboutCredentials(of: step)))"
    }
    let file = endpoint.store?.operationPath(inFolder: step.stored.folder) ?? step.stored.path
    say(VerifyFinding(severity: .error, file: file, place: place, message: sentence), &report)
  }

  /// Returns the advice for an endpoint that requires a credential.
  private func aboutCredentials(of step: RecordedStep) -> String {
    guard case .anonymous = step.identity, hasCredential else { return "pass credentials with --header" }
    return "it was recorded without a credential, so none was sent; record it again with one"
  }

  // MARK: Updates

  /// Replaces a recorded answer. Returns false for one that should not be replayed.
  private func update(
    _ step: RecordedStep, _ answer: RecordedResponse, _ drifts: [Drift], _ request: VerifyRequest,
    _ report: inout VerifyReport
  ) -> Bool {
    let state = StateID(recorded: step.state)
    if state.isStart, step.state != Recording.startState {
      keep(step, "it was recorded from another start, which verify does not restore; record it again", &report)
      return false
    }
    guard step.kind == .query, state.isStart else {
      keep(
        step, "it was recorded after mutations, whose ids change in each run; record it again",
        &report)
      return false
    }
    guard !hasMutated else {
      keep(step, "mutations ran before it; update it without --mutations", &report)
      return false
    }
    let isSequence = step.stored.recording.responses(in: step.state).count > 1
    if isSequence {
      keep(step, "it has several recorded answers in sequence; record it again", &report)
      return false
    }
    if answer.status != step.response.status, !(200..<300).contains(answer.status) {
      keep(step, "its status is now \(answer.status)", &report)
      return false
    }
    if drifts.contains(where: { $0.severity == .error && $0.path.steps.first == .name("errors") }) {
      keep(step, "its answer now has an error", &report)
      return false
    }
    guard request.asked.key.hash == step.stored.key.hash else {
      keep(step, "a rule changed its name; see understudy check --rules", &report)
      return false
    }
    let save = PendingSave(
      request.asked, answer, state: state, next: step.next.map { StateID(recorded: $0) },
      session: 0, isAmbiguous: false)
    switch endpoint.record([save])[0].outcome {
    case .changed, .new:
      report.updated.insert(step.stored.path)
      onEvent(.updated(step.stored.path))
      return true
    case .known: return true
    case .notRecorded(let why), .failed(let why):
      keep(step, why, &report)
      return false
    }
  }

  private func keep(_ step: RecordedStep, _ why: String, _ report: inout VerifyReport) {
    guard report.kept.insert(step.stored.path).inserted else { return }
    onEvent(.kept(step.stored.path, why: why))
  }
}
