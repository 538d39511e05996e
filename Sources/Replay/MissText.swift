import GraphQLLanguage
import OrderedJSON
import Recordings

/// The text of a miss: for the response's message, the terminal, and reports.
package enum MissText {
  /// Returns the whole text, on several lines. `rerun`, the command that runs the session's test again, replaces the
  /// general advice. `following` counts the session's requests that missed because of this mutation.
  package static func message(_ miss: Miss, rerun: String? = nil, following: Int = 0) -> String {
    if let first = miss.follows {
      return
        """
        No recording of \(title(miss.request))\(variables(miss.request)) for endpoint "\(miss.request.endpoint)" after \(first), which missed.
        The state of this session is unknown after that miss.
        Record that mutation first.
        """
    }
    let more =
      following == 0
      ? []
      : [
        "\(following == 1 ? "1 later request" : "\(following) later requests") of this session missed because of it: the state after this mutation is unknown."
      ]
    return (text(miss, rerun: rerun) + more).joined(separator: "\n")
  }

  /// Returns the title of a missed mutation, for the misses that follow it.
  package static func subject(_ miss: Miss) -> String { title(miss.request) + variables(miss.request) }

  private static func text(_ miss: Miss, rerun: String?) -> [String] {
    if let count = miss.exhausted { return [exhausted(miss, count)] }
    if let state = miss.state { return [otherState(miss, state, rerun)] }
    var lines = [
      "No recording of \(title(miss.request))\(variables(miss.request)) for endpoint \"\(miss.request.endpoint)\"."
    ]
    if let obstacle = miss.obstacle { lines.append(text(obstacle, of: miss.request)) }
    if let nearest = miss.nearest, miss.obstacle == nil || miss.isInvalid {
      lines.append(sentence(nearest))
      lines += miss.differences.prefix(10).map { "  - \($0.description(ofExchange: miss.request.isExchange))" }
      if miss.request.isExchange, HTTPExchange.isName(nearest.name), nearest.name != miss.request.name {
        lines.append(
          "If its path has a new rule in endpoint.yaml, record it again: a rule changes the operation's name.")
      }
      if miss.differences.count > 10 { lines.append("  - and \(miss.differences.count - 10) more differences") }
    } else if miss.obstacle == nil || miss.isInvalid {
      lines.append("No similar request is recorded.")
    }
    if let advice = miss.introspection {
      lines.append(
        "A schema file answers introspection without a recording. Save it as \(advice.file), or fetch it: \(advice.command)\(example(advice.command))"
      )
    }
    if let advice = miss.clientValues { lines += advice.text(rerun: rerun) }
    return lines + sessions(miss, rerun)
  }

  /// Returns what the recordings of other queries lack: `Not recorded: launch(id: "25").rocket.diameter. The other 11
  /// fields are recorded.`
  private static func text(_ obstacle: Derivation.Obstacle, of request: MissedOperation) -> String {
    switch obstacle {
    case .otherState(let recording):
      return
        "Recordings of other queries have its fields, but in another state, usually after other mutations: \(recording)."
    case .otherUser(let recording, let identity):
      return
        "A recording of another user has all its fields: \(recording) is \(identity), and this request is \(request.identity)."
    case .invalid(let reason): return "The schema does not allow it: \(reason)"
    case .conflict(let path):
      return "Recordings of other queries have all its fields, but different values at \(path)."
    case .missing(let fields):
      let shown = fields.bounded()
      let more = shown.unlisted > 0 ? " and \(shown.unlisted) more" : ""
      let others =
        fields.found == 0
        ? "" : fields.found == 1 ? " The other field is recorded." : " The other \(fields.found) fields are recorded."
      let hint =
        switch fields.hint {
        case .type:
          " The type of an object is unknown, and __typename and fragments need it. Record the query with __typename, or add a schema file."
        case .ids: " Lists from two recordings are combined only by the ids of their objects."
        case .sequence: " A recording with several answers is not combined with others."
        case .path:
          " Another recording has this field of the same object, but nothing shows that its value is the same here."
        case .difference(let place):
          " Another recording has this field of the same object, but another value at \(place)."
        case .lookup(let field, let argument):
          " Another recording has its object. If \(field) finds objects by \(argument), add to endpoint.yaml: lookups: { \(field): \(argument) }"
        case nil: ""
        }
      return "Not recorded: \(shown.paths.joined(separator: ", "))\(more).\(others)\(hint)"
    }
  }

  /// Returns the command that the text of a miss names. `rerun` is the command that runs its test again, if it is known.
  package static func command(_ miss: Miss, rerun: String? = nil) -> String {
    rerun
      ?? (miss.sessions == nil
        ? miss.command : "understudy exec --mode record -- <the command that runs this test>")
  }

  /// Returns what the recordings of named sessions contain, and how to record what is missing.
  private static func sessions(_ miss: Miss, _ rerun: String?) -> [String] {
    let again = rerun.map { "To record this test\(miss.sessions?.isRecorded == true ? " again" : ""): \($0)" }
    guard let sessions = miss.sessions else {
      let reset =
        miss.state?.history.isEmpty == false
        ? " If the client begins again, reset its session first: POST /__understudy/sessions/default/reset, or with its name."
        : ""
      return [
        again
          ?? "To record it: \(command(miss))\(example(miss.command)), then send the \(miss.state == nil ? "request" : "session's requests") again.\(reset)"
      ]
    }
    var known: [String] = []
    if sessions.isIncomplete {
      known.append(
        "The recording of this session is incomplete: recording stopped early, or the test failed.")
    }
    if !sessions.others.isEmpty {
      let names = sessions.others.map { "\"\($0)\"" }.joined(separator: ", ")
      let more = sessions.otherCount - sessions.others.count
      known.append(
        "Recorded in \(sessions.otherCount == 1 ? "another session" : "\(sessions.otherCount) other sessions"): \(names)\(more > 0 ? " and \(more) more" : "")."
      )
      known.append(use(sessions))
    }
    var lines = known.isEmpty ? [] : [known.joined(separator: " ")]
    lines.append(again ?? "To record this \(sessions.isRecorded ? "test again" : "test"): \(command(miss))")
    if sessions.isRecorded, miss.setupID != nil || (miss.hasSetup && miss.clientValues == nil) {
      let reason = miss.setupID.map { "It contains the id \($0.beginning(limit: 100)) of a setup. " } ?? ""
      lines.append(
        "\(reason)If the request misses again, record all tests again with --replace, in one run with one worker.")
    }
    return lines
  }

  /// Returns the conditions under which a session gets answers of other sessions.
  private static func use(_ sessions: RecordedSessions) -> String {
    if sessions.isRecorded {
      "An answer of another session is used only if all recorded answers agree, no mutation may have changed it, and strict mode is off."
    } else if sessions.needsSession {
      "With --sessions, requests without a session do not get their answers. Begin a session: POST /__understudy/begin {\"session\": \"<name>\", \"named\": true}"
    } else {
      "A session without a recording of its own gets their answers only if they also recorded its earlier answers, if they agree, and if strict mode is off. Use one session for each test."
    }
  }

  /// Returns the note that the URL of a command is an example; empty for other commands.
  private static func example(_ command: String) -> String {
    command.contains(RecordingError.exampleUpstream) ? " (with the URL of your API)" : ""
  }

  private static func otherState(_ miss: Miss, _ state: StateMiss, _ rerun: String?) -> String {
    """
    No recording of \(title(miss.request))\(variables(miss.request)) for endpoint "\(miss.request.endpoint)" in \
    this session's state\(miss.nearest.map { " (\(place($0)))" } ?? "").
    \(state.description)
    \(sessions(miss, rerun).joined(separator: "\n"))
    """
  }

  private static func exhausted(_ miss: Miss, _ count: Int) -> String {
    """
    All \(count) recorded answers to \(title(miss.request))\(variables(miss.request)) for endpoint \
    "\(miss.request.endpoint)" in this session's state are used up\(miss.nearest.map { " (\(place($0)))" } ?? "").
    With --exhausted error, the last one is not repeated.
    To repeat it, start without --exhausted error.
    """
  }

  /// Returns `query CountryDetail`, or the beginning of one without a name: `an unnamed query { launches { id } }`.
  package static func title(_ request: MissedOperation) -> String {
    if let title = request.shownTitle { return title }
    guard request.name == nil else { return request.title }
    var words = request.document.printed().split(whereSeparator: \.isWhitespace)
    if words.first.map({ $0 == request.kind.rawValue }) ?? false { words.removeFirst() }
    guard !words.isEmpty else { return request.title }
    let text = words.joined(separator: " ")
    return "\(request.title) \(text.count > textLimit ? "\(text.prefix(textLimit))…" : text)"
  }

  /// The most characters that are shown of an anonymous operation.
  private static let textLimit = 80

  private static func variables(_ request: MissedOperation) -> String {
    let rest = HTTPExchange.untitled(request.name, request.variables)
    guard !rest.isEmpty else { return "" }
    // The variable of an exchange is the form of its body.
    if request.isExchange { return " with \(JSON.object(rest).brief(limit: 200))" }
    return " with variables \(JSON.object(request.variables).brief(limit: 200))"
  }

  /// Returns the path of the folder or file below the endpoint's folder.
  static func place(_ nearest: Nearest) -> String {
    guard let file = nearest.file else { return nearest.folder }
    // A session's file has the requests of many operations.
    return file.contains("/") ? file : "\(nearest.folder)/\(file)"
  }

  /// Returns the sentence that names the nearest recording; the differences follow it.
  private static func sentence(_ nearest: Nearest) -> String {
    switch nearest.relation {
    case .sameOperation where nearest.file == nil:
      "The operation is known (\(place(nearest))), but none of its answers is recorded."
    case .sameRequest: "Nearest: \(place(nearest)), the same request in the recording of a named session."
    case .sameOperation, .sameName, .similar:
      "Nearest: \(nearest.line.map { "\($0) (\(place(nearest)))" } ?? "\(place(nearest)), \(relation(nearest))"). Differences:"
    }
  }

  private static func relation(_ nearest: Nearest) -> String {
    switch nearest.relation {
    case .sameRequest: "the same request"
    case .sameOperation: "the same operation"
    case .sameName: "an operation with the same name"
    case .similar: "a similar operation"
    }
  }
}
