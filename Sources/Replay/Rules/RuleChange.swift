import GraphQLLanguage
package import Recordings

/// The change that the current rules make to a file, or to several files that they join.
package struct RuleChange: Hashable, Sendable {
  package let rewrite: RecordingRewrite
  /// The files whose content it combines, sorted: one, or several that a rule joins.
  package let sources: [String]
  /// The number of states that are renamed.
  package let renamedStates: Int
  /// The number of other states whose next state, or whose events' states, are renamed.
  package let redirectedStates: Int
  /// Indicates whether values in answers are replaced by echoes.
  package let takesEchoes: Bool

  /// Indicates whether a rule joins several files.
  package var isJoin: Bool { sources.count > 1 }

  /// Returns one line with the files and their change. `folder` is the endpoint's folder as the user named it.
  package func text(in folder: String) -> String { RecordingError.printable(sentence(in: folder)) }

  private func sentence(in folder: String) -> String {
    let below = "\(folder)/\(rewrite.folder)/"
    var more: [String] = []
    if renamedStates > 0 { more.append(renamedStates == 1 ? "1 state renamed" : "\(renamedStates) states renamed") }
    if redirectedStates > 0 {
      let (one, many) =
        rewrite.recording.kind == .mutation
        ? ("leads to another state", "lead to other states")
        : ("has events after another state", "have events after other states")
      more.append(redirectedStates == 1 ? "1 state \(one)" : "\(redirectedStates) states \(many)")
    }
    if takesEchoes { more.append("repeated request values marked as echoes") }
    let details = more.joined(separator: ", ")
    if isJoin {
      let joined = sources.count == 2 ? "both become" : "all \(sources.count) become"
      return
        "\(below)\(sources.joined(separator: ", ")): \(joined) \(rewrite.file)\(more.isEmpty ? "" : " (\(details))")"
    }
    if rewrite.replaced.isEmpty { return "\(below)\(rewrite.file): \(more.isEmpty ? "rewritten" : details)" }
    return "\(below)\(sources[0]): becomes \(rewrite.file)\(more.isEmpty ? "" : " (\(details))")"
  }
}
