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

  /// Returns the text of a file with the rules added; nil if it cannot be edited safely (flow style, anchors).
  /// `bytes` are empty if there is no file. `path` is for errors.
  ///
  /// - Throws: `RecordingError` if the file is not valid.
  package func added(to bytes: [UInt8], path: String) throws(RecordingError) -> [UInt8]? {
    var before = try EndpointConfiguration(yaml: bytes, path: path)
    let new = besides(before.rules.operations.first { $0.operation == operation }?.variables ?? [])
    guard let new else { return bytes }
    let wanted = new.expected(before.rules.operations)
    guard let text = String(validating: bytes, as: UTF8.self),
      let edited = new.inserted(into: text, try YAMLReader(path: path).compose(text)),
      var after = try? EndpointConfiguration(yaml: Array(edited.utf8), path: path)
    else { return nil }
    // Checks that only the rules are new.
    guard Self.sorted(after.rules.operations) == Self.sorted(wanted) else { return nil }
    after.rules = before.rules
    after.mentions = before.mentions
    (before.fakes, after.fakes) = (before.fakes.withoutPlaces, after.fakes.withoutPlaces)
    return after == before ? Array(edited.utf8) : nil
  }

  private func expected(_ operations: [OperationRule]) -> [OperationRule] {
    var operations = operations
    if let index = operations.firstIndex(where: { $0.operation == operation }) {
      operations[index].variables.removeAll { old in rules.contains { $0.path == old.path } }
      operations[index].variables += rules
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
    var edited = text
    for (rule, line) in zip(rules, ruleLines) {
      if depth == keys.count, known.contains(rule.pathText) {
        guard let replaced = Self.replacing(rule.pathText, of: node?.mapping, by: indent + line, in: edited) else {
          return nil
        }
        edited = replaced
      } else {
        new.append(indent + line)
      }
    }
    return new.isEmpty ? edited : ConfigurationEdit.inserting(new, into: edited, at: place.line)
  }

  /// Replaces a rule that has one line of its own, without a comment; nil for any other.
  private static func replacing(_ path: String, of rules: Node.Mapping?, by line: String, in text: String) -> String? {
    guard let (key, value) = rules?.first(where: { $0.key.scalar?.string == path }), let mark = key.mark,
      value.mapping?.allSatisfy({ $0.key.mark?.line == mark.line }) ?? true
    else { return nil }
    var lines = ConfigurationEdit.lines(of: text)
    let index = mark.line - 1
    let others = rules?.filter { $0.key.scalar?.string != path }.compactMap { $0.key.mark?.line } ?? []
    let old = lines[index].drop { $0 == " " }
    guard !old.contains("#"), !others.contains(mark.line), old.hasPrefix(path) || old.hasPrefix("\""),
      value.scalar != nil || old.hasSuffix("}")
    else { return nil }
    lines[index] = line
    return lines.joined(separator: text.contains("\r\n") ? "\r\n" : "\n")
  }
}
