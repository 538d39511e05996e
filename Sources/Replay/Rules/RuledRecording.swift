import GraphQLLanguage
import OrderedJSON
package import Recordings

/// A recording as written, and as the current rules would change it.
struct RuledRecording {
  let written: WrittenRecording
  /// The key under the rules, and the states with echoes in the answers.
  let key: OperationKey
  let states: [Recording.State]
  /// The request as written, and with the variables of `key`.
  let before: StatedOperation
  let after: StatedOperation
  /// The request as written, without headers: recorders once left them out of the names of states.
  let headerless: StatedOperation
  /// The traces of the answers by state and position: as written, and under the rules.
  let tracesBefore: [[Trace]]
  let tracesAfter: [[Trace]]
  /// The traces as written, without a schema and `keys`.
  let tracesUnhinted: [[Trace]]
  /// The rule for it, if it is a mutation.
  let rule: History.Rule

  init?(_ written: WrittenRecording, _ rules: EndpointRules, hints: any SchemaHints) {
    let recording = written.recording
    func stated(_ variables: JSONObject, _ headers: [RecordedResponse.Header] = []) -> StatedOperation? {
      try? StatedOperation(
        document: written.document, variables: variables, identity: recording.identity, headers: headers)
    }
    let key = written.key.document.key(of: recording, rules: rules)
    guard let before = stated(written.key.variables, written.key.headers),
      let after = stated(key.variables, key.headers), let headerless = stated(written.key.variables)
    else { return nil }
    let name = written.key.document.name
    self.written = written
    self.key = key
    self.before = before
    self.after = after
    self.headerless = headerless
    states = recording.states.map { state in
      var state = state
      state.responses = state.responses.map { response in
        guard rules.hasEchoes(name) else { return response }
        return response.mappingAnswers { rules.withoutEchoes($0, sent: recording.variables, operation: name) }
      }
      return state
    }
    rule = rules.historyRule(of: after)
    guard before.kind == .mutation else {
      tracesBefore = []
      tracesAfter = []
      tracesUnhinted = []
      return
    }
    func traces(
      _ operation: StatedOperation, _ states: [Recording.State], _ hints: any SchemaHints
    ) -> [[Trace]] {
      let tracer = Tracer(operation, hints: hints)
      return states.map { $0.responses.map { tracer.trace($0.body.answer) } }
    }
    tracesBefore = traces(before, recording.states, hints)
    tracesUnhinted = hints is NoSchema ? tracesBefore : traces(before, recording.states, NoSchema())
    tracesAfter =
      key == written.key && states == recording.states ? tracesBefore : traces(after, states, hints)
  }

  var isMutation: Bool { before.kind == .mutation }

  /// A title for messages: the operation's name, or that of its first field.
  var title: String { before.name ?? before.rootFieldNames.first ?? before.kind.rawValue }

  var asRecorded: RecordedOperation { RecordedOperation(request: before, recording: written.recording) }
}

extension EndpointRules {
  /// Returns the rule for a mutation, as its session's history applies it. A mutation that selects only `__typename`
  /// runs no resolver, so it changes nothing, whatever the rules say.
  package func historyRule(of mutation: StatedOperation) -> History.Rule {
    let fields = mutation.rootFieldNames
    if fields.isEmpty { return .changesNothing }
    return switch mutationRule(of: mutation.name, rootFields: fields) {
    case .counts: .counts
    case .changesNothing: .changesNothing
    case .idempotent: .idempotent
    }
  }
}
