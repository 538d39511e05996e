package import EndpointConfiguration
import Fakes
import GraphQLLanguage
package import GraphQLSchema
import OrderedJSON
package import Recordings
package import Redaction
package import Replay
package import Requests
package import SchemaSources
import Synchronization
package import Transports

/// One mocked GraphQL API: its name, recordings and schema, and its upstream.
///
/// This file resolves requests. `Endpoint+Replay.swift` and `Endpoint+Recording.swift` answer and record them.
package final class Endpoint: Sendable {
  /// The folder's name, and the first part of the URL's path.
  package let name: String
  /// The recordings; nil if this run has none.
  package let store: RecordingStore?
  /// The answers that clients got but that are not written yet; nil if this run has no recordings.
  let unwritten: UnwrittenAnswers?
  /// The recordings that this run replays, writes or learns from; nil if there are none.
  package var knownStore: RecordingStore? { store ?? learned?.store }
  /// The settings of `endpoint.yaml`.
  package let configuration: EndpointConfiguration
  /// The schema, which is loaded again when its files change.
  package let watchedSchema: WatchedSchema
  package let validationRules: [ValidationRule]
  /// The rules at the lenient level; nil if the endpoint's level is as lenient.
  package let lenientRules: [ValidationRule]?
  /// The URL of the real API; nil if it is unknown.
  package var upstream: UpstreamURL? { moved.withLock { $0 } ?? givenUpstream }
  private let givenUpstream: UpstreamURL?
  /// The URL of the GraphQL API of a host whose other requests came first.
  let moved = Mutex<UpstreamURL?>(nil)
  /// The warnings from loading its files, a line each.
  let loadWarnings: [String]
  let salt: EndpointSalt
  /// The upstream to be written to `endpoint.yaml` with the first recording; nil if the file has one.
  let memory: UpstreamMemory?
  /// The documents that requests may name instead of sending them.
  package let documents: EndpointDocuments
  /// The memory of whether the upstream has given a GraphQL response in this run.
  let firstResponse = FirstResponse()
  /// The transports of subscriptions that worked in this run.
  let transports = TransportMemory()

  private let prepared = BoundedCache<PreparedKey, PreparedOperation>(byteLimit: 48 << 20)
  private let plans = BoundedCache<ContentHash, RedactionPlan>(byteLimit: 16 << 20)
  let answers = BoundedCache<CacheKey, CachedAnswer>(byteLimit: 96 << 20)
  /// The recordings that select a root field, by its name.
  let donorIndices = BoundedCache<String, DonorIndex>(byteLimit: 2 * DonorIndex.byteLimit)
  /// Recordings that answers were derived from, and what they show of objects.
  let donorCache = DonorCache()
  let state: Mutex<EndpointState>
  /// The order of requests that are answered off the event loop.
  let order = SessionOrder()
  /// Held while the recordings are indexed, once for all requests that wait.
  let indexing = Mutex(())
  /// Held while a session's recording is written: an early version must not replace the final one.
  let savingSession = Mutex(())

  /// Compared byte by byte: unlike GraphQL, Swift's strings equate a composed and a decomposed é.
  private struct PreparedKey: Hashable {
    let query: String
    let operationName: String?

    static func == (left: PreparedKey, right: PreparedKey) -> Bool {
      left.query.hasSameScalars(as: right.query)
        && (left.operationName ?? "").hasSameScalars(as: right.operationName ?? "")
        && (left.operationName == nil) == (right.operationName == nil)
    }

    func hash(into hasher: inout Hasher) { hasher.combine(query) }
  }

  init(
    name: String, store: RecordingStore? = nil, configuration: EndpointConfiguration = EndpointConfiguration(),
    salt: EndpointSalt? = nil, hints: any SchemaHints = NoSchema(), schema: Schema? = nil,
    world: FakeWorld? = nil, learned: LearnedRecordings? = nil, variants: WorldVariants? = nil,
    upstream: UpstreamURL? = nil,
    memory: UpstreamMemory? = nil, documents: EndpointDocuments = EndpointDocuments(), warnings: [String] = [],
    schemaSource: SchemaSource? = nil
  ) {
    self.name = name
    self.store = store
    unwritten = store.map { UnwrittenAnswers(path: $0.path) }
    self.configuration = configuration
    let salt = salt ?? EndpointSalt(RedactionSalt(endpoint: name), writingTo: nil)
    self.salt = salt
    validationRules = ValidationRule.rules(configuration.validation)
    lenientRules = configuration.validation.lenient.map(ValidationRule.rules)
    watchedSchema = WatchedSchema(
      LoadedSchema(schema: schema, hints: hints, world: world, learned: learned, variants: variants),
      source: schemaSource,
      rules: configuration.rules, store: store ?? learned?.store)
    givenUpstream = upstream
    self.memory = memory
    self.documents = documents
    loadWarnings = warnings
    let redactor = Redactor(
      endpoint: name, salt: salt.value, rules: configuration.redaction, identity: configuration.identity)
    state = Mutex(EndpointState(redactor: redactor))
  }

  /// The schema's information about ids and types; nothing without a schema.
  package var hints: any SchemaHints { watchedSchema.current.hints }

  /// The schema; nil if it has no file.
  package var schema: Schema? { watchedSchema.current.schema }

  /// The path of the schema's file; nil if there is none.
  package var schemaFile: String? { watchedSchema.file }

  /// The world generated from the schema and the recordings; nil if nothing is learned.
  var learned: LearnedRecordings? { watchedSchema.current.learned }

  /// The world that answers are generated from; nil if this run generates nothing.
  var world: FakeWorld? { watchedSchema.current.generated }

  // MARK: Resolving a request

  /// Parses a request.
  package func parsed(_ request: ClientRequest) throws(ResolutionProblem) -> ParsedRequest {
    try request.reading.once { () throws(ResolutionProblem) in try read(request) }
  }

  /// True if a request is a mutation. One that cannot be read is none.
  package func isMutation(_ request: ClientRequest) -> Bool { (try? parsed(request))?.operation.kind == .mutation }

  private func read(_ request: ClientRequest) throws(ResolutionProblem) -> ParsedRequest {
    let decoded: GraphQLRequest
    do throws(RequestProblem) {
      decoded =
        if let place = request.exchange {
          try request.http.exchange(at: place, rules: configuration.exchanges, json: request.reading.json)
        } else {
          try GraphQLRequest(decoding: request.http, json: request.reading.json, documents: documents)
        }
    } catch {
      throw .request(error)
    }
    let parsed = ParsedRequest(request: decoded, operation: try prepared(decoded))
    if case .textWithHash(let hash) = decoded.naming { documents.learn(decoded.query, hash: hash) }
    return parsed
  }

  /// Parses a request to answer here. Refuses a mutation by GET, and a subscription by GET unless it accepts events.
  func parsedToAnswer(_ request: ClientRequest) throws(ResolutionProblem) -> ParsedRequest {
    let parsed = try parsed(request)
    guard request.method == "GET" else { return parsed }
    switch parsed.operation.kind {
    case .query: return parsed
    case .mutation: throw .mutationByGET
    case .subscription:
      guard request.accept.names("text", "event-stream") else { throw .subscriptionByGET }
      return parsed
    }
  }

  /// Resolves a request: identifies its caller and session, and removes its secrets.
  package func asked(_ parsed: ParsedRequest, by request: ClientRequest, in session: String) throws(ResolutionProblem)
    -> ResolvedRequest
  {
    let headers = request.headers.pairs
    let rules = configuration.rules
    let operationName = parsed.operation.name
    let parameters = request.exchange == nil ? request.target.parameters : []
    var redacted: RedactedRequest
    var renaming: IDRenaming?
    var hints = hints
    var variables = parsed.request.variables.objectValue
    var (clientValues, outerValues): (ClientValues?, ClientValues?)
    var unruled: UnruledInput?
    var isSecondCaller = false
    var warnings: [String] = []
    var counted = DocumentKey.headers(
      rules.counted(headers, of: operationName),
      mediaType: request.exchange == nil ? RequestMediaType.unnamed(request.http) : nil)
    do {
      redacted = try state.withLock { state throws(IdentityError) in
        let scope = credentialScope(of: session, &state)
        let (caller, credential) = try state.redactor.sender(headers: headers, session: scope)
        if let aliases = state.sessions.aliases(of: session), let given = variables {
          variables = aliases.rewritten(.object(given)).objectValue
        }
        outerValues = state.outerClientValues(of: session)
        clientValues = state.sessions.clientValues(of: session)?.adding(outerValues) ?? outerValues
        if let clientValues, let given = variables {
          variables = clientValues.recorded(.object(given)).objectValue
        }
        unruled = UnruledInput(
          request.headers, besides: counted, parameters: parameters, of: operationName,
          identity: configuration.identity, caller: caller)
        isSecondCaller = unruled.map { state.note($0, in: scope) } ?? false
        counted = counted.map { .init(name: $0.name, value: state.redactor.text($0.value)) }
        renaming = state.scopes.renaming(of: session)
        hints = state.scopes.hints ?? hints
        var redacted = state.redactor.request(
          parsed.operation.redaction, variables: variables, caller: caller, session: scope)
        redacted.credential = credential
        if let clientValues { redacted.variables = clientValues.recorded(redacted: redacted.variables) }
        warnings = state.redactor.takeWarnings().map {
          "\(name): \(parsed.operation.title(with: redacted.variables)): \($0)"
        }
        return redacted
      }
    } catch {
      // The error names a byte of the salt, which must be the same the next time.
      try? salt.requireWritten()
      throw .identity(error)
    }
    let hidesSomething =
      redacted.variables != (variables ?? JSONObject())
      || (parsed.operation.redaction.hasLiterals && redacted.document != parsed.operation.redaction.document)
    let sent = redacted
    if let renaming {
      do throws(IDRenaming.Ambiguity) {
        redacted = try renaming.rewritten(redacted, hints: hints)
      } catch {
        state.withLock { [error] in $0.scopes.note(error, in: session) }
      }
    }
    let accept = parsed.operation.mayStream ? StreamAccept(request) : nil
    if let accept { counted = parsed.operation.key.headers(counted, accept: accept.canonical) }
    func matched(_ request: RedactedRequest) -> OperationKey {
      parsed.operation.key(of: request).key(
        variables: request.variables, identity: request.caller, headers: counted, rules: rules)
    }
    let key = matched(redacted)
    let sentKey = renaming == nil ? key : matched(sent)
    return ResolvedRequest(
      parsed: parsed, accept: accept, redacted: redacted, key: key, clientValues: clientValues,
      outerValues: outerValues, session: session, start: request.headers[first: SessionName.startHeader],
      hidesSomething: hidesSomething, generation: store.map(libraryGeneration) ?? 0, unruled: unruled,
      warnings: warnings + (isSecondCaller ? unruled.map { [$0.advice(endpoint: name)] } ?? [] : []),
      isRenamed: sentKey.hash != key.hash,
      leftover: renaming.flatMap { $0.leftover(in: sent, sentKey, writtenAs: key, hints: hints) })
  }

  /// Resolves a request to be looked up in the recordings.
  ///
  /// A recording made before files had a name and a type matches any file with its content, so a request that is not
  /// recorded is also looked up by content alone. Its effect matches the same way, so the recorded states still fit.
  func askedToReplay(
    _ parsed: ParsedRequest, by request: ClientRequest, in session: String
  ) throws(ResolutionProblem) -> ResolvedRequest {
    let asked = try asked(parsed, by: request, in: session)
    guard request.upload != nil, let store, let variables = UploadedFile.withoutNames(parsed.request.variables),
      !store.has(asked.key)
    else { return asked }
    var plain = parsed.request
    plain.variables = variables
    let other = try self.asked(
      ParsedRequest(request: plain, operation: parsed.operation), by: request, in: session)
    return store.has(other.key) ? other : asked
  }

  /// The scope in which unknown credentials differ; nil for unnamed recordings, which have one unknown credential.
  private func credentialScope(of session: String, _ state: inout EndpointState) -> CredentialScope? {
    guard SessionName.isNamed(session), let store else { return nil }
    let name = SessionName.name(of: session)
    // The cheap conditions first, since each request checks them.
    guard
      state.recordsNamedSessions || state.recordedSessions[name] != nil || store.isEmpty
        || store.sessions.mayContain(name)
    else { return nil }
    return state.sessions.number(of: session).map { CredentialScope(session: $0) }
  }

  private func prepared(_ request: GraphQLRequest) throws(ResolutionProblem) -> PreparedOperation {
    let key = PreparedKey(query: request.query, operationName: request.operationName)
    if let known = prepared[key] { return known }
    let operation = try PreparedOperation(request, endpoint: name, plans: plans)
    prepared.keep(operation, for: key, bytes: operation.heldBytes, fromSecondSight: true)
    return operation
  }

  /// Gives access to the endpoint's redactor, which knows the callers and secrets seen so far.
  package func withRedactor<Result>(_ body: (inout Redactor) throws -> sending Result) rethrows -> sending Result {
    try state.withLock { try body(&$0.redactor) }
  }

  /// The rule of `endpoint.yaml` for a mutation.
  package func historyRule(of mutation: StatedOperation) -> History.Rule {
    configuration.rules.historyRule(of: mutation)
  }

  // MARK: Sessions

  /// The number of sessions in memory.
  package var sessionCount: Int { state.withLock { $0.sessions.count } }

  var sessionNames: [String] { state.withLock { $0.sessions.names } }

  /// The report of a session; nil if there is none.
  package func report(ofSession name: String) -> SessionReport? {
    state.withLock { state in
      if let session = state.sessions[name] { return SessionReport(session) }
      return state.sessions.wasDropped(name) ? SessionReport.dropped : nil
    }
  }

  func knows(session: String) -> Bool { state.withLock { $0.sessions.knows(session) } }

  package func reset(session: String, ending last: StreamEvent = .complete) {
    let streams = state.withLock { state in
      if let number = state.sessions[session]?.number {
        state.redactor.forgetSession(CredentialScope(session: number))
      }
      return state.sessions.reset(session)
    }
    streams?.end(with: last)
  }

  /// Ends the open streams of all sessions.
  func endStreams() {
    for streams in state.withLock({ $0.sessions.streams }) { streams.end() }
  }

  /// Drops sessions that were idle for too long, but not those in `kept`. Times are in nanoseconds.
  package func dropIdleSessions(now: UInt64, after: UInt64, besides kept: Set<String> = []) {
    state.withLock { state in
      for number in state.sessions.dropIdle(now: now, after: after, besides: kept) {
        state.redactor.forgetSession(CredentialScope(session: number))
      }
    }
  }
}

extension RecordingStore {
  /// True if there is a recording for a key, or a file that cannot be read, which the lookup reports.
  fileprivate func has(_ key: OperationKey) -> Bool {
    do { return try lookup(key) != nil } catch { return true }
  }
}
