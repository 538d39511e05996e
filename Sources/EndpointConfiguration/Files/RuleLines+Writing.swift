import OrderedJSON
package import Recordings
import Yams

extension RuleLines {
  /// Adds the lines to a file. Everything else in it is preserved: comments, order, spacing. Returns false if the file
  /// has to be edited by hand.
  package func add(inFolder folder: String) throws(RecordingError) -> Bool {
    try ConfigurationEdit.edit(inFolder: folder) { bytes, path throws(RecordingError) in
      try added(to: bytes, path: path)
    }
  }

  /// Returns the text of a file with the rules added; nil if it cannot be edited safely (flow style, anchors, other
  /// rules). `bytes` are empty if there is no file. `path` is for errors.
  ///
  /// - Throws: `RecordingError` if the file is not valid.
  package func added(to bytes: [UInt8], path: String) throws(RecordingError) -> [UInt8]? {
    let before = try EndpointConfiguration(yaml: bytes, path: path)
    let wanted = expected(before.rules.operations)
    if wanted == before.rules.operations { return bytes }
    guard let text = String(validating: bytes, as: UTF8.self),
      let edited = inserted(into: text, try YAMLReader(path: path).compose(text)),
      var after = try? EndpointConfiguration(yaml: Array(edited.utf8), path: path)
    else { return nil }
    // Checks that only the rules are new.
    guard Self.sorted(after.rules.operations) == Self.sorted(wanted) else { return nil }
    after.rules = before.rules
    after.mentions = before.mentions
    return after == before ? Array(edited.utf8) : nil
  }

  private func expected(_ operations: [OperationRule]) -> [OperationRule] {
    var operations = operations
    if let index = operations.firstIndex(where: { $0.operation == operation }) {
      operations[index].variables += rules.filter { !operations[index].variables.contains($0) }
    } else {
      operations.append(OperationRule(operation))
      operations[operations.count - 1].variables = rules
    }
    return operations
  }

  /// Sorts operations and variables, because the new ones come first in the file.
  private static func sorted(_ operations: [OperationRule]) -> [OperationRule] {
    operations.sorted { $0.operation.precedesByScalars($1.operation) }.map { rule in
      var rule = rule
      rule.variables.sort { $0.pathText.precedesByScalars($1.pathText) }
      return rule
    }
  }

  /// Follows the file's existing keys and inserts the missing ones below the last of them.
  private func inserted(into text: String, _ root: Node?) -> String? {
    let lines = ConfigurationEdit.lines(of: text)
    let keys = ["operations", operation, "variables"]
    var node = root
    var depth = 0
    // The line to insert after, and the indentation of the new lines.
    var place = (line: ConfigurationEdit.end(of: lines), indent: 0)
    while depth < keys.count, case .mapping(let mapping)? = node {
      guard mapping.style != .flow else { return nil }
      guard let (key, value) = mapping.first(where: { $0.key.scalar?.string == keys[depth] }) else { break }
      guard let mark = key.mark, lines.indices.contains(mark.line - 1) else { return nil }
      var indent = mark.column + 1
      if case .mapping(let inner) = value {
        guard inner.style != .flow, let first = inner.first?.key.mark, first.line > mark.line else { return nil }
        indent = first.column - 1
      } else if value.scalar?.string != "" {
        return nil
      }
      place = (mark.line, indent)
      node = value
      depth += 1
    }
    var new: [String] = []
    for (index, key) in keys[depth...].enumerated() {
      new.append(String(repeating: " ", count: place.indent + 2 * index) + "\(Self.key(key)):")
    }
    let indent = String(repeating: " ", count: place.indent + 2 * (keys.count - depth))
    let known = node?.mapping?.compactMap { $0.key.scalar?.string } ?? []
    for (rule, line) in zip(rules, ruleLines) {
      // Another rule for the same value: the user has to decide.
      if depth == keys.count, known.contains(rule.pathText) { return nil }
      new.append(indent + line)
    }
    return ConfigurationEdit.inserting(new, into: text, at: place.line)
  }
}
