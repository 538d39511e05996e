import OrderedJSON
import TestSupport

/// What a recorded session has to be answered: each mutation and each read by the changes before it.
struct LawReplay {
  private struct Place: Hashable {
    let position: Int
    let request: LawRequest
  }

  let recording: LawRecording
  private(set) var next = 0
  private var position = 0
  /// The answers to a read between two changes; equal neighbors once.
  private var reads: [Place: [JSON]] = [:]
  /// The answers to reads that overlapped a change.
  private var overlapping: [Place: [JSON]] = [:]
  private var asked: [Place: Int] = [:]
  private var names = LawNames(mayRenameIDs: true)
  /// The names that this client was given in the place of the recorded ones.
  var given: [String: String] = [:]

  init(_ recording: LawRecording) {
    self.recording = recording
    var position = 0
    for step in recording.steps {
      let isChange = step.contains { $0.request.isMutation }
      for exchange in step where !exchange.request.isMutation {
        let place = Place(position: position, request: exchange.request)
        guard let body = exchange.body else { continue }
        if isChange {
          overlapping[place, default: []].append(body)
        } else if reads[place]?.last != body {
          reads[place, default: []].append(body)
        }
      }
      if isChange { position += 1 }
    }
  }

  var isDone: Bool { next == recording.steps.count }

  /// The next requests as this client sends them.
  func requests(_ given: [String: String]) -> [(sent: LawRequest, recorded: LawRequest)] {
    recording.steps[next].map { exchange in
      let sent = exchange.request.renamed { given[$0] ?? self.given[$0] ?? $0 }
      return (sent, exchange.request)
    }
  }

  /// Checks the answers to the next requests, in the order in which they were sent.
  ///
  /// - Returns: what is wrong; nil if nothing is.
  mutating func check(_ answers: [(recorded: LawRequest, answer: LawExchange)]) -> String? {
    defer { next += 1 }
    let step = recording.steps[next]
    let isChange = step.contains { $0.request.isMutation }
    defer { if isChange { position += 1 } }
    var left = step
    for (request, answer) in answers {
      guard let body = answer.body, answer.state == "exact" else {
        return "not exact: \(LawRun.text(answer)), sent: \(answers.map { LawRun.text($0.answer) })"
      }
      var expected: [JSON]
      if request.isMutation {
        expected = left.filter { $0.request == request }.compactMap(\.body)
      } else {
        expected = readAnswers(request, isOverlapping: isChange)
      }
      guard
        let match = expected.first(where: { known in
          var names = names
          guard names.match(body, known) else { return false }
          self.names = names
          return true
        })
      else { return "\(request): \(body.compactText), recorded \(expected.map(\.compactText))" }
      if let index = left.firstIndex(where: { $0.request == request && $0.body == match }) { left.remove(at: index) }
      note(body, for: match)
    }
    return nil
  }

  private mutating func readAnswers(_ request: LawRequest, isOverlapping: Bool) -> [JSON] {
    let here = Place(position: position, request: request)
    let around = [here, Place(position: position - 1, request: request)].flatMap { overlapping[$0] ?? [] }
    let known = reads[here] ?? []
    if isOverlapping {
      return known + (overlapping[here] ?? []) + (reads[Place(position: position + 1, request: request)] ?? [])
    }
    guard around.isEmpty else { return known + around }
    defer { asked[here, default: 0] += 1 }
    return known.isEmpty ? [] : [known[min(asked[here, default: 0], known.count - 1)]]
  }

  private mutating func note(_ body: JSON, for recorded: JSON) {
    for (field, name) in [("create", "id"), ("login", "token")] {
      if let old = recorded["data"]?[field]?[name]?.stringValue, let new = body["data"]?[field]?[name]?.stringValue {
        given[old] = new
      }
    }
  }
}
