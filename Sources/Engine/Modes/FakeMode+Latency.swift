import Fakes
import OrderedJSON
import Recordings
import Requests
import Transports

extension FakeMode {
  /// Delays a response by `--latency`. A mutation has taken effect before, so other requests do not wait.
  func delayed(_ response: Response, _ request: ClientRequest, at endpoint: Endpoint) -> Response {
    let milliseconds = milliseconds(of: request, at: endpoint)
    guard milliseconds > 0 else { return response }
    return .later { await delayed(await response.answer, milliseconds: milliseconds).answer }
  }

  /// The delay of an answer to a request.
  func milliseconds(of request: ClientRequest, at endpoint: Endpoint) -> Int {
    guard let latency = context.configuration.fakeLatency, let asked = try? endpoint.parsedToAnswer(request) else {
      return 0
    }
    return latency.milliseconds(
      operation: asked.operation.key.hash.hex,
      variables: JSON.object(asked.request.variables.objectValue ?? JSONObject()).compactText)
  }

  func delayed(_ answer: Answer, milliseconds: Int) -> Response {
    guard milliseconds > 0 else { return .now(answer) }
    var late = answer
    // A table of answers would not delay it.
    late.isRepeatable = false
    late.validity = nil
    return .later { [late, exchanges = context.exchanges] in
      await exchanges.wait(milliseconds: milliseconds) ?? late
    }
  }
}
