import Fakes
import OrderedJSON
import Recordings
import Transports

extension FakeMode {
  /// A response after the time that `--latency` says; as it is without it.
  ///
  /// Nobody else waits: the answer is there already, and a mutation has been made when it came, not when it is answered.
  func delayed(_ response: Response, _ request: ClientRequest, at endpoint: Endpoint) -> Response {
    let milliseconds = milliseconds(of: request, at: endpoint)
    guard milliseconds > 0 else { return response }
    return .later { await delayed(await response.answer, milliseconds: milliseconds).answer }
  }

  /// How long an answer to a request takes.
  func milliseconds(of request: ClientRequest, at endpoint: Endpoint) -> Int {
    guard let latency = context.configuration.fakeLatency, let asked = try? endpoint.parsedToAnswer(request) else {
      return 0
    }
    return latency.milliseconds(
      operation: asked.operation.key.hash.hex,
      variables: JSON.object(asked.request.variables.objectValue ?? JSONObject()).compactText)
  }

  /// An answer after so many milliseconds.
  func delayed(_ answer: Answer, milliseconds: Int) -> Response {
    guard milliseconds > 0 else { return .now(answer) }
    var late = answer
    // A table of answers would give it at once.
    late.isRepeatable = false
    late.validity = nil
    return .later { [late, exchanges = context.exchanges] in
      await exchanges.wait(milliseconds: milliseconds) ?? late
    }
  }
}
