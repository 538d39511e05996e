package import Engine
import GraphQLLanguage
package import OrderedJSON
package import Recordings
import Replay
package import Requests
import Transports

/// Recordings of streams, written as a recorder would, and a player of them.
package struct StreamedBoard {
  package let folder: TestFolder
  private let store: RecordingStore

  package init() throws {
    folder = try TestFolder()
    store = try RecordingStore(path: folder.path + "/trips", endpoint: "trips")
  }

  package static let booked = "subscription TripsBooked { tripsBooked }"
  package static let book = "mutation Book($id: ID!) { bookTrips(launchIds: [$id]) { success } }"
  package static let cancel = "mutation Cancel($id: ID!) { cancelTrip(launchId: $id) { success } }"

  /// The state to which mutations lead from the start.
  package static func state(after mutations: [(query: String, id: String)]) throws -> String {
    var history = History()
    for mutation in mutations {
      let stated = try StatedOperation(
        document: parse(SourceText(mutation.query)), variables: ["id": .string(mutation.id)])
      history.append(stated, .answered(.object(["data": .object([:])])))
    }
    return history.state.name
  }

  package func record(
    _ query: String, _ variables: JSONObject = [:], headers: [RecordedResponse.Header] = [],
    state: String = Recording.startState, next: String? = nil, answer body: RecordedBody
  ) throws {
    let document = try parse(SourceText(query))
    let operation = try CanonicalOperation(of: document, operationName: nil)
    let key = DocumentKey(endpoint: "trips", operation: operation).key(
      variables: variables, identity: .anonymous, headers: headers)
    let response = RecordedResponse(
      status: 200, headers: [.init(name: "content-type", value: "application/json")], body: body)
    _ = try store.save(response, for: key, document: document, state: state, next: next)
  }

  /// Records a chain of mutations from the start.
  package func record(mutations: [(query: String, id: String)]) throws {
    for index in mutations.indices {
      let field = mutations[index].query == Self.book ? "bookTrips" : "cancelTrip"
      try record(
        mutations[index].query, ["id": .string(mutations[index].id)],
        state: try Self.state(after: Array(mutations[..<index])),
        next: try Self.state(after: Array(mutations[...index])),
        answer: .json(.object(["data": .object([field: .object(["success": .bool(true)])])])))
    }
  }

  package static func trips(_ number: Int) -> JSON { .object(["data": .object(["tripsBooked": .int(number)])]) }

  package func player(timer: VirtualTimer, _ change: (inout EngineConfiguration) -> Void = { _ in }) throws -> Engine {
    var configuration = EngineConfiguration(mode: .replay)
    change(&configuration)
    let endpoints = try Endpoints.forReplay(
      name: nil, recordings: folder.path, schemas: folder.path + "/schemas", seed: 0, onMiss: .error)
    return Engine(
      serving: configuration, endpoints: endpoints, upstream: nil, clock: SteppingStopwatch(), timer: timer,
      events: { _ in })
  }

  package static func request(
    _ query: String, _ variables: JSONObject = [:], accept: String = "text/event-stream", session: String? = nil
  ) -> ClientRequest {
    var request = Board.request(query, variables, session: session, path: "/trips")
    request.headers.append("Accept", accept)
    return request
  }
}
