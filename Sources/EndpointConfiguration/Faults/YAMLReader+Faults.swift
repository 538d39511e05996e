import Recordings
import Yams

extension YAMLReader {
  mutating func faults(_ node: Node) throws(RecordingError) -> [FaultRule] {
    let elements = try list(node, "\"faults\"", of: "faults", such: "[{ operation: BookTrip, status: 503 }]")
    return try rules(elements, FaultReader(), "a fault")
  }

  mutating func answers(_ node: Node) throws(RecordingError) -> [FaultRule] {
    let example = "[{ operation: TaskList, data: { tasks: [] } }]"
    let elements = try list(node, "\"answers\"", of: "overrides", such: example)
    return try rules(elements, FaultReader(words: FaultReader.Word.overrides), "an override")
  }

  private mutating func rules(
    _ elements: [Node], _ reader: FaultReader, _ what: String
  ) throws(RecordingError) -> [FaultRule] {
    var rules: [FaultRule] = []
    for element in elements {
      do throws(FaultProblem) {
        rules.append(try reader.rule(FaultTerm(element), what))
      } catch {
        throw RecordingError(.invalidConfiguration, path, error.place, error.message)
      }
      guard case .mapping(let mapping) = element else { continue }
      for (key, value) in mapping where key.scalar?.string == FaultReader.Word.operation.rawValue {
        guard let name = value.scalar?.string, name != OperationRule.everyOperation else { continue }
        mention(.operation(name), at: value)
      }
    }
    return rules
  }
}
