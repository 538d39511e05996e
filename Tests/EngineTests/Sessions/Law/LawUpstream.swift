import OrderedJSON
import Synchronization
import TestSupport
import Transports

/// A mutation that the server of the law test executed, and its answer.
struct LawChange: Hashable, Sendable {
  let request: LawRequest
  let data: JSON
}

/// The server of the law test as an upstream. Requests are executed as they arrive; their answers can be held back.
final class LawUpstream: Upstream {
  private struct State {
    var server: LawServer
    /// Every mutation that was executed.
    var executed: [LawChange] = []
    var arrived = 0
    var expected: [LawRequest] = []
    var isHolding = false
    var gates: [AsyncStream<Never>.Continuation] = []
    var trouble: UpstreamError?
  }

  private let state: Mutex<State>

  init(_ server: LawServer) { state = Mutex(State(server: server)) }

  var server: LawServer { state.withLock { $0.server } }
  var executed: [LawChange] { state.withLock { $0.executed } }
  var arrived: Int { state.withLock { $0.arrived } }

  /// Makes an object, as somebody who is not recorded does.
  func make(_ type: String) -> String { state.withLock { $0.server.make(type, 0) } }

  /// Says which request comes next, and whether its answer is held back.
  func expect(_ request: LawRequest, isHeld: Bool = false) {
    state.withLock { state in
      state.expected.append(request)
      state.isHolding = isHeld
    }
  }

  /// The next request fails, and is not executed.
  func fail(with error: UpstreamError) { state.withLock { $0.trouble = error } }

  /// Lets go of the answers that were held back: the continuations to finish, in the order of their requests.
  func takeGates() -> [AsyncStream<Never>.Continuation] {
    state.withLock { state in
      defer { state.gates = [] }
      return state.gates
    }
  }

  func send(_: UpstreamRequest) async throws(UpstreamError) -> UpstreamResponse {
    let (data, held, trouble) = state.withLock { state -> (JSON, AsyncStream<Never>?, UpstreamError?) in
      state.arrived += 1
      guard !state.expected.isEmpty else { return (.null, nil, UpstreamError(.unreachable, "nothing is expected")) }
      let request = state.expected.removeFirst()
      if let trouble = state.trouble {
        state.trouble = nil
        return (.null, nil, trouble)
      }
      let data = state.server.run(request)
      if request.isMutation { state.executed.append(LawChange(request: request, data: data)) }
      guard state.isHolding else { return (data, nil, nil) }
      let (stream, gate) = AsyncStream<Never>.makeStream()
      state.gates.append(gate)
      return (data, stream, nil)
    }
    if let trouble { throw trouble }
    if let held { for await _ in held {} }
    let body = JSON.object(["data": data])
    return UpstreamResponse(
      status: 200, headers: ["content-type": "application/json"],
      body: One(body.serialize()))
  }

  func decode(_ body: [UInt8], coding _: String, limit _: Int) throws(UpstreamError) -> [UInt8] { body }
}
