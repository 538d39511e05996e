import GraphQLLanguage
import OrderedJSON
package import Recordings

extension RecordedSession {
  /// The requests that were not served yet and from which a missed one differs only in values that look random.
  ///
  /// - Parameters:
  ///   - key: of the missed request.
  ///   - served: how often each request was served, by the hash of its key.
  /// - Returns: the requests with the values that differ.
  package func candidates(
    for key: OperationKey, served: [ContentHash: Int]
  ) -> [(Request, [ClientValue])] {
    var open = served
    var found: [(Request, [ClientValue])] = []
    for request in steps.joined() where request.key.document.hash == key.document.hash {
      if let count = open[request.key.hash], count > 0 {
        open[request.key.hash] = count - 1
        continue
      }
      guard request.key.identity == key.identity, request.key.headers == key.headers,
        // What rules of now take for the same is no difference.
        let values = ClientValue.differences(recorded: request.key.variables, asked: key.variables)
      else { continue }
      found.append((request, values))
    }
    return found
  }

  /// Whether the recorded session got a value from the API before it sent it: then the client did not make it.
  package func isIssued(_ value: ClientValue, before candidate: Request) -> Bool {
    value.pairs.contains { pair in
      var issued = false
      for step in steps {
        // The first request that sends it made it. The reads between two mutations are in no order.
        let senders = step.filter { ClientValues.contains(.object($0.sent), part: pair.recorded) }
        if step.contains(where: { request in
          !ClientValues.contains(.object(request.sent), part: pair.recorded)
            && request.answers(contain: pair.recorded)
        }) {
          issued = true
        }
        if senders.contains(where: { $0.stated.kind == .mutation }) || issued { break }
        if step.contains(where: { $0.key.hash == candidate.key.hash && $0.stated.kind == .mutation }) { break }
      }
      return issued
    }
  }

  /// Whether a value stands in an answer to any other request.
  package func isElsewhere(_ text: String, than candidate: Request) -> Bool {
    steps.joined().contains { $0.key.hash != candidate.key.hash && $0.answers(contain: text) }
  }
}

extension RecordedSession.Request {
  package func answers(contain part: String) -> Bool {
    responses.contains { response in
      response.body.answers.contains { ClientValues.contains($0, part: part) }
    }
  }
}
