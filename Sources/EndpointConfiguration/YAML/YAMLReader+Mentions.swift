import Recordings
import Redaction
import Yams

extension YAMLReader {
  mutating func mention(_ subject: RuleMention.Subject, at node: Node, isOfAnswers: Bool = false) {
    let place = node.mark.map { RecordingError.Place(line: $0.line, column: $0.column) }
    mentions.append(RuleMention(subject, at: place, isOfAnswers: isOfAnswers))
  }

  /// Notes the names in a schema coordinate, or in a path of answers.
  mutating func mention(_ target: RedactionRule.Target, at node: Node, isOfAnswers: Bool = false) {
    switch target {
    case .coordinate(let type, let field, let argument):
      mention(.field(type: type, field: field, argument: argument), at: node, isOfAnswers: isOfAnswers)
    case .path(.data, let names) where isOfAnswers && !names.contains("*"):
      mention(.data(path: names, operation: operation), at: node, isOfAnswers: true)
    case .path: break
    }
  }
}
