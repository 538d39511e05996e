package import Recordings
package import Redaction

/// What `endpoint.yaml` says about an endpoint: what convention cannot guess.
///
/// All of it is optional, and so is the file. Each key has its own reader (`YAMLReader`).
package struct EndpointConfiguration: Hashable, Sendable {
  /// `upstream`: the URL of the real endpoint, `http` or `https`; nil where the file names none.
  package var upstream: UpstreamURL?
  /// `headers`: names of response headers to keep besides the standard ones, in lower case, in the file's order.
  package var headers: [String]
  /// `identity`: where requests carry their credential.
  package var identity: IdentityRule
  /// `redaction`: what is a secret, and what is none.
  package var redaction: RedactionRules
  /// `nullIsAbsent`, `volatile`, `keys`, `operations`: which requests are the same, and which answers.
  package var rules: EndpointRules
  /// `validation`, `ignoreRules`: how operations are validated where there is a schema.
  package var validation: ValidationSettings
  /// `fakes`: how a schema is faked.
  package var fakes = FakeConfiguration()
  /// `persistedQueries`: manifests of documents that clients call by an id, in the file's order.
  package var persistedQueries: [PersistedQueryFile] = []
  /// `subscriptions`: where subscriptions go, and how.
  package var subscriptions = SubscriptionSettings()
  /// `faults`: what goes wrong on request, in the file's order.
  package var faults: [FaultRule] = []
  /// The names in all of these that a schema or the recordings may know better.
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

  /// Reads a file.
  ///
  /// - Parameter path: of the file; one that is not there counts as empty.
  /// - Throws: if it is not YAML, or a key or a value is not right; with line and column and what is valid.
  package init(path: String) throws(RecordingError) {
    self.init()
    guard try FileReading.exists(path) else { return }
    let bytes = try FileReading.bytes(of: path)
    self = try EndpointConfiguration(yaml: bytes, path: path)
  }

  /// Which headers of responses are kept.
  package var responseHeaders: ResponseHeaders { ResponseHeaders(additional: headers) }
}
