import Engine
import OrderedJSON
import Recordings
import Requests
import TestSupport
import Transports

/// A faked endpoint whose requests go wrong.
struct FaultyEndpoint {
  let engine: Engine
  let folder: TestFolder

  static let sdl = """
    type Query { launches: [Launch!]! launch(id: ID!): Launch crew: [Person] hello: String }
    type Mutation { bookTrips(launchIds: [ID!]!): Trip! cancelTrip(launchId: ID!): Trip }
    type Trip { success: Boolean! message: String }
    type Launch { id: ID! site: String mission: Mission! }
    type Mission { name: String! patch: String }
    type Person { name: String! }
    """

  /// With an `endpoint.yaml` of this text.
  init(yaml: String? = nil) throws {
    folder = try TestFolder()
    try folder.write(Self.sdl, to: "schemas/rockets.graphqls")
    if let yaml { try folder.write(yaml, to: "recordings/rockets/endpoint.yaml") }
    let endpoints = try Endpoints.forFaking(
      name: nil, schemas: folder.path + "/schemas", recordings: folder.path + "/recordings", seed: 1)
    engine = Engine(
      serving: EngineConfiguration(mode: .fake), endpoints: endpoints, upstream: nil, events: { _ in })
  }

  func ask(
    _ query: String, variables: JSONObject = JSONObject(), session: String? = nil, fault: String? = nil
  ) async -> Answer {
    var headers: HeaderList = ["Host": "127.0.0.1:4000", "Content-Type": "application/json"]
    if let session { headers.append("X-Understudy-Session", session) }
    if let fault { headers.append("Understudy-Fault", fault) }
    let body: JSONObject = ["query": .string(query), "variables": .object(variables)]
    return await engine.respond(
      to: ClientRequest(method: "POST", target: "/rockets", headers: headers, body: JSON.object(body).serialize())
    ).get()
  }

  func call(_ method: String, _ path: String = "/__understudy/faults", _ body: String = "") async throws -> (Int, JSON)
  {
    let answer = await engine.respond(
      to: ClientRequest(method: method, target: path, headers: ["Host": "localhost"], body: Array(body.utf8))
    ).get()
    return (answer.status, try JSON.parse(Array(try await answer.text.utf8)))
  }
}

extension Answer {
  var json: JSON {
    get async throws { try JSON.parse(Array(try await text.utf8)) }
  }

  var fault: String? { headers[first: "Understudy-Fault"] }
}
