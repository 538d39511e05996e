import GraphQLLanguage
import OrderedJSON
import Recordings
import Redaction
package import Replay

/// The index of an endpoint's recordings, for one generation of the store.
package struct ReplayIndex: Sendable {
  let generation: UInt64
  var chooser: Chooser
  /// The recorded answers that no session can reach, because no recorded mutation leads to their state, sorted.
  package let unreachable: [Unreachable]
  /// The recorded events that can never be delivered, because no recorded mutation causes them, in the order of files.
  package let undeliverable: [Undeliverable]
  /// The keys of the mutations that lead to a state, by the state's name.
  let causes: [String: Set<ContentHash>]

  /// The requests that were read, with their answers: a redactor adopts the callers and secrets in them.
  private var answered: [(request: RedactedRequest, responses: [RecordedResponse])] = []

  /// Reads the mutations' files, and the others if there are few enough. Skips files that cannot be read; their errors
  /// go to the requests that need them.
  init(_ store: RecordingStore, at generation: UInt64, hints: any SchemaHints, readsAll: Bool? = nil) {
    self.generation = generation
    let readsAll = readsAll ?? (store.fileCount <= RecordingStore.readAllLimit)
    var mutations: [RecordedOperation] = []
    var states: [Unreachable] = []
    var causes: [String: Set<ContentHash>] = [:]
    var waiting: [Undeliverable] = []
    for entry in store.entries where readsAll || entry.kind == .mutation {
      guard let document = (try? store.document(inFolder: entry.folder))?.document else { continue }
      for stored in store.readableRecordings(inFolder: entry.folder) {
        guard let request = RedactedRequest(stored.recording, document: document) else { continue }
        answered.append((request, stored.recording.states.flatMap(\.responses)))
        if entry.kind == .mutation {
          mutations.append(RecordedOperation(request: StatedOperation(request), recording: stored.recording))
        }
        waiting += Undeliverable.waiting(in: stored)
        for state in stored.recording.states {
          states.append(Unreachable(file: "\(stored.folder)/\(stored.file)", state: state.name))
          if entry.kind == .mutation, let next = state.next { causes[next, default: []].insert(stored.key.hash) }
        }
      }
    }
    let timeline = Timeline(
      mutations, otherStates: states.map(\.state), hints: hints, generation: Int(truncatingIfNeeded: generation))
    chooser = Chooser(timeline: timeline)
    self.causes = causes
    let lost = Set(timeline.unreachable)
    unreachable = states.filter { lost.contains($0.state) }
    undeliverable = waiting.filter { causes[$0.after] == nil && !lost.contains($0.opened) }
  }

  /// Passes the callers and secrets in the read files to a redactor, once.
  mutating func addSecrets(to redactor: inout Redactor) {
    redactor.adopt(callers: answered.map(\.request.caller))
    for (request, responses) in answered {
      for response in responses { redactor.adopt(response, to: request) }
    }
    answered = []
  }
}

/// A recorded answer in a state that no recorded mutation leads to.
package struct Unreachable: Hashable, Sendable {
  /// The path below the endpoint's folder.
  package let file: String
  package let state: String
}
