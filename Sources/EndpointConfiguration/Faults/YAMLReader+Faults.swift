import Recordings
import Yams

extension YAMLReader {
  mutating func faults(_ node: Node) throws(RecordingError) -> [FaultRule] {
    var rules: [FaultRule] = []
    let elements = try list(node, "\"faults\"", of: "faults", such: "[{ operation: BookTrip, status: 503 }]")
    for element in elements {
      do throws(FaultProblem) {
        rules.append(try FaultReader().rule(FaultTerm(element), "a fault"))
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
