package import GraphQLLanguage
package import OrderedJSON
package import Recordings

/// A request that no recording answers, with the reasons.
package struct Miss: Hashable, Sendable {
  package var request: MissedOperation
  /// The recording that comes nearest; nil if nothing similar is recorded.
  package var nearest: Nearest?
  /// The differences from the nearest recording; empty if there is none.
  package var differences: [Difference]
  /// The command that records the request.
  package var command: String
  /// The states in which the request is recorded, if it is not recorded in the session's state, and what lies between.
  package var state: StateMiss?
  /// The number of answers recorded in the session's state, if all of them have been given.
  package var exhausted: Int?
  /// The request in recordings of named sessions; nil if there are none.
  package var sessions: RecordedSessions?
  /// The earlier missed mutation after which the session's state is unknown; nil if there is none.
  package var follows: String?
  /// The rules that would answer the request if the client generated its values; nil if anything else differs.
  package var clientValues: ClientValueAdvice?
  /// An id in the request that a setup around its session issued; nil if there is none.
  package var setupID: String?
  /// Indicates whether the session is inside one of a setup.
  package var hasSetup = false
  /// The fields that no recording has, if recordings of other queries have the rest; nil if they have nothing of it.
  package var obstacle: Derivation.Obstacle?
  /// Advice for a request that selects only the schema.
  package var introspection: IntrospectionAdvice?
  /// The hash of the whole miss if this one is bounded (`bounded`); else nil.
  package internal(set) var wholeHash: ContentHash?

  /// Indicates whether the request, or another query with its fields, is recorded in another state.
  package var isOfOtherState: Bool {
    if case .otherState? = obstacle { true } else { state != nil }
  }

  /// Indicates whether the schema does not allow the request.
  var isInvalid: Bool { if case .invalid? = obstacle { true } else { false } }

  package init(request: MissedOperation, command: String, nearest: Nearest? = nil, differences: [Difference] = []) {
    self.request = request
    self.command = command
    self.nearest = nearest
    self.differences = differences
  }
}

/// A missed request in recordings of named sessions.
package struct RecordedSessions: Hashable, Sendable {
  /// Indicates whether the request's own session is recorded.
  package var isRecorded: Bool
  /// Indicates whether that recording stops before the session's end.
  package var isIncomplete: Bool
  /// Indicates whether the request names no session of a server with shared sessions (`--sessions`).
  package var needsSession: Bool
  /// Up to three other sessions that recorded the request, sorted.
  package var others: [String]
  /// The number of other sessions that recorded it.
  package var otherCount: Int

  package init(
    isRecorded: Bool, isIncomplete: Bool, needsSession: Bool, others: [String], otherCount: Int
  ) {
    self.isRecorded = isRecorded
    self.isIncomplete = isIncomplete
    self.needsSession = needsSession
    self.others = others
    self.otherCount = otherCount
  }
}

/// Advice on how to answer introspection that is not recorded.
package struct IntrospectionAdvice: Hashable, Sendable {
  /// The schema file to add.
  package var file: String
  /// The command that gets the schema from the real API.
  package var command: String

  package init(file: String, command: String) {
    self.file = file
    self.command = command
  }
}

/// An operation as a client sent it, with its variables in canonical form.
package struct MissedOperation: Hashable, Sendable {
  package var endpoint: String
  package var kind: OperationKind
  /// Nil for an anonymous operation.
  package var name: String?
  package var variables: JSONObject
  /// `anonymous`, `authenticated`, or `authenticated as NAME`.
  package var identity: String
  /// The header fields of the key: names in lower case, sorted.
  package var headers: [RecordedResponse.Header] = []
  /// The selected operation and the fragments that it uses; empty in a bounded miss.
  package var document: Document
  /// The title for messages, for a miss without a document.
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

  /// `query CountryDetail`, or `an unnamed query`.
  package var title: String { HTTPExchange.title(name, variables) ?? Self.title(kind: kind, name: name) }

  /// Indicates whether it is an HTTP request that is not GraphQL.
  package var isExchange: Bool { HTTPExchange.isName(name) }

  static func title(kind: OperationKind, name: String?) -> String {
    name.map { "\(kind.rawValue) \($0)" } ?? "an unnamed \(kind.rawValue)"
  }
}

/// The recording that comes nearest to a request.
package struct Nearest: Hashable, Sendable {
  package var kind: OperationKind
  package var name: String?
  /// The operation's folder below the endpoint's, e.g. `query.CountryDetail-1f3a9c2e`.
  package var folder: String
  /// The compared file in that folder; nil if none was compared.
  package var file: String?
  package var relation: Relation
  /// The recorded request if it is an HTTP exchange: `GET /images/1.png`.
  package var line: String?

  package init(kind: OperationKind, name: String?, folder: String, file: String?, relation: Relation) {
    self.kind = kind
    self.name = name
    self.folder = folder
    self.file = file
    self.relation = relation
  }

  /// The relation of a recording to the request.
  package enum Relation: String, Sendable {
    /// The same request, in another state.
    case sameRequest
    /// The same operation, with other variables or another identity.
    case sameOperation
    /// An operation of the same name with other selections.
    case sameName
    /// An operation with a similar name or similar fields.
    case similar
  }
}

/// One difference between a request and a recording.
package enum Difference: Hashable, Sendable {
  /// A selection that only the request has, e.g. `country.population`.
  case selectionNotRecorded(String)
  /// A selection that only the recording has.
  case selectionNotAsked(String)
  /// The same selections in another order, which changes the order of keys in the answer.
  case selectionOrder
  /// Another declaration: the operation's name, its directives, or a variable's type or default.
  case declaration(recorded: String, asked: String)
  /// A variable's value at a path, e.g. `filter.continent.eq`; nil on a side that has none.
  case variable(path: String, recorded: JSON?, asked: JSON?)
  case identity(recorded: String, asked: String)
  /// A header field of the key: the values recorded for the same request, and the sent one; nil if it was not sent.
  case header(name: String, recorded: [String], asked: String?)

  /// The difference in one line, e.g. `variable code: recorded "CA", sent "DE"`.
  package var description: String {
    switch self {
    case .selectionNotRecorded(let path): "\(Self.shown(path)): requested, but not recorded"
    case .selectionNotAsked(let path): "\(Self.shown(path)): recorded, but not requested"
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

  /// The same in the words of HTTP, for an exchange: `parameter page: recorded "1", sent "2"`.
  package func description(ofExchange isExchange: Bool) -> String {
    guard isExchange, case .variable(let path, let recorded, let asked) = self else { return description }
    let names = path.split(separator: ".", maxSplits: 1)
    let subject =
      switch names.first {
      case "query" where names.count > 1: "parameter \(names[1])"
      case "query": "the parameters"
      case let name? where name.hasPrefix("path"): "the path"
      default: "the body, \(path)"
      }
    let (left, right) = Self.parted(recorded, asked) ?? (recorded, asked)
    return Self.sides(subject, left?.brief(), right?.brief())
  }

  /// Indicates whether the request has an id in place of another value.
  package func asks(for id: ObjectID) -> Bool {
    if case .variable(_, _, let asked?) = self { ObjectID(asked) == id } else { false }
  }

  /// Returns the path of a selection, in quotes if it has colons of its own.
  private static func shown(_ path: String) -> String { path.contains(": ") ? "`\(path)`" : path }

  private static func variable(_ path: String, _ recorded: JSON?, _ asked: JSON?) -> String {
    let (recorded, asked) = parted(recorded, asked) ?? (recorded, asked)
    return sides("variable \(path)", recorded?.brief(), asked?.brief())
  }

  /// Returns the differing parts of two long texts that begin alike, such as placeholders of files; else nil.
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
