package import Maintenance

/// The schema coverage of recordings as text.
package enum CoverageText {
  /// Returns `Schema coverage (countries): recorded 12 of 30 fields, 1 of 4 arguments. This run used 10 fields and 1
  /// argument.` Without `ofRun`, it omits use.
  package static func summary(_ coverage: SchemaCoverage, ofRun: Bool = true) -> String {
    let parts = [
      ("field", coverage.fields), ("argument", coverage.arguments), ("enum value", coverage.enumValues),
    ].filter { $0.1.all > 0 }
    let recorded = parts.map { "\($0.1.recorded) of \(TextForm.counted($0.1.all, $0.0))" }
    let head = "Schema coverage (\(coverage.endpoint)): recorded \(recorded.joined(separator: ", "))"
    guard ofRun else { return "\(head)." }
    let used = parts.map { TextForm.counted($0.1.used, $0.0) }
    return "\(head). This run used \(listed(used))."
  }

  /// Returns the summary, and the parts of each type that are not recorded, or recorded and not used.
  package static func lines(_ coverage: SchemaCoverage, ofRun: Bool = true) -> [String] {
    [summary(coverage, ofRun: ofRun)]
      + coverage.types.flatMap { type -> [String] in
        let missing = type.elements.filter { $0.reach == .none }.map(\.name)
        let unused = !ofRun ? [] : type.elements.filter { $0.reach == .recorded }.map(\.name)
        guard !missing.isEmpty || !unused.isEmpty else { return [] }
        return [
          missing.isEmpty ? nil : "  \(type.name): not recorded: \(missing.joined(separator: ", "))",
          unused.isEmpty ? nil : "  \(type.name): recorded, not used: \(unused.joined(separator: ", "))",
        ].compactMap(\.self)
      }
  }

  /// Returns `a, b and c`.
  private static func listed(_ items: [String]) -> String {
    items.count < 2
      ? items.joined() : "\(items.dropLast().joined(separator: ", ")) and \(items.last ?? "")"
  }
}
