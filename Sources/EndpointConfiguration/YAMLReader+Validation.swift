import OrderedJSON
import Recordings
import Yams

extension YAMLReader {
  func validationLevel(_ node: Node) throws(RecordingError) -> ValidationSettings.Level {
    let text = try string(node, "\"validation\"", such: "lenient")
    if let level = ValidationSettings.Level(rawValue: text) { return level }
    let valid = ValidationSettings.Level.allCases.map(\.rawValue)
    throw error(
      node.mark, "\"validation\" is \(found(node)): \(RecordingError.expected(.string(text), valid))")
  }

  func ignoredRules(_ node: Node) throws(RecordingError) -> [ValidationSettings.Rule] {
    var rules: [ValidationSettings.Rule] = []
    let elements = try list(node, "\"ignoreRules\"", of: "rules", such: "[OverlappingFieldsCanBeMerged]")
    for element in elements {
      let text = try string(element, "a rule's name", such: "OverlappingFieldsCanBeMerged")
      guard let rule = ValidationSettings.Rule(rawValue: text) else {
        let valid = ValidationSettings.Rule.allCases.map(\.rawValue).sorted()
        throw error(
          element.mark, "unknown rule \(found(element)): \(RecordingError.expected(.string(text), valid))")
      }
      if !rules.contains(rule) { rules.append(rule) }
    }
    return rules
  }
}
