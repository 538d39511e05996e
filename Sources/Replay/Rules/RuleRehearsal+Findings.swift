import GraphQLLanguage
import OrderedJSON
import Recordings

extension RuleRehearsal {
  /// Returns recordings made under rules that are gone, or that cover more now.
  func goneRules(_ recordings: [RuledRecording], _ map: StateMap, _ rules: EndpointRules) -> [RuleFinding] {
    let mutations = recordings.filter(\.isMutation)
    var findings: [RuleFinding] = []
    for recording in recordings {
      let (file, name) = (recording.written.path, recording.key.document.name)
      let bodies = recording.written.recording.states.flatMap { $0.responses.flatMap(\.body.answers) }
      let holdsEcho = bodies.contains { EndpointRules.holdsEcho($0) }
      for placeholder in rules.placeholders(in: recording.key.variables, of: name) where !placeholder.hasRule {
        findings.append(.goneRule(file: file, variable: placeholder.path, placeholder: placeholder.text))
      }
      if holdsEcho, !rules.hasEchoes(name) { findings.append(.goneEcho(file: file)) }
      if !holdsEcho {
        for placeholder in rules.placeholders(in: recording.written.recording.variables, of: name)
        where placeholder.isEchoed {
          findings.append(.lostEcho(file: file, variable: placeholder.path))
        }
      }
    }
    for place in map.goneRules {
      let mutation = mutations[place.mutation]
      findings.append(
        .goneEffect(
          file: mutation.written.path, state: mutation.written.recording.states[place.state].name,
          title: mutation.title))
    }
    return findings
  }

  /// Returns the operations whose keys have headers now, and that were recorded without.
  func withoutHeaders(_ recordings: [RuledRecording], _ rules: EndpointRules) -> [RuleFinding] {
    var order: [String] = []
    var byFolder: [String: [RuledRecording]] = [:]
    for recording in recordings {
      let counted = rules.countedHeaders(of: recording.key.document.name)
      guard counted.contains(where: { name in !recording.key.headers.contains { $0.name.hasSameScalars(as: name) } })
      else { continue }
      if byFolder[recording.written.folder] == nil { order.append(recording.written.folder) }
      byFolder[recording.written.folder, default: []].append(recording)
    }
    return order.compactMap { folder in
      guard let found = byFolder[folder], let first = found.first else { return nil }
      return .withoutHeaders(
        title: first.title, headers: rules.countedHeaders(of: first.key.document.name),
        files: found.map(\.written.path))
    }
  }

  /// Returns the recorded answers that contradict `independentOf`.
  func contradictions(
    _ all: [(file: String, title: String, recorded: RecordedOperation)], _ rules: EndpointRules,
    _ hints: any SchemaHints
  ) -> [RuleFinding] {
    let asked = all.filter { !rules.independentOf($0.recorded.request.name).isEmpty }
    if asked.isEmpty { return [] }
    let timeline = Timeline(all.map(\.recorded).filter { $0.request.kind == .mutation }, hints: hints)
    var findings: [RuleFinding] = []
    for (file, title, recorded) in asked {
      let request = recorded.request
      let independent = rules.independentOf(request.name)
      var index = KeyIndex(
        recorded, hints: hints, ignoring: rules.volatilePlaces(of: request.name, kind: request.kind))
      let blamed = index.relevance(in: timeline).blamed
      for (effect, reason) in blamed.sorted(by: { $0.key < $1.key }) {
        let names = timeline.effects[effect].names
        let isOfAll = independent.contains(OperationRule.everyMutation)
        guard let name = isOfAll ? names.first : independent.first(where: { names.contains($0) }),
          case .blamed(let before, let after) = reason
        else { continue }
        let finding = RuleFinding.contradicted(
          file: file, title: title, mutation: name, before: before, after: after,
          isAlone: timeline.node(after).flatMap { timeline.parent(of: $0) } == timeline.node(before))
        if !findings.contains(where: { $0.isSame(as: finding) }) { findings.append(finding) }
      }
    }
    return findings
  }
}

extension RuleFinding {
  /// Indicates whether two findings are about the same file and mutation, in whatever states.
  fileprivate func isSame(as other: RuleFinding) -> Bool {
    guard case .contradicted(let file, _, let mutation, _, _, _) = self,
      case .contradicted(let otherFile, _, let otherMutation, _, _, _) = other
    else { return false }
    return file == otherFile && mutation == otherMutation
  }
}
