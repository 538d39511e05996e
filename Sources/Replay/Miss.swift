package import GraphQLLanguage
package import OrderedJSON
package import Recordings

/// A request that no recording answers, and all that is known about why (design §4).
package struct Miss: Hashable, Sendable {
  /// What was asked for.
  package var request: AskedOperation
  /// The recording that comes nearest; nil where nothing recorded is like it.
  package var nearest: Nearest?
  /// In what the nearest recording differs; empty where there is none.
  package var differences: [Difference]
  /// The command that would record it.
  package var command: String
  /// Where the request was recorded, but not in the session's state: which states, and what stands between.
  package var state: StateMiss?
  /// Where all answers that were recorded in the session's state have been given: how many there are.
  package var exhausted: Int?
  /// What recordings of named sessions say; nil where there are none.
  package var sessions: RecordedSessions?
  /// The mutation of the session that was missed before, so that the session's state is not known; nil if none was.
  package var follows: String?
  /// The rules that would answer it, if the client made its values anew; nil if it differs in anything else.
  package var clientValues: ClientValueAdvice?
  /// Where the request asks for nothing but the schema: what to do so that it is answered without a recording.
  package var introspection: IntrospectionAdvice?
  /// Of a bounded miss (`bounded`), a hash of the whole one; nil for a whole one.
  package internal(set) var wholeHash: ContentHash?

  package init(request: AskedOperation, command: String, nearest: Nearest? = nil, differences: [Difference] = []) {
    self.request = request
    self.command = command
    self.nearest = nearest
    self.differences = differences
  }
}

/// What recordings of named sessions say about a request that was missed.
package struct RecordedSessions: Hashable, Sendable {
  /// Whether the request's own session is recorded.
  package var isRecorded: Bool
  /// Whether that recording stops before the session's end.
  package var isIncomplete: Bool
  /// Other sessions that recorded the request, sorted: three at most.
  package var others: [String]
  /// How many there are.
  package var otherCount: Int

  package init(isRecorded: Bool, isIncomplete: Bool, others: [String], otherCount: Int) {
    self.isRecorded = isRecorded
    self.isIncomplete = isIncomplete
    self.others = others
    self.otherCount = otherCount
  }
}

/// How introspection would be answered that was not recorded.
package struct IntrospectionAdvice: Hashable, Sendable {
  /// The file that the schema would have.
  package var file: String
  /// The command that gets it from the real endpoint.
  package var command: String

  package init(file: String, command: String) {
    self.file = file
    self.command = command
  }
}

/// An operation as a client asked for it, with its variables in canonical form.
package struct AskedOperation: Hashable, Sendable {
  package var endpoint: String
  package var kind: OperationKind
  /// Nil for an anonymous operation.
  package var name: String?
  package var variables: JSONObject
  /// `anonymous`, `authenticated`, or `authenticated as NAME`.
  package var identity: String
  /// The header fields that count: names in lower case, sorted.
  package var headers: [RecordedResponse.Header] = []
  /// The selected operation and the fragments that it reaches; nothing in a bounded miss.
  package var document: Document
  /// The title for messages, if the document is gone.
  var shownTitle: String?

  package init(
    endpoint: String, kind: OperationKind, name: String?, variables: JSONObject, identity: String,
    headers: [RecordedResponse.Header] = [], document: Document
  ) {
    self.endpoint = endpoint
    self.kind = kind
    self.name = name
    self.variables = variables
    self.identity = identity
    self.headers = headers
    self.document = document
  }

  /// `query CountryDetail`, or `an anonymous query`.
  package var title: String { Self.title(kind: kind, name: name) }

  static func title(kind: OperationKind, name: String?) -> String {
    name.map { "\(kind.rawValue) \($0)" } ?? "an anonymous \(kind.rawValue)"
  }
}

/// The recording that comes nearest to a request.
package struct Nearest: Hashable, Sendable {
  package var kind: OperationKind
  package var name: String?
  /// The operation's folder below the endpoint's, e.g. `query.CountryDetail-1f3a9c2e`.
  package var folder: String
  /// The file in it, where one was compared.
  package var file: String?
  package var relation: Relation

  package init(kind: OperationKind, name: String?, folder: String, file: String?, relation: Relation) {
    self.kind = kind
    self.name = name
    self.folder = folder
    self.file = file
    self.relation = relation
  }

  /// How it is related to the request.
  package enum Relation: String, Sendable {
    /// The very request, in another state.
    case sameRequest
    /// The same operation, with other variables or another identity.
    case sameOperation
    /// An operation of the same name that asks for something else.
    case sameName
    /// An operation whose name or fields are much alike.
    case similar
  }
}

/// One point in which a request differs from a recording.
package enum Difference: Hashable, Sendable {
  /// The request selects something that the recording does not, e.g. `country.population`.
  case selectionNotRecorded(String)
  /// The recording selects something that the request does not.
  case selectionNotAsked(String)
  /// The same selections in another order, which is another order of keys in the answer.
  case selectionOrder
  /// The operation is declared otherwise: its name, directives, or a variable's type or default.
  case declaration(recorded: String, asked: String)
  /// A variable's value at a path, e.g. `filter.continent.eq`; nil where that side has none.
  case variable(path: String, recorded: JSON?, asked: JSON?)
  case identity(recorded: String, asked: String)
  /// A header field that counts: the values with which the same request was recorded, and what was sent; nil where it
  /// was not.
  case header(name: String, recorded: [String], asked: String?)

  /// One line for people, e.g. `variable code: recorded "CA", sent "DE"`.
  package var description: String {
    switch self {
    case .selectionNotRecorded(let path): "\(path): requested, but not recorded"
    case .selectionNotAsked(let path): "\(path): recorded, but not requested"
    case .selectionOrder: "the same fields in a different order"
    case .declaration(let recorded, let asked): "declaration: recorded \(recorded), sent \(asked)"
    case .variable(let path, let recorded, let asked):
      Self.variable(path, recorded, asked)
    case .identity(let recorded, let asked): "identity: recorded \(recorded), sent \(asked)"
    case .header(let name, let recorded, let asked):
      Self.sides(
        "header \(name)", recorded.isEmpty ? nil : recorded.map { "\"\($0)\"" }.joined(separator: " and "),
        asked.map { "\"\($0)\"" })
    }
  }

  private static func variable(_ path: String, _ recorded: JSON?, _ asked: JSON?) -> String {
    let (recorded, asked) = parted(recorded, asked) ?? (recorded, asked)
    return sides("variable \(path)", recorded?.brief(), asked?.brief())
  }

  /// Of two long texts that begin alike, such as the placeholders of uploaded files, the part in which they differ; nil
  /// for other values.
  static func parted(_ recorded: JSON?, _ asked: JSON?) -> (recorded: JSON?, asked: JSON?)? {
    guard case .string(let left)? = recorded, case .string(let right)? = asked else { return nil }
    let common = zip(left.unicodeScalars, right.unicodeScalars).prefix { $0 == $1 }.count
    guard common > 60 else { return nil }
    func rest(_ text: String) -> JSON {
      .string("…" + String(String.UnicodeScalarView(text.unicodeScalars.dropFirst(common - 20))))
    }
    return (rest(left), rest(right))
  }

  private static func sides(_ subject: String, _ recorded: String?, _ sent: String?) -> String {
    let recorded = recorded.map { "recorded \($0)" } ?? "missing in the recording"
    return "\(subject): \(recorded), \(sent.map { "sent \($0)" } ?? "missing in this request")"
  }
}
