import GraphQLLanguage
import OrderedJSON
package import Recordings

extension RecordedSession {
  /// Returns the requests that were not served yet and differ from a missed one only in values that look random, with
  /// these values; if there are none, those that differ only in values of variables. `served` counts served requests by
  /// the hash of their key.
  package func candidates(
    for key: OperationKey, served: [ContentHash: Int]
  ) -> [(Request, [ClientValue], looksRandom: Bool)] {
    let random = candidates(for: key, served: served, mustLookRandom: true)
    // Reads send generated values only after mutations have.
    guard random.isEmpty, key.document.kind == .mutation else { return random }
    return candidates(for: key, served: served, mustLookRandom: false).filter { _, values, _ in
      values.allSatisfy { !Self.isReference($0.path) }
    }
  }

  /// True for a variable that names an object, such as `id` or `input.userId`.
  private static func isReference(_ path: [String]) -> Bool {
    guard let name = path.last else { return false }
    return name.lowercased() == "id" || name.hasSuffix("Id") || name.hasSuffix("ID") || name.hasSuffix("_id")
  }

  private func candidates(
    for key: OperationKey, served: [ContentHash: Int], mustLookRandom: Bool
  ) -> [(Request, [ClientValue], looksRandom: Bool)] {
    var open = served
    var found: [(Request, [ClientValue], looksRandom: Bool)] = []
    for request in steps.joined() where request.key.document.hash == key.document.hash {
      if let count = open[request.key.hash], count > 0 {
        open[request.key.hash] = count - 1
        continue
      }
      guard request.key.identity == key.identity, request.key.headers == key.headers,
        // Values that the current rules treat as equal do not differ.
        let values = ClientValue.differences(
          recorded: request.key.variables, asked: key.variables, mustLookRandom: mustLookRandom)
      else { continue }
      // A random value of a new object comes with others that the same generator made.
      found.append((request, values, values.contains(where: \.looksRandom)))
    }
    return found
  }

  /// Indicates whether the recorded session got a value before it sent it, so that the client did not generate it.
  package func isIssued(_ value: ClientValue, before candidate: Request) -> Bool {
    value.pairs.contains { pair in
      var issued = false
      for step in steps {
        // The first request that sends it generated it. The reads between two mutations are unordered.
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

  /// Returns the rules with which a recorded request answers one that differs from it only in these values; nil if they
  /// need none besides `known`, those of the operation, or if a value that is not followed is also in another request's
  /// answers.
  package func rules(
    for values: [ClientValue], of request: Request, _ operation: String, besides known: [VariableRule]
  ) -> RuleLines? {
    var rules: [VariableRule] = []
    // What comes in one request with a random value was generated with it.
    let isGenerated = values.contains(where: \.looksRandom)
    for value in values {
      let isRepeated = value.pairs.contains { pair in request.answers(contain: pair.recorded) }
      // What is not followed through the session would return later as it was recorded.
      let isFollowed =
        !value.isNumber && (isGenerated || isRepeated && value.pairs.allSatisfy(ClientValues.isDistinctive))
      if !isFollowed, value.pairs.contains(where: { isElsewhere($0.recorded, than: request) }) { return nil }
      let effect = value.pattern.map { VariableRule.Effect.matches($0) } ?? .any
      if let index = rules.firstIndex(where: { $0.path == value.path }) {
        // The elements of a list may have several forms.
        rules[index] = VariableRule(
          value.path, rules[index].effect.or(effect), isEchoed: isRepeated || rules[index].isEchoed)
      } else {
        rules.append(VariableRule(value.path, effect, isEchoed: isRepeated))
      }
    }
    // A rule of the same path does not cover the value.
    return RuleLines(operation: operation, rules: rules)?.besides(known)
  }

  /// Indicates whether an answer to another request contains a value.
  private func isElsewhere(_ text: String, than candidate: Request) -> Bool {
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
