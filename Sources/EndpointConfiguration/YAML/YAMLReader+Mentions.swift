import Recordings
import Redaction
import Yams

extension YAMLReader {
  mutating func mention(_ subject: RuleMention.Subject, at node: Node, isOfAnswers: Bool = false) {
    let place = node.mark.map { RecordingError.Place(line: $0.line, column: $0.column) }
    mentions.append(RuleMention(subject, at: place, isOfAnswers: isOfAnswers))
  }

  /// Notes the names in a schema coordinate. A path has none that can be checked without the operation.
  mutating func mention(_ target: RedactionRule.Target, at node: Node, isOfAnswers: Bool = false) {
    guard case .coordinate(let type, let field, let argument) = target else { return }
    mention(.field(type: type, field: field, argument: argument), at: node, isOfAnswers: isOfAnswers)
  }
}
