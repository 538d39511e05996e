import Engine
import OrderedJSON
import Recordings
import Requests
import Transports

/// A request to the dashboard's API: the engine of its port, and the names in its path.
struct DashboardCall: Sendable {
  let engine: Engine
  let request: ClientRequest
  /// The path segments for the angle brackets, decoded.
  let names: [String]
  let settings: DashboardSettings
  let history: RequestHistory
  let feed: EventFeed

  /// The last value of a parameter; nil if it is missing.
  func parameter(_ name: String) -> String? { request.target.parameters.last { $0.name == name }?.value }

  /// A parameter that is a whole number from 0; nil if it is missing.
  func number(_ name: String) throws(DashboardProblem) -> Int? {
    guard let text = parameter(name) else { return nil }
    guard let number = Int(text), number >= 0 else {
      throw DashboardProblem(400, "The parameter \(name) must be a whole number from 0.")
    }
    return number
  }

  /// The number in the path.
  func pathNumber() throws(DashboardProblem) -> Int {
    guard let number = Int(names[0]) else {
      throw .notFound("\(SessionName.shown(names[0])) is not a number.")
    }
    return number
  }

  /// The endpoint that the path names first.
  func endpoint() throws(DashboardProblem) -> Endpoint {
    try engine.endpoint(ofPage: names[0])
  }

  /// The body, which must be a JSON object.
  func body() throws(DashboardProblem) -> JSONObject {
    do {
      if case .object(let object) = try JSON.parse(request.body) { return object }
    } catch {
      throw DashboardProblem(400, "The body is not JSON: \(error).")
    }
    throw DashboardProblem(400, "The body must be a JSON object.")
  }
}
