import GraphQLLanguage
import OrderedJSON

@testable import Recordings
@testable import Replay

/// Random flows recorded on a random server without rules, and random rules that come later.
struct RuleModel {
  let seed: Int
  let rules: EndpointRules
  private(set) var tape = RuleTape()
  private let flows: [ModelFlow]
  private var documents: [String: (document: Document, key: DocumentKey)] = [:]
  /// What each step of each flow was answered.
  private(set) var answers: [[JSON?]] = []

  init(seed: Int) throws {
    self.seed = seed
    var random = ModelRandom(seed: seed)
    let kind = random.pick(ModelKind.allCases)
    flows = (0..<3).map { _ in
      ModelFlow(&random, ids: Array(ModelServer.ids.prefix(2)), length: random.int(3...10), kind: kind)
    }
    rules = Self.rules(&random)
    try record(kind)
  }

  private static func rules(_ random: inout ModelRandom) -> EndpointRules {
    var operations: [OperationRule] = []
    func add(_ name: String, _ change: (inout OperationRule) -> Void) {
      var rule = OperationRule(name)
      change(&rule)
      operations.append(rule)
    }
    let any = { (name: String) in VariableRule([name], .any) }
    if random.below(2) == 0 { add("Nothing") { $0.changesNothing = true } }
    if random.below(3) == 0 { add("Set") { $0.isIdempotent = true } }
    if random.below(6) == 0 { add("Increment") { $0.isIdempotent = true } }
    if random.below(8) == 0 { add("Delete") { $0.changesNothing = true } }
    if random.below(4) == 0 { add("Favour") { $0.isIdempotent = true } }
    if random.below(4) == 0 { add("Create") { $0.variables = [any("value")] } }
    if random.below(4) == 0 { add("List") { $0.variables = [any("type")] } }
    if random.below(4) == 0 { add("Get") { $0.variables = [any("id")] } }
    if !operations.contains(where: { $0.operation == "Nothing" }), random.below(2) == 0 {
      add("Nothing") { $0.variables = [any("number")] }
    }
    let volatile = VolatileRule(random.below(5) == 0 ? [.path(["data", "object", "value"])] : [])
    return EndpointRules(nullIsAbsent: random.below(2) == 0, volatile: volatile, operations: operations)
  }

  private mutating func request(
    _ op: ModelOp, _ variables: JSONObject, _ identity: Caller, _ rules: EndpointRules
  ) throws -> (stated: StatedOperation, document: Document, key: OperationKey) {
    if documents[op.text] == nil {
      let document = try parse(SourceText(op.text))
      let canonical = try CanonicalOperation(of: document, operationName: nil)
      documents[op.text] = (document, DocumentKey(endpoint: "model", operation: canonical))
    }
    guard let (document, documentKey) = documents[op.text] else { throw ModelError.unreachable }
    let key = documentKey.key(variables: variables, identity: identity, rules: rules)
    let stated = try StatedOperation(document: document, variables: key.variables, identity: identity)
    return (stated, document, key)
  }

  private mutating func record(_ kind: ModelKind) throws {
    for (number, flow) in flows.enumerated() {
      var server = ModelServer(prefix: kind == .serverMadeIDs ? "r\(number)-" : nil)
      var history = History()
      var made: [Int: String] = [:]
      var answers: [JSON?] = []
      for op in flow.ops {
        guard let variables = op.variables({ Self.id($0, made) }) else {
          answers.append(nil)
          continue
        }
        let (stated, document, key) = try request(op, variables, flow.identity, .none)
        let value = server.run(op, variables, flow.identity)
        if case .create(_, let number) = op { made[number] = value["id"]?.stringValue }
        let body: JSON = ["data": .object(JSONObject([.init(op.rootField, value)]))]
        let state = history.state.name
        let next = stated.kind == .mutation ? history.append(stated, .answered(body)).name : nil
        tape.record(document, key, body, state: state, next: next, session: number)
        answers.append(body)
      }
      self.answers.append(answers)
    }
  }

  private static func id(_ ref: ModelOp.Ref, _ made: [Int: String]) -> String? {
    switch ref {
    case .id(let id): id
    case .made(let number): made[number]
    }
  }

  mutating func apply() -> RuleRehearsal {
    let rehearsal = rehearse()
    tape.apply(rehearsal.rewrites)
    return rehearsal
  }

  func rehearse() -> RuleRehearsal { RuleRehearsal(tape.sorted, rules: rules) }

  /// Plays each flow again in a session of its own.
  ///
  /// - Parameter rules: those that sessions obey.
  /// - Returns: for each step whether it was answered exactly, and rightly: with what was recorded for it, ids aside.
  /// - Throws: if an operation of the model does not parse.
  mutating func replay(_ rules: EndpointRules) throws -> [[(isExact: Bool, isRight: Bool)]] {
    let recorded = try tape.recorded(rules)
    var chooser = Chooser(timeline: try tape.timeline())
    var verdicts: [[(isExact: Bool, isRight: Bool)]] = []
    for (number, flow) in flows.enumerated() {
      var history = History()
      var names = ModelNames()
      var made: [Int: String] = [:]
      var own: [(isExact: Bool, isRight: Bool)] = []
      for (op, truth) in zip(flow.ops, answers[number]) {
        guard let variables = op.variables({ Self.id($0, made) }), let truth else {
          own.append((false, true))
          continue
        }
        let (stated, _, key) = try request(op, variables, flow.identity, rules)
        let choice = chooser.choose(key.hash, history: &history) { recorded[key.hash].map { KeyIndex($0) } }
        let bodies = choice?.answer?.responses.compactMap(\.body.json) ?? []
        let right = bodies.first { names.isSame(truth: truth, served: $0) }
        own.append((choice.isExact, right != nil))
        let served = right ?? bodies.last
        if case .create(_, let number) = op { made[number] = served?["data"]?["create"]?["id"]?.stringValue }
        guard stated.kind == .mutation else { continue }
        history.append(stated, served.map { .answered($0) } ?? .missed, rule: rules.historyRule(of: stated))
      }
      verdicts.append(own)
    }
    return verdicts
  }
}
