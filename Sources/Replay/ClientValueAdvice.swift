package import OrderedJSON
package import Recordings

/// Rules that let a recorded request answer one that differs only in values that look random.
package struct ClientValueAdvice: Hashable, Sendable {
  /// The endpoint's folder.
  package let folder: String
  package var lines: RuleLines
  /// True if all values look random. Otherwise, the client may as well have been changed.
  package let looksRandom: Bool
  /// Indicates whether the file already has a section `operations`.
  package var hasOperations: Bool
  /// Indicates whether unnamed recordings of the operation must be adapted to the new rules.
  package var hasUnnamedRecordings: Bool

  package init(
    folder: String, lines: RuleLines, looksRandom: Bool = true, hasOperations: Bool = false,
    hasUnnamedRecordings: Bool = false
  ) {
    self.folder = folder
    self.lines = lines
    self.looksRandom = looksRandom
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
      "Only \(names) \(several ? "differ" : "differs") from a request in this session's recording. "
        + (looksRandom
          ? "\(several ? "The values look random" : "The value looks random")."
          : "If the client generates \(several ? "these values" : "this value") in each run, let any value match."),
      hasOperations
        ? "Add these lines to \(file), below \"operations:\":"
        : "Add these lines to \(file):",
      "",
    ]
    text += hasOperations ? lines.linesBelowOperations : lines.lines
    text.append("")
    if hasUnnamedRecordings {
      text.append(
        "Then update the recordings of \(lines.operation) without a session: understudy check --rules --apply")
    }
    let record = "understudy exec --mode record "
    let fix = rerun.flatMap { $0.hasPrefix(record) ? "understudy exec --fix \($0.dropFirst(record.count))" : nil }
    guard looksRandom else { return text.dropLast(hasUnnamedRecordings ? 0 : 1) }
    text.append("To add them automatically: \(fix ?? "understudy exec --fix -- <the command that runs this test>")")
    return text
  }
}

/// A variable of a request that differs from the recorded one and looks random.
package struct ClientValue: Hashable, Sendable {
  /// The names on the path to the value, without the indices of lists.
  package let path: [String]
  /// The parts that differ.
  package let pairs: [RandomText.Pair]
  /// The values that the client generates in the same way. Others are still compared. Nil if their form is not certain.
  package var pattern: ValuePattern? {
    RandomText.pattern(of: recorded, pairs).flatMap { try? ValuePattern($0) }
  }
  /// The recorded value.
  private let recorded: String
  /// Indicates whether the value is a number, which answers can only repeat as a whole.
  package let isNumber: Bool
  /// Indicates whether both values look random.
  package let looksRandom: Bool

  /// Returns the differing variables of two requests; nil if there are none, or one of them cannot be the client's. With
  /// `mustLookRandom`, also nil if one does not look random.
  package static func differences(
    recorded: JSONObject, asked: JSONObject, mustLookRandom: Bool = true
  ) -> [ClientValue]? {
    let differences = JSON.differences(from: .object(recorded), to: .object(asked), limit: limit + 1)
    guard !differences.isEmpty, differences.count <= limit else { return nil }
    var values: [ClientValue] = []
    for difference in differences {
      guard case .changed(let old, let new) = difference.kind, let path = names(difference.path) else { return nil }
      switch (old, new) {
      case (.string(let old), .string(let new)):
        // Another file is another request.
        if old.hasPrefix(UploadedFile.prefix) || new.hasPrefix(UploadedFile.prefix) { return nil }
        let random = RandomText.pairs(old, new)
        guard let pairs = random ?? (mustLookRandom ? nil : [.init(recorded: old, sent: new)]), !pairs.isEmpty else {
          return nil
        }
        values.append(ClientValue(path: path, pairs: pairs, recorded: old, isNumber: false, looksRandom: random != nil))
      case (.number(let old), .number(let new)):
        let random = RandomText.pairs(old.text, new.text)
          .flatMap { $0.count == 1 && $0[0].recorded == old.text ? $0 : nil }
        guard let pairs = random ?? (mustLookRandom ? nil : [.init(recorded: old.text, sent: new.text)]) else {
          return nil
        }
        values.append(
          ClientValue(path: path, pairs: pairs, recorded: old.text, isNumber: true, looksRandom: random != nil))
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
