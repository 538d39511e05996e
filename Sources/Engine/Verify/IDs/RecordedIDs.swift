import GraphQLLanguage
import OrderedJSON
import Recordings
import Replay

/// What the recordings of an endpoint tell of ids, before anything is asked.
struct RecordedIDs: Sendable {
  /// What answers of before all mutations hold: at the places of ids, and anywhere.
  private(set) var before = Told()
  /// What queries and subscriptions told in each state behind a mutation.
  private(set) var states: [String: Told] = [:]
  /// What the answers of mutations handed out at the places of ids.
  var made: Set<String> = []

  struct Told: Sendable {
    var ids: Set<String> = []
    var all: Set<String> = []
    /// The numbers in them: 7 of `ticket-7`.
    var numbers: Set<String> = []

    mutating func insert(_ leaves: [AnswerLeaf]) {
      for leaf in leaves {
        all.insert(leaf.text)
        numbers.formUnion(IDText.numbers(leaf.text))
        if leaf.isID { ids.insert(leaf.text) }
      }
    }

    mutating func formUnion(_ other: Told) {
      ids.formUnion(other.ids)
      all.formUnion(other.all)
      numbers.formUnion(other.numbers)
    }
  }

  init() {}

  /// - Parameters:
  ///   - itinerary: all that is recorded.
  ///   - endpoint: whose it is.
  init(_ itinerary: Itinerary, at endpoint: Endpoint) {
    for step in itinerary.sessions.flatMap(\.steps) {
      guard let document = (try? endpoint.store?.document(inFolder: step.stored.folder))?.document else { continue }
      let places = IDPlaces(in: document, hints: endpoint.hints)
      let named = places.values(step.variables).ids
      let leaves = Self.leaves(step, AnswerFields(of: document, step, at: endpoint))
      if step.kind == .mutation {
        made.formUnion(leaves.filter { $0.isID && !named.contains($0.text) }.map(\.text))
      } else if StateID(recorded: step.state).isStart, step.kind == .query {
        before.insert(leaves)
      } else {
        // What a request names itself it was not told.
        states[step.state, default: Told()].insert(leaves.filter { !$0.isID || !named.contains($0.text) })
      }
    }
  }

  /// What a recorded answer tells, of a stream all of its events.
  private static func leaves(_ step: RecordedStep, _ fields: AnswerFields?) -> [AnswerLeaf] {
    switch step.response.body {
    case .json(let json): AnswerLeaf.all(of: json, fields)
    case .events(let events): events.events.flatMap { AnswerLeaf.all(of: $0.payload, nil) }
    case .text, .bytes: []
    }
  }

  /// Whether the endpoint hands out short numbers: then a number may be another's tomorrow.
  var handsOutNumbers: Bool { made.contains(where: IDText.isShortNumber) }
}
