import EndpointConfiguration
package import Engine
import OrderedJSON
import Recordings
import Synchronization
package import Transports

/// Records what a plan says: an engine in record mode, with the files in the place of the real endpoint. So keys,
/// sessions, states and redaction are those of a recording.
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

  /// Writes the recordings.
  ///
  /// - Parameter events: is told of each request: new, known, changed, or not recorded and why.
  /// - Throws: if an endpoint's folder cannot be read or written, or in the end nothing was recorded.
  package func run(events: @escaping @Sendable (Event) -> Void) async throws {
    let kept = Atomic<Int>(0)
    let counting: @Sendable (Event) -> Void = { event in
      if event.isKept { kept.add(1, ordering: .relaxed) }
      events(event)
    }
    // All are opened before anything is recorded, so that what is wrong with one is said first.
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
      throw InterchangeError(nil, nil, "None of the requests was recorded. The reasons are listed above.")
    }
  }

  private func endpoint(_ target: ImportPlan.Target) throws -> Endpoint {
    var upstream = target.upstream
    // A URL of this machine in a capture may be that of Understudy itself; one that the user gives is meant.
    let remembers = options.upstream != nil || upstream.map { (try? UpstreamURL($0))?.isLoopback == false } ?? false
    if upstream == nil, EndpointFolder.isName(target.name),
      try EndpointFolder(name: target.name, below: options.recordings).configuration().upstream == nil
    {
      // No upstream is asked, and none is written down.
      upstream = "http://localhost"
    }
    let made = try Endpoints.forRecording(
      upstream: upstream, name: target.name, recordings: options.recordings, schemas: options.schemas,
      remembers: remembers)
    return made[0]
  }
}

extension Event {
  /// Whether it tells of an answer that is in the recordings now.
  fileprivate var isKept: Bool {
    guard case .exchange(let exchange) = self else { return false }
    return exchange.outcome.isKept
  }
}

/// What the user says of an import.
package struct ImportOptions: Sendable {
  /// The endpoint's name; found from the URL's host unless given.
  package var endpoint: String?
  /// Only requests whose URL starts so are imported.
  package var url: String?
  /// The real endpoint's URL, for files that do not know it.
  package var upstream: String?
  /// Header fields that every request gets besides, in the place of those of their names: what a tool left out.
  package var headers: HeaderList = [:]
  package var recordings = "recordings"
  package var schemas = "schemas"
  /// Keeps answers with a 5xx status as well.
  package var recordsErrors = false

  package init() {}
}
