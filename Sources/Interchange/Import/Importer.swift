import EndpointConfiguration
import Engine
import OrderedJSON
import Recordings
package import Requests
import Synchronization
package import Transports

/// Records a plan: an engine in record mode, with the files as the upstream. So keys, sessions, states and redaction
/// are those of a recording.
package struct Importer: Sendable {
  private let plan: ImportPlan
  private let options: ImportOptions
  private let decoding: ContentDecoder

  package init(
    _ plan: ImportPlan, _ options: ImportOptions,
    decoding: @escaping ContentDecoder = { (_, coding, _) throws(UpstreamError) in
      throw UpstreamError(.unreadable, "the content coding \(coding) is not supported")
    }
  ) {
    self.plan = plan
    self.options = options
    self.decoding = decoding
  }

  /// Writes the recordings. `events` gets each request: new, known, changed, or not recorded and why.
  ///
  /// - Throws: if an endpoint's folder cannot be read or written, or if nothing was recorded.
  package func run(events: @escaping @Sendable (Event) -> Void) async throws {
    let kept = Atomic<Int>(0)
    let counting: @Sendable (Event) -> Void = { event in
      if event.isKept { kept.add(1, ordering: .relaxed) }
      events(event)
    }
    // All are opened before anything is recorded, so that problems are reported first.
    let endpoints = try plan.targets.map { try endpoint($0) }
    for (target, endpoint) in zip(plan.targets, endpoints) {
      for warning in endpoint.warnings { events(.warning(warning)) }
      var configuration = EngineConfiguration(mode: .record)
      configuration.recordsErrors = options.recordsErrors
      configuration.readsCaptures = true
      configuration.recordsNamedSessions = false
      let upstream = CapturedUpstream(decoding: decoding)
      let clock = CapturedClock()
      let engine = Engine(
        configuration: configuration, endpoints: [endpoint], upstream: upstream, clock: clock, events: counting)
      let documents = KnownDocuments(target.sessions.flatMap(\.entries))
      for session in target.sessions {
        let player = SessionPlayer(
          engine: engine, endpoint: target.name, upstream: upstream, clock: clock, session: session.name,
          headers: options.headers, documents: documents)
        await player.play(SessionScript(session.entries, documents))
      }
      await engine.finish()
    }
    guard kept.load(ordering: .relaxed) > 0 else {
      throw InterchangeError(
        nil, nil, "None of the requests was recorded. The reasons are listed above. Correct them, and import again.")
    }
  }

  private func endpoint(_ target: ImportPlan.Target) throws -> Endpoint {
    var upstream = target.upstream
    // A local URL in a capture may be that of Understudy itself; one that the user gives is intended.
    let remembers = options.upstream != nil || upstream.map { (try? UpstreamURL($0))?.isLoopback == false } ?? false
    if upstream == nil, EndpointFolder.isName(target.name),
      try EndpointFolder(name: target.name, below: options.recordings).configuration().upstream == nil
    {
      // The upstream gets no requests, and is not saved.
      upstream = "http://localhost"
    }
    if options.endpoint == nil, remembers, let url = try upstream.map({ try UpstreamURL($0) }) {
      try EndpointFolder(name: target.name, below: options.recordings).requireHost(of: url)
    }
    let made = try Endpoints.forRecording(
      upstream: upstream, name: target.name, recordings: options.recordings, schemas: options.schemas,
      remembers: remembers)
    return made[0]
  }
}

extension Event {
  /// Indicates whether it reports an answer that is in the recordings now.
  fileprivate var isKept: Bool {
    guard case .exchange(let exchange) = self else { return false }
    return exchange.outcome.isKept
  }
}

/// The user's options for an import.
package struct ImportOptions: Sendable {
  /// The endpoint's name; by default, it is found from the URL's host.
  package var endpoint: String?
  /// The prefix of the URLs that are imported.
  package var url: String?
  /// The real API's URL, for files without it.
  package var upstream: String?
  /// Header fields that replace those of every request, such as fields that a tool omitted.
  package var headers: HeaderList = [:]
  package var recordings = RecordingsFolder.usualPath
  package var schemas = "schemas"
  /// Indicates whether answers with a 5xx status are recorded, too.
  package var recordsErrors = false

  package init() {}
}
