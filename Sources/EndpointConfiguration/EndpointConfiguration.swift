package import Recordings
package import Redaction

/// The contents of `endpoint.yaml`: the settings of an endpoint that no convention can guess. Every key is optional,
/// and so is the file. Each key has its own reader (`YAMLReader`).
package struct EndpointConfiguration: Hashable, Sendable {
  /// `upstream`: the URL of the real API, `http` or `https`; nil if the file has none.
  package var upstream: UpstreamURL?
  /// `headers`: the response headers to keep besides the standard ones, in lowercase, in the file's order.
  package var headers: [String]
  /// `identity`: the places of the credential in a request.
  package var identity: IdentityRule
  /// `redaction`: the values that are secrets, and those that are not.
  package var redaction: RedactionRules
  /// `nullIsAbsent`, `volatile`, `keys`, `operations`: the matching of requests and answers.
  package var rules: EndpointRules
  /// `validation`, `ignoreRules`: the validation of operations, if there is a schema.
  package var validation: ValidationSettings
  /// `fakes`: the settings of generated data.
  package var fakes = FakeConfiguration()
  /// `persistedQueries`: manifests of documents that clients call by an id, in the file's order.
  package var persistedQueries: [PersistedQueryFile] = []
  /// `subscriptions`: the URL and protocol of subscriptions.
  package var subscriptions = SubscriptionSettings()
  /// `pass`: the hosts that clients of the proxy may reach, in lower case; `*.example.com` for those below one.
  package var passedHosts: Set<String> = []
  /// `resolve`: the addresses of hosts, in the file's order.
  package var resolvedHosts: [ResolvedHost] = []
  /// `http`: the rules for requests that are not GraphQL.
  package var exchanges = ExchangeRules()
  /// `faults`: the rules of fault injection, in the file's order.
  package var faults: [FaultRule] = []
  /// `answers`: the overrides of answers, in the file's order.
  package var answers: [FaultRule] = []
  /// The names in all of these, to be checked against a schema or the recordings.
  package var mentions: [RuleMention] = []

  package init(
    upstream: UpstreamURL? = nil, headers: [String] = [], identity: IdentityRule = IdentityRule(),
    redaction: RedactionRules = RedactionRules(), rules: EndpointRules = EndpointRules(),
    validation: ValidationSettings = .strict
  ) {
    self.upstream = upstream
    self.headers = headers
    self.identity = identity
    self.redaction = redaction
    self.rules = rules
    self.validation = validation
  }

  /// Reads a file. A missing file counts as empty.
  ///
  /// - Throws: `RecordingError` if it is not valid, with line, column and the valid values.
  package init(path: String) throws(RecordingError) {
    self.init()
    guard let bytes = try FileReading.bytes(ifPresent: path) else { return }
    self = try EndpointConfiguration(yaml: bytes, path: path)
  }

  package var responseHeaders: ResponseHeaders { ResponseHeaders(additional: headers) }
}
