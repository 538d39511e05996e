import EndpointConfiguration
import Engine
import GraphQLLanguage
import OrderedJSON
import Recordings
import Redaction
import Requests
import Synchronization
import Transports

/// A recorded request, prepared for sending again: the form to send, with ids and secrets of this run, and the recorded
/// form, for converting the answer.
struct VerifyRequest {
  let body: JSON
  let headers: HeaderList
  /// The request as recorded.
  let asked: ResolvedRequest
  let document: Document
  /// True if the operation's text is sent as recorded.
  let hasRecordedText: Bool
  /// The values that differ from the recorded ones: `variable id is "979": recorded is "978"`.
  let replaced: [String]

  /// Adds the header fields `given`. `callers` is the number of log-ins in the recordings; `sendsUnissued` allows ids
  /// that no answer of the session issued.
  /// - Throws: the reason that the request cannot be sent.
  init(
    _ step: RecordedStep, at endpoint: Endpoint, given: HeaderList, ids: SessionIDs, sendsUnissued: Bool, callers: Int
  ) throws(SkippedRequest) {
    guard let document = (try? endpoint.store?.document(inFolder: step.stored.folder))?.document,
      let operation = try? document.operation(named: step.operationName)
    else { throw SkippedRequest(.unreachable("1 request whose operation cannot be read")) }
    guard HiddenLiterals.places(in: document).isEmpty else { throw SkippedRequest(.secretInDocument) }
    self.document = document
    let request = try ids.sent(
      RedactedRequest(document: document, operation: operation, variables: step.variables, caller: step.identity),
      step.title, sendsUnissued: sendsUnissued)
    hasRecordedText = request.document == document
    let variables = try ids.withSecrets(.object(request.variables), at: [])
    body = step.body(variables.objectValue ?? [:], query: hasRecordedText ? step.query : request.document.printed())
    replaced = Self.changes(from: .object(step.variables), to: .object(request.variables), at: [])
    let rule = endpoint.configuration.identity
    var headers = Self.usual(step)
    for header in step.headers {
      if !Placeholder.isOne(header.value) {
        headers.set(header.name, header.value)
      } else if given[first: header.name] == nil {
        throw SkippedRequest(.secretHeader(header.name))
      }
    }
    var recorded = headers
    let fields = try Self.credentials(step.identity, rule, given, ids, callers, endpoint).fields
    for field in fields { headers.set(field.name, field.value) }
    self.headers = headers
    switch step.identity {
    case .anonymous: break
    // The redactor knows the given credential as the only one, or by its name.
    case .authenticated, .user, .numbered: for field in fields { recorded.set(field.name, field.value) }
    case .known: if let field = step.identity.placeholder(by: rule) { recorded.set(field.name, field.value) }
    }
    let client = ClientRequest(
      method: "POST", target: "/\(endpoint.name)", headers: recorded, body: step.body.serialize())
    do throws(ResolutionProblem) {
      asked = try endpoint.asked(try endpoint.parsed(client), by: client, in: "verify")
    } catch {
      throw SkippedRequest(.unreachable("1 request that is not valid: \(error.reason)"))
    }
  }

  /// Returns the variables whose values differ from the recorded ones, described.
  private static func changes(from recorded: JSON, to sent: JSON, at path: JSONPath) -> [String] {
    switch (recorded, sent) {
    case (.array(let recorded), .array(let sent)):
      zip(recorded, sent).enumerated().flatMap { index, pair in
        changes(from: pair.0, to: pair.1, at: path.appending(.index(index)))
      }
    case (.object(let recorded), .object(let sent)):
      zip(recorded.members, sent.members).flatMap { recorded, sent in
        changes(from: recorded.value, to: sent.value, at: path.appending(.name(recorded.name)))
      }
    case _ where recorded == sent: []
    default: ["variable \(path.description) is \(sent.brief(limit: 60)), recorded \(recorded.brief(limit: 60))"]
    }
  }

  private static func usual(_ step: RecordedStep) -> HeaderList {
    let isNewer = step.response.header("content-type")?.contains("graphql-response+json") ?? false
    return [
      "content-type": "application/json",
      "accept": isNewer ? "application/graphql-response+json, application/json;q=0.9" : "application/json",
      "user-agent": "understudy",
    ]
  }

  /// Returns the given header fields with the credential of the recorded caller.
  private static func credentials(
    _ caller: Caller, _ rule: IdentityRule, _ given: HeaderList, _ ids: SessionIDs, _ callers: Int,
    _ endpoint: Endpoint
  ) throws(SkippedRequest) -> HeaderList {
    var fields = given
    let hasCredential = rule.credential(in: given.pairs) != nil
    switch caller {
    case .anonymous:
      // The request was anonymous; a caller's answer may differ.
      guard hasCredential else { return fields }
      for source in rule.sources { fields.remove(source.headerName) }
    case .authenticated(let name):
      guard hasCredential else { throw SkippedRequest(.credential(rule.headerName)) }
      guard let name else { return fields }
      let giver = endpoint.withRedactor { known in
        var redactor = known
        return try? redactor.caller(headers: given.pairs)
      }
      guard giver == caller else { throw SkippedRequest(.otherCaller(name)) }
    case .user, .numbered:
      guard hasCredential else { throw SkippedRequest(.credential(rule.headerName)) }
      // The given credential belongs to one user. No session has the number 0.
      let giver = endpoint.withRedactor { known in
        var redactor = known
        return try? redactor.caller(headers: given.pairs, session: CredentialScope(session: 0))
      }
      guard giver == caller else { throw SkippedRequest(.otherCaller(caller.brief ?? "another user")) }
    case .known(let pseudonym, let scheme):
      if let token = ids[secret: pseudonym] {
        let credential = (scheme.map { "\($0) " } ?? "") + token
        switch rule.place(ofTokenWith: scheme, besides: given) {
        case .header(let name)?: fields.set(name, credential)
        case .cookie(let name)?:
          let others = IdentityRule.cookies(in: given.pairs).filter { !$0.name.hasSameScalars(as: name) }
          fields.set("cookie", (others + [(name, credential)]).map { "\($0.name)=\($0.value)" }.joined(separator: "; "))
        case nil: break
        }
        return fields
      }
      guard hasCredential else { throw SkippedRequest(.credential(rule.headerName)) }
      guard callers == 1 else { throw SkippedRequest(.otherCaller(caller.brief ?? "another user")) }
    }
    return fields
  }
}

extension IdentityRule {
  /// The first header that may contain a credential.
  fileprivate var headerName: String { sources.first?.headerName ?? "Authorization" }

  /// The place of a user's token: a given one's, which may be of another user, or a free one, beside the key of an app.
  fileprivate func place(ofTokenWith scheme: String?, besides given: HeaderList) -> Source? {
    func credential(_ source: Source) -> Credential? { IdentityRule(sources: [source]).credential(in: given.pairs) }
    let usual = sources.first { source in
      guard source == .header("authorization") else { return false }
      return scheme != nil || credential(source).map { $0.scheme == nil } ?? false
    }
    return usual ?? sources.first { credential($0) == nil } ?? sources.first
  }
}

extension IdentityRule.Source {
  fileprivate var headerName: String {
    switch self {
    case .header(let name): name == "authorization" ? "Authorization" : name
    case .cookie: "Cookie"
    }
  }
}
