import EndpointConfiguration
package import Fakes
import GraphQLLanguage
import GraphQLSchema
import OrderedJSON
package import Recordings
import Synchronization

/// A generated world that knows the recordings, rebuilt when they change.
///
/// It depends only on the files, in order of their names, not on when it is built.
package final class LearnedRecordings: Sendable {
  /// The world without recordings.
  private let unlearned: FakeWorld
  package let store: RecordingStore
  private let made: Mutex<Made>

  private struct Made: Sendable {
    let world: FakeWorld
    let report: LearningReport
  }

  package init(_ world: FakeWorld, from store: RecordingStore) {
    unlearned = world
    self.store = store
    made = Mutex(Self.learn(world, store))
  }

  package var world: FakeWorld { made.withLock { $0.world } }

  /// The results of learning, and the recordings that could not be used.
  package var report: LearningReport { made.withLock { $0.report } }

  package func learnAgain() {
    let new = Self.learn(unlearned, store)
    made.withLock { $0 = new }
  }

  private static func learn(_ world: FakeWorld, _ store: RecordingStore) -> Made {
    var facts = LearnedFacts(for: world)
    var report = LearningReport(endpoint: store.endpoint)
    let sessions = store.sessionIndex()
    for problem in sessions.problems { report.warn("\(problem)") }
    for entry in store.entries { learn(entry, of: store, sessions, world.schema, &facts, &report) }
    if facts.isFull {
      report.warn(
        "Recordings of \(store.endpoint) have more than \(LearnedFacts.maximumObjects) objects. Not all of them are in the generated data. Delete recordings that no test needs: understudy prune --help"
      )
    }
    guard report.recordings > 0 else { return Made(world: world, report: report) }
    let learned = world.learned(facts)
    (report.objects, report.types) = learned.learnedCounts
    if let problem = learned.fixtureProblem {
      report.warn(
        "\(ConfigurationError(problem)) It is so because of the recordings of \(store.endpoint), from which the generated data learned. Correct the fixture, or start without them: understudy fake --no-learn"
      )
    }
    return Made(world: learned, report: report)
  }

  private static func learn(
    _ entry: OperationEntry, of store: RecordingStore, _ sessions: SessionIndex, _ schema: Schema,
    _ facts: inout LearnedFacts, _ report: inout LearningReport
  ) {
    do {
      guard let document = try store.document(inFolder: entry.folder)?.document,
        !document.operations.contains(where: HTTPExchange.isOne)
      else { return }
      let path = store.operationPath(inFolder: entry.folder)
      let problems = schema.validate(document, source: SourceText("", name: path), rules: fittingRules)
      if let problem = problems.first {
        report.warn(
          "\(path) does not match the schema, so generated data does not use it: \(problem.message) Record the operation again, or fetch the schema again."
        )
        return
      }
      var (learned, unreadable): (Int, [String]) = (0, [])
      try store.readEach(inFolder: entry.folder) { recording in
        switch recording {
        case .success(let stored):
          if learn(stored.recording, stored.recording.variables, document, &facts) { learned += 1 }
        case .failure(let error): unreadable.append("\(error)")
        }
      }
      let starts = sessions.startsAlike(inFolder: entry.folder)
      // Requests that several sessions recorded alike count once.
      var seen: Set<SessionIndex.Learnable> = []
      for request in sessions.requests(inFolder: entry.folder) where seen.insert(request.learnable).inserted {
        do throws(RecordingError) {
          let recording = try store.recording(of: request).recording
          let sent = request.resolved.request.variables
          let shared: LearnedFacts.RootFacts =
            !sessions.hasMutations ? .all : starts.contains(request.learnable) ? .listsOfSession : .viewerOfSession
          if learn(recording, sent, shared: shared, document, &facts) { learned += 1 }
        } catch {
          unreadable.append("\(error)")
        }
      }
      report.recordings += learned
      for text in unreadable { report.warn(text) }
    } catch {
      report.warn("\(error)")
    }
  }

  /// The rules that an operation must pass for its answers to be readable. Other errors do not matter here: literals
  /// may be placeholders of secrets.
  private static let fittingRules = ValidationRule.specified.filter { rule in
    let needed: [ValidationSettings.Rule] = [
      .scalarLeafs, .fieldsOnCorrectType, .knownFragmentNames, .noFragmentCycles,
    ]
    return needed.contains { $0.rawValue == rule.name }
  }

  /// Learns from the first answer of each state, or from each event of a subscription. `shared` are the facts at the root
  /// that other sessions have, too.
  private static func learn(
    _ recording: Recording, _ sent: JSONObject, shared: LearnedFacts.RootFacts = .all, _ document: Document,
    _ facts: inout LearnedFacts
  ) -> Bool {
    var hasLearned = false
    for state in recording.states {
      guard let response = state.responses.first, (200..<300).contains(response.status) else { continue }
      let start: LearnedFacts.Moment =
        state.name != Recording.startState ? .later : recording.identity == .anonymous ? .start : .startOfOthers
      for (body, isLater) in answers(in: response.body, to: recording.kind) {
        let isNew = facts.learn(
          EndpointRules.withoutEchoPlaceholders(body, sent: sent), to: document, operationName: recording.operationName,
          variables: recording.variables,
          at: isLater ? .later : start, of: shared)
        hasLearned = hasLearned || isNew
      }
    }
    return hasLearned
  }

  /// The complete answers in a recorded body, each with whether the session changed something before it. Incremental
  /// parts are merged into one; nothing is learned from parts that do not fit together.
  private static func answers(in body: RecordedBody, to kind: OperationKind) -> [(body: JSON, isLater: Bool)] {
    switch body {
    case .json(let json): return [(json, false)]
    case .text, .bytes, .file: return []
    case .events(let events) where events.areParts: return events.merged.map { [($0, false)] } ?? []
    case .events(let events):
      // A query's or mutation's result may be sent as an event stream with one answer.
      let all = kind == .subscription ? events.events[...] : events.events.prefix(1)
      var isLater = false
      return all.map { event in
        isLater = isLater || event.after != nil
        return (event.payload, isLater)
      }
    }
  }
}

/// The results of learning from recordings.
package struct LearningReport: Sendable {
  package let endpoint: String
  /// The number of recordings that something was learned from.
  var recordings = 0
  var objects = 0
  var types = 0
  private var warned: [String] = []
  private var unsaid = 0

  init(endpoint: String) { self.endpoint = endpoint }

  /// The most warnings that are printed in full.
  static let maximumWarnings = 10

  mutating func warn(_ text: String) {
    if warned.count < Self.maximumWarnings { warned.append(text) } else { unsaid += 1 }
  }

  package var warnings: [String] {
    let more =
      "\(unsaid) more recordings of \(endpoint) cannot be used for generated data. `understudy check` lists all."
    return unsaid == 0 ? warned : warned + [more]
  }

  /// For example `learned 253 objects of 3 types from 12 recordings`; nil if nothing was learned.
  package var summary: String? {
    func counted(_ count: Int, _ thing: String) -> String { "\(count) \(thing)\(count == 1 ? "" : "s")" }
    guard recordings > 0 else { return nil }
    return
      "learned \(counted(objects, "object")) of \(counted(types, "type")) from \(counted(recordings, "recording"))"
  }
}
