import GraphQLLanguage
package import Recordings

/// What rules of now make of a file, or of several.
package struct RuleChange: Hashable, Sendable {
  package let rewrite: RecordingRewrite
  /// The files whose content comes together in it, sorted: one, or several that a rule joins.
  package let sources: [String]
  /// How many of their states get another name.
  package let renamedStates: Int
  /// How many of their states, apart from these, lead to another one or have events that came in another one.
  package let redirectedStates: Int
  /// Whether values in answers give way to echoes.
  package let takesEchoes: Bool

  /// Whether a rule joins several files.
  package var isJoin: Bool { sources.count > 1 }

  /// A line for people.
  ///
  /// - Parameter folder: the endpoint's folder, as the user named it.
  /// - Returns: which files, and what becomes of them.
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
