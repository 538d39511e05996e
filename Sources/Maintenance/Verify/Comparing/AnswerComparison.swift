import EndpointConfiguration
import Engine
import GraphQLExecution
import GraphQLLanguage
import GraphQLSchema
import OrderedJSON
import Recordings
import Requests

/// Compares a new answer with the recorded ones of the same request, both without secrets, echoes and ids of a run.
struct AnswerComparison {
  private let recording: Recording
  private let ignored: VolatilePlaces
  private let stable: VolatilePlaces?
  private var check: ResponseCheck?
  private var fields: AnswerFields?

  /// The maximum number of reported differences of values.
  static let valueLimit = 200

  init(_ recording: Recording, document: Document, schema: Schema?, rules: EndpointRules) {
    self.recording = recording
    let operation = document.operations.first
    let fields = operation.map { AnswerFields(of: $0, in: document, schema: schema) }
    self.fields = fields
    ignored = rules.volatilePlaces(of: recording.operationName, kind: recording.kind)
      .finding { fields?.paths(to: $1, of: $0) ?? [] }
    stable = rules.stablePlaces(of: recording.operationName, kind: recording.kind)?
      .finding { fields?.paths(to: $1, of: $0) ?? [] }
    guard let schema, let operation, IntrospectionOperation(document, operationName: operation.name?.text) == nil
    else { return }
    check = ResponseCheck(of: operation, in: document, schema: schema, isPlaceholder: Placeholder.isOne)
  }

  /// Returns the differences of an answer; empty if it is the same. The expected shape is that of all answers of the
  /// recording.
  /// - Returns: errors, warnings and values, each in answer order.
  mutating func drifts(from old: RecordedResponse, to new: RecordedResponse) -> [Drift] {
    guard let recorded = old.body.json, let json = new.body.json else {
      return old.body == new.body ? [] : [Drift(.value, "the body differs")]
    }
    var found: [Drift] = []
    // A WebSocket's answer has no status and headers.
    let hadHead = !old.hasNoHTTPHead
    if hadHead, old.status != new.status {
      let advice = RecordingDecision.isAboutWhoAsks(status: new.status) ? " Pass credentials with --header." : ""
      found.append(Drift(.error, "the status is \(new.status), recorded \(old.status).\(advice)"))
    }
    let (was, now) = (ignored.removed(from: recorded), ignored.removed(from: json))
    if was["data"] != nil, now["data"] == nil, now["errors"] == nil {
      return found + [Drift(.error, "the answer is not a GraphQL response: \(now.brief(limit: 200))")]
    }
    let errors = ErrorComparison(recorded: was, now: now)
    found += errors.found.filter { $0.severity == .error }
    found += forms(of: now, whole: json, recorded: recorded, new.status, errors.failedPaths)
    found += errors.found.filter { $0.severity != .error }
    found += values(from: was, to: now, besides: found, errors.failedPaths)
    if hadHead { found += headers(from: old, to: new) }
    return Drift.Severity.allCases.flatMap { severity in found.filter { $0.severity == severity } }
  }

  // MARK: Forms

  /// Returns the differences in shape, from the recordings or the schema.
  private mutating func forms(
    of now: JSON, whole: JSON, recorded: JSON, _ status: Int, _ failed: [JSONPath]
  ) -> [Drift] {
    var comparison = ShapeComparison(recorded: ignored.removed(from: recorded))
    if let data = now["data"] {
      var shape = AnswerShape()
      for response in recording.states.flatMap(\.responses) {
        guard let answer = response.body.json, let data = ignored.removed(from: answer)["data"] else { continue }
        shape.add(data)
      }
      comparison.compare(data, with: shape, at: [.name("data")], fields)
    }
    let wrong = schemaFindings(in: whole, recorded: recorded, status)
    var found: [Drift] = comparison.found.compactMap { drift in
      guard comparison.nulls.contains(drift.path) else { return drift }
      // The error that caused the null is reported instead.
      if failed.contains(where: { drift.path.isPrefix(of: $0) }) { return nil }
      guard check != nil, !wrong.contains(where: { $0.path == drift.path }) else { return drift }
      var allowed = drift
      allowed.severity = .warning
      allowed.message = drift.message.replacingFirst(" became null, ", by: " became null, which the schema allows, ")
      return allowed
    }
    found += wrong.filter { drift in !found.contains { $0.path.isPrefix(of: drift.path) } }
    return found
  }

  /// Returns mismatches with the schema that the recorded answer does not have.
  private mutating func schemaFindings(in now: JSON, recorded: JSON, _ status: Int) -> [Drift] {
    guard check != nil else { return [] }
    let variables = recording.variables
    let isSuccess = (200..<300).contains(status)
    let known = Set(
      (check?.findings(in: recorded, variables: variables) ?? []).map { "\($0.path.withoutIndices) \($0.isAboutName)" })
    return (check?.findings(in: now, variables: variables, isSuccess: isSuccess) ?? []).compactMap { finding in
      guard finding.kind == .error, !known.contains("\(finding.path.withoutIndices) \(finding.isAboutName)") else {
        return nil
      }
      return Drift(.error, at: finding.path, finding.message)
    }
  }

  // MARK: Values

  private func values(
    from was: JSON, to now: JSON, besides found: [Drift], _ failed: [JSONPath]
  ) -> [Drift] {
    let all = JSON.differences(from: was, to: now, limit: .max)
    let unstable = stable.map { places in
      Set(JSON.differences(from: places.removed(from: was), to: places.removed(from: now), limit: .max).map(\.path))
    }
    var count = 0
    var drifts: [Drift] = []
    for difference in all {
      let path = difference.path
      // Errors are compared separately; a null that an error explains is not reported.
      let isTold =
        path.steps.first == .name("errors")
        || found.contains { !$0.path.steps.isEmpty && $0.path.isPrefix(of: path) }
        || (now[path: path]?.isNull == true && failed.contains { path.isPrefix(of: $0) })
      guard !isTold, let drift = drift(difference, isStable: unstable.map { !$0.contains(path) } ?? false) else {
        continue
      }
      if drift.severity == .value { count += 1 }
      if drift.severity != .value || count <= Self.valueLimit { drifts.append(drift) }
    }
    if count > Self.valueLimit {
      drifts.append(Drift(.value, "\(count - Self.valueLimit) more values differ."))
    }
    return drifts
  }

  private func drift(_ difference: JSONDifference, isStable: Bool) -> Drift? {
    let path = difference.path
    let sentence: String
    switch difference.kind {
    case .missing(let expected): sentence = "\(path) is missing, recorded \(expected.brief(limit: 60))"
    case .unexpected(let actual): sentence = "\(path) is new: \(actual.brief(limit: 60))"
    case .changed(let expected, let actual):
      // A placeholder or echo says nothing about the value, except that a secret is a string.
      if Placeholder.isOfAnyType(expected) || Placeholder.isOfAnyType(actual) { return nil }
      if Placeholder.isSecret(expected), case .string = actual { return nil }
      sentence = "\(path) is \(actual.brief(limit: 60)), recorded \(expected.brief(limit: 60))"
    }
    return isStable
      ? Drift(.warning, at: path, "\(sentence). endpoint.yaml declares it as stable.")
      : Drift(.value, at: path, "\(sentence).")
  }

  private func headers(from old: RecordedResponse, to new: RecordedResponse) -> [Drift] {
    let names = Set((old.headers + new.headers).map(\.name)).sorted { $0.precedesByScalars($1) }
    return names.filter { $0 != RecordedResponse.setCookie }.compactMap { name in
      let (was, now) = (old.header(name), new.header(name))
      if was == now { return nil }
      return Drift(.value, "the header \(name) is \(now ?? "missing"), recorded \(was ?? "none").")
    }
  }
}

extension String {
  /// Returns the text with the first occurrence replaced.
  fileprivate func replacingFirst(_ text: String, by other: String) -> String {
    guard let range = firstRange(ofText: text) else { return self }
    return String(self[..<range.lowerBound]) + other + String(self[range.upperBound...])
  }
}
