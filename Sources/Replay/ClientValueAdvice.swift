package import OrderedJSON
package import Recordings

/// Rules that let a recorded request answer one that differs only in values that look random.
package struct ClientValueAdvice: Hashable, Sendable {
  /// The endpoint's folder.
  package let folder: String
  package let lines: RuleLines
  /// Indicates whether the file already has a section `operations`.
  package var hasOperations: Bool
  /// Indicates whether unnamed recordings of the operation must be adapted to the new rules.
  package var hasUnnamedRecordings: Bool

  package init(folder: String, lines: RuleLines, hasOperations: Bool = false, hasUnnamedRecordings: Bool = false) {
    self.folder = folder
    self.lines = lines
    self.hasOperations = hasOperations
    self.hasUnnamedRecordings = hasUnnamedRecordings
  }

  /// The path of the file to edit.
  package var file: String { "\(folder)/\(EndpointFolder.configurationFileName)" }

  /// Returns the advice, line by line. `rerun` is the command that records the session's test again, if it is known.
  package func text(rerun: String? = nil) -> [String] {
    let names = lines.rules.map(\.pathText).joined(separator: ", ")
    let several = lines.rules.count > 1
    var text = [
      "The only difference from a request of this session's recording: \(names) \(several ? "have random values" : "has a random value"), which the client makes.",
      hasOperations
        ? "Add this to \(file), below the \"operations:\" that it has:"
        : "Add this to \(file):",
      "",
    ]
    text += lines.lines
    text.append("")
    if hasUnnamedRecordings {
      text.append("Unnamed recordings of \(lines.operation) need this afterwards: understudy check --rules --apply")
    }
    let record = "understudy exec --mode record "
    let fix = rerun.flatMap { $0.hasPrefix(record) ? "understudy exec --fix \($0.dropFirst(record.count))" : nil }
    text.append("To add it automatically: \(fix ?? "understudy exec --fix -- <the command that runs this test>")")
    return text
  }
}

/// A variable of a request that differs from the recorded one and looks random.
package struct ClientValue: Hashable, Sendable {
  /// The names on the path to the value, without the indices of lists.
  package let path: [String]
  /// The parts that differ.
  package let pairs: [RandomText.Pair]
  /// Indicates whether the value is a number, which answers can only repeat as a whole.
  package let isNumber: Bool

  /// Returns the differing variables of two requests; nil if there are none, or one does not look random.
  package static func differences(recorded: JSONObject, asked: JSONObject) -> [ClientValue]? {
    let differences = JSON.differences(from: .object(recorded), to: .object(asked), limit: limit + 1)
    guard !differences.isEmpty, differences.count <= limit else { return nil }
    var values: [ClientValue] = []
    for difference in differences {
      guard case .changed(let old, let new) = difference.kind, let path = names(difference.path) else { return nil }
      switch (old, new) {
      case (.string(let old), .string(let new)):
        guard let pairs = RandomText.pairs(old, new), !pairs.isEmpty else { return nil }
        values.append(ClientValue(path: path, pairs: pairs, isNumber: false))
      case (.number(let old), .number(let new)):
        guard let pairs = RandomText.pairs(old.text, new.text), pairs.count == 1, pairs[0].recorded == old.text
        else { return nil }
        values.append(ClientValue(path: path, pairs: pairs, isNumber: true))
      default: return nil
      }
    }
    return values
  }

  /// A request with more differences than these is a different request.
  private static let limit = 20

  private static func names(_ path: JSONPath) -> [String]? {
    var names: [String] = []
    for step in path.steps {
      switch step {
      case .name(let name): names.append(name)
      case .index: continue
      case .repeatedName: return nil
      }
    }
    return names.isEmpty ? nil : names
  }
}
