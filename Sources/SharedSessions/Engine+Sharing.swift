import EndpointConfiguration
import Engine
import Recordings
import Replay
import Requests
import Transports

extension Endpoint {
  /// The text and hash of the document that a request names by its hash alone; nil if it has the text.
  func persistedText(of request: ClientRequest) -> (text: String, hash: String)? {
    guard let parsed = try? parsed(request), case .hash(let hash) = parsed.request.naming else { return nil }
    return (parsed.request.query, hash)
  }
}

extension Engine {
  /// Starts a session over at all endpoints, with settings of its generated data. Its streams end with an event.
  /// Call it only if `data` is nil or the endpoints have room.
  func startShared(session: String, data: FakeConfiguration?, ending last: StreamEvent = .complete) {
    _ = context.generatedMisses.remove(session: SessionName.name(of: session))
    for endpoint in endpoints {
      endpoint.reset(session: session, ending: last)
      endpoint.begin(session: session, in: [], data: data)
    }
  }

  /// An engine of the same endpoints and sessions that reports nothing.
  func unreported() -> Engine {
    var configuration = configuration
    configuration.keepsJournal = false
    return Engine(
      configuration: configuration, endpoints: endpoints, upstream: nil, clock: context.clock, timer: context.timer,
      events: { _ in })
  }
}
