package import Fakes
import GraphQLLanguage
import GraphQLSchema
import OrderedJSON
package import Recordings
import Synchronization

/// A faked world that knows what was recorded: made when an endpoint is loaded, and again when its recordings change.
///
/// What it is does not depend on when that happens, only on what the files say, in the order of their names.
package final class LearnedRecordings: Sendable {
  /// The world as it is without recordings.
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

  /// What was learned, and from what nothing could be.
  package var report: LearningReport { made.withLock { $0.report } }

  /// Learns again from what is on disk now.
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
        "Recordings of \(store.endpoint) have more than \(LearnedFacts.maximumObjects) objects. Not all of them are in the generated data."
      )
    }
    guard report.recordings > 0 else { return Made(world: world, report: report) }
    let learned = world.learned(facts)
    (report.objects, report.types) = learned.learnedCounts
    return Made(world: learned, report: report)
  }

  private static func learn(
    _ entry: OperationEntry, of store: RecordingStore, _ sessions: SessionIndex, _ schema: Schema,
    _ facts: inout LearnedFacts,
    _ report: inout LearningReport
  ) {
    do {
      guard let document = try store.document(inFolder: entry.folder)?.document else { return }
      let path = store.operationPath(inFolder: entry.folder)
      let problems = schema.validate(document, source: SourceText("", name: path), rules: fittingRules)
      if let problem = problems.first {
        report.warn("\(path) does not match the schema, so generated data does not use it: \(problem.message)")
        return
      }
      var (learned, unreadable): (Int, [String]) = (0, [])
      try store.readEach(inFolder: entry.folder) { recording in
        switch recording {
        case .success(let stored):
          if learn(stored.recording, document, &facts) { learned += 1 }
        case .failure(let error): unreadable.append("\(error)")
        }
      }
      // What several sessions recorded alike is learned from once.
      var seen: Set<SessionIndex.Learnable> = []
      for request in sessions.requests(inFolder: entry.folder) where seen.insert(request.learnable).inserted {
        do throws(RecordingError) {
          if learn(try store.recording(of: request).recording, document, &facts) { learned += 1 }
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

  /// What an operation has to keep to be read beside its answers. What else may be wrong with it does not matter here:
  /// literals may be stand-ins for secrets.
  private static let fittingRules = ValidationRule.specified.filter {
    ["FieldsOnCorrectType", "ScalarLeafs", "KnownFragmentNames", "NoFragmentCycles"].contains($0.name)
  }

  /// Learns from the first answer of each state; of a subscription from each of its events.
  private static func learn(_ recording: Recording, _ document: Document, _ facts: inout LearnedFacts) -> Bool {
    var hasLearned = false
    for state in recording.states {
      guard let response = state.responses.first, (200..<300).contains(response.status) else { continue }
      let start: LearnedFacts.Moment =
        state.name != Recording.startState ? .later : recording.identity == .anonymous ? .start : .startOfOthers
      for (body, isLater) in answers(in: response.body, to: recording.kind) {
        let isNew = facts.learn(
          body, to: document, operationName: recording.operationName, variables: recording.variables,
          at: isLater ? .later : start)
        hasLearned = hasLearned || isNew
      }
    }
    return hasLearned
  }

  /// The whole answers in a recorded body, each with whether something was changed in the session before it came. Parts
  /// make one, together; of those that do not fit together nothing is learned.
  private static func answers(in body: RecordedBody, to kind: OperationKind) -> [(body: JSON, isLater: Bool)] {
    switch body {
    case .json(let json): return [(json, false)]
    case .text, .bytes: return []
    case .events(let events) where events.areParts: return events.merged.map { [($0, false)] } ?? []
    case .events(let events):
      // One answer in a stream's clothes, where it is no subscription's.
      let all = kind == .subscription ? events.events[...] : events.events.prefix(1)
      var isLater = false
      return all.map { event in
        isLater = isLater || event.after != nil
        return (event.payload, isLater)
      }
    }
  }
}

/// What recordings taught a faked world.
package struct LearningReport: Sendable {
  package let endpoint: String
  /// Files with something to learn.
  var recordings = 0
  var objects = 0
  var types = 0
  private var warned: [String] = []
  private var unsaid = 0

  init(endpoint: String) { self.endpoint = endpoint }

  /// So many warnings are spelled out.
  static let maximumWarnings = 10

  mutating func warn(_ text: String) {
    if warned.count < Self.maximumWarnings { warned.append(text) } else { unsaid += 1 }
  }

  package var warnings: [String] {
    let more =
      "\(unsaid) more recordings of \(endpoint) cannot be used for generated data. `understudy check` lists all."
    return unsaid == 0 ? warned : warned + [more]
  }

  /// `learned 253 objects of 3 types from 12 recordings`; nil where there was nothing to learn from.
  package var summary: String? {
    func counted(_ count: Int, _ thing: String) -> String { "\(count) \(thing)\(count == 1 ? "" : "s")" }
    guard recordings > 0 else { return nil }
    return
      "learned \(counted(objects, "object")) of \(counted(types, "type")) from \(counted(recordings, "recording"))"
  }
}
