import Engine
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
  /// The states to which no mutation has led but a log-in.
  private(set) var early: Set<String> = []
  /// What the answers of mutations handed out at the places of ids.
  var made: Set<String> = []

  struct Told: Sendable {
    var ids: Set<String> = []
    var all: Set<String> = []
    /// The numbers in them: 7 of `ticket-7`.
    var numbers: Set<String> = []

    mutating func insert(_ leaves: [AnswerLeaf]) {
      for leaf in leaves where leaf.mayBeID {
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
  ///   - plan: all that is recorded.
  ///   - endpoint: whose it is.
  init(_ plan: SessionPlan, at endpoint: Endpoint) {
    // Ways that go off from one another repeat the mutations that they share.
    var seen: Set<String> = []
    for session in plan.sessions {
      var isEarly = true
      for step in session.steps {
        if isEarly { early.insert(step.state) }
        if seen.insert(step.answerPlace).inserted { add(step, at: endpoint, isEarly: isEarly) }
        // Who logs in makes nothing that others could have: what is read then was there before.
        if step.leadsOn, !step.isLogIn { isEarly = false }
      }
    }
  }

  private mutating func add(_ step: RecordedStep, at endpoint: Endpoint, isEarly: Bool) {
    guard let document = (try? endpoint.store?.document(inFolder: step.stored.folder))?.document else { return }
    let places = IDPlaces(in: document, hints: endpoint.hints)
    let named = places.values(step.variables).ids
    let leaves = Self.leaves(step, AnswerFields(of: document, step, at: endpoint))
    if step.kind == .mutation {
      made.formUnion(leaves.filter { $0.isID && !named.contains($0.text) }.map(\.text))
    } else if isEarly, step.kind == .query {
      before.insert(leaves)
    } else {
      // What a request names itself it was not told.
      states[step.state, default: Told()].insert(leaves.filter { !$0.isID || !named.contains($0.text) })
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

extension RecordedStep {
  /// Whether it is a mutation by which somebody logs in: it hands out a secret, or is called so.
  var isLogIn: Bool {
    guard kind == .mutation, let data = response.body.json?["data"]?.objectValue else { return false }
    if data.members.contains(where: { Self.logIns.contains($0.name.lowercased()) }) { return true }
    return handsOutSecret
  }

  /// Whether its answer handed out a secret, such as a token.
  var handsOutSecret: Bool {
    var open = [response.body.json ?? .null]
    while let value = open.popLast() {
      switch value {
      case .string(let text): if Caller.isIssued(text) { return true }
      case .array(let elements): open += elements
      case .object(let object): open += object.members.map(\.value)
      case .null, .bool, .number: break
      }
    }
    return false
  }

  private static let logIns: Set<String> = [
    "login", "signin", "logon", "authenticate", "tokenauth", "refreshtoken", "createtoken", "tokencreate",
  ]
}
