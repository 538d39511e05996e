import EndpointConfiguration
import Engine
import OrderedJSON
import Recordings

extension Understudy {
  /// Makes answers of this test go wrong from now on, until the test ends or `removeFaults()`.
  ///
  /// ```swift
  /// try understudy.fault(.status(503, retryAfter: 1), on: "BookTrip", times: 1)
  /// try understudy.fault(.latency(.milliseconds(200)), .error(at: "launch.site"))
  /// ```
  ///
  /// - Parameters:
  ///   - faults: what goes wrong.
  ///   - operation: only with operations of this name; by default with every request.
  ///   - variables: only where these variables have these values, others any.
  ///   - times: only with the first so many of them; by default with all.
  ///   - endpoint: only at this endpoint; by default at all of the test.
  /// - Throws: `UnderstudyError` for faults that do not go together, and values that cannot be.
  public func fault(
    _ faults: Fault..., on operation: String? = nil, variables: [String: JSONValue] = [:], times: Int? = nil,
    endpoint: String? = nil
  ) throws {
    if let endpoint { _ = try url(of: endpoint) }
    var said = JSONObject()
    func say(_ name: String, _ value: JSON) throws(UnderstudyError) {
      guard said[name] == nil else { throw UnderstudyError("The fault says \"\(name)\" twice: keep one of the two.") }
      said.members.append(.init(name, value))
    }
    if let operation { try say("operation", .string(operation)) }
    if !variables.isEmpty { try say("variables", .object(JSONValue.object(variables))) }
    if let times { try say("times", .int(times)) }
    for (name, value) in faults.flatMap(\.words) { try say(name, value) }
    do throws(FaultProblem) {
      try server.engine.addFault(said, endpoint: endpoint, session: session)
    } catch {
      throw UnderstudyError(error.message.prefix(1).uppercased() + error.message.dropFirst())
    }
  }

  /// Lets everything go well again.
  public func removeFaults() { server.engine.removeFaults(session: session) }
}
