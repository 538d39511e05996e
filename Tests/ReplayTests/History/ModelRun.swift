import GraphQLLanguage
import OrderedJSON
import Recordings

@testable import Replay

/// One run of the law: random flows recorded, then replayed in one shared session beside the real thing.
struct ModelRun {
  let seed: Int
  let kind: ModelKind
  var isStrict = false
  /// Whether a missed mutation is forwarded, so that its answer is known, as in the page of Python. If not, the
  /// mutation counts as missed and touches everything.
  var isForwarding = false

  enum Order: String, CaseIterable { case interleaved, subset, reordered, repeated, shuffled }

  /// As the page of Python draws them, by the seed: objects of their own or shared, one server or one for each flow.
  var hasOwnObjects: Bool { seed % 2 == 0 }
  var hasOneServer: Bool { seed / 2 % 2 == 0 }
  var orders: [Order] = Order.allCases
  var order: Order { orders[seed / 4 % orders.count] }

  var shares = ModelShares()
  private var documents = ModelDocuments()
  private var tape = ModelTape()

  init(seed: Int, kind: ModelKind) {
    self.seed = seed
    self.kind = kind
  }

  mutating func run() throws {
    var random = ModelRandom(seed: seed)
    let flows = (0..<3).map { number in
      let ids = hasOwnObjects ? Array(ModelServer.ids[2 * number..<2 * number + 2]) : ModelServer.ids
      return ModelFlow(&random, ids: ids, length: random.int(3...12), kind: kind)
    }
    try record(flows)
    try replay(flows, steps(flows, &random))
  }

  private mutating func record(_ flows: [ModelFlow]) throws {
    var server = ModelServer(prefix: nil)
    var history = History()
    for (number, flow) in flows.enumerated() {
      if number == 0 || !hasOneServer {
        server = ModelServer(prefix: kind == .serverMadeIDs ? "r\(number)-" : nil)
        history = History()
      }
      var made: [Int: String] = [:]
      for op in flow.ops {
        guard let variables = op.variables({ Self.id($0, made) }) else { continue }
        let (operation, key) = try documents.request(op, variables, flow.identity)
        let value = server.run(op, variables, flow.identity)
        if case .create(_, let number) = op { made[number] = value["id"]?.stringValue }
        let body: JSON = ["data": .object(JSONObject([.init(op.rootField, value)]))]
        tape.record(operation, key, body, session: hasOneServer ? 0 : number, history: &history)
      }
    }
  }

  private static func id(_ ref: ModelOp.Ref, _ made: [Int: String]) -> String? {
    switch ref {
    case .id(let id): id
    case .made(let number): made[number]
    }
  }

  /// Which flow's next operation comes, in the order of the replay; an operation by its place in the flow.
  private func steps(_ flows: [ModelFlow], _ random: inout ModelRandom) -> [(flow: Int, op: Int)] {
    let all = flows.indices.map { flow in flows[flow].ops.indices.map { (flow: flow, op: $0) } }
    func interleaved(_ lists: [[(flow: Int, op: Int)]]) -> [(flow: Int, op: Int)] {
      var left = lists.map { Array($0.reversed()) }
      var steps: [(flow: Int, op: Int)] = []
      while true {
        let open = left.indices.filter { !left[$0].isEmpty }
        guard !open.isEmpty else { return steps }
        if let step = left[random.pick(open)].popLast() { steps.append(step) }
      }
    }
    switch order {
    case .interleaved: return interleaved(all)
    case .subset: return Array(random.shuffled(all).prefix(2).joined())
    case .reordered: return Array(random.shuffled(all).joined())
    case .repeated: return interleaved(all + [random.pick(all)])
    case .shuffled:
      let joined = Array(all.joined())
      return (0..<20).map { _ in random.pick(joined) }
    }
  }

  private mutating func replay(_ flows: [ModelFlow], _ steps: [(flow: Int, op: Int)]) throws {
    let timeline = Timeline(tape.mutations, otherStates: tape.operations.flatMap { $0.states.map(\.name) })
    if !timeline.unreachable.isEmpty { shares.problems.append("seed \(seed): unreachable \(timeline.unreachable)") }
    var chooser = Chooser(timeline: timeline)
    var server = ModelServer(prefix: kind == .serverMadeIDs ? "t-" : nil)
    var history = History()
    var names = ModelNames()
    var served: [Int: String] = [:]
    var real: [Int: String] = [:]
    for step in steps {
      let (op, identity) = (flows[step.flow].ops[step.op], flows[step.flow].identity)
      guard let asked = op.variables({ Self.id($0, served) }), let meant = op.variables({ Self.id($0, real) }) else {
        continue
      }
      let (operation, key) = try documents.request(op, asked, identity)
      let truth = server.run(op, meant, identity)
      let choice = chooser.choose(key, history: &history, strict: isStrict) { [tape] in
        tape.recorded(key).map { KeyIndex($0) }
      }
      let answer = choice?.answer?.responses.last?.body.json
      let value = answer?["data"]?[op.rootField]
      let isRight = value.map { names.isSame(truth: truth, served: $0) } ?? false
      if shares.count(choice, isRight: isRight) {
        shares.problems.append(
          "\(kind.rawValue), seed \(seed), \(order.rawValue): \(operation.name ?? "") \(asked) after \(history.entries.map(\.effect.text)): served \(value?.compactText ?? "nothing"), truth \(truth)"
        )
      }
      if case .create(_, let number) = op {
        real[number] = truth["id"]?.stringValue
        served[number] = value?["id"]?.stringValue ?? (isForwarding ? real[number] : nil)
        if value == nil, isForwarding, let id = real[number] { names.bind(id, id) }
      }
      guard operation.kind == .mutation else { continue }
      if let answer {
        history.append(operation, .answered(answer))
      } else if isForwarding {
        history.append(operation, .answered(["data": .object(JSONObject([.init(op.rootField, truth)]))]))
      } else {
        history.append(operation, .missed)
      }
    }
  }
}

/// Which served id stands for which real one: they correspond one to one, or the answers differ.
struct ModelNames {
  private var served: [String: String] = [:]
  private var real: [String: String] = [:]

  @discardableResult
  mutating func bind(_ id: String, _ name: String) -> Bool {
    if served[id] == nil, real[name] == nil {
      served[id] = name
      real[name] = id
    }
    return served[id] == name && real[name] == id
  }

  mutating func isSame(truth: JSON, served: JSON) -> Bool {
    switch (truth, served) {
    case (.array(let left), .array(let right)):
      return left.count == right.count && zip(left, right).allSatisfy { isSame(truth: $0, served: $1) }
    case (.object(let left), .object(let right)):
      guard left.names == right.names else { return false }
      return zip(left.members, right.members).allSatisfy { left, right in
        if left.name == "id", let id = left.value.stringValue, let name = right.value.stringValue {
          return bind(id, name)
        }
        return isSame(truth: left.value, served: right.value)
      }
    default: return truth == served
    }
  }
}

/// How many answers were what.
struct ModelShares {
  var exactRight = 0
  var exactWrong = 0
  var inferredRight = 0
  var inferredWrong = 0
  var missed = 0
  var problems: [String] = []

  /// Counts an answer; whether it is wrong.
  mutating func count(_ choice: Choice?, isRight: Bool) -> Bool {
    switch choice {
    case .exact: if isRight { exactRight += 1 } else { exactWrong += 1 }
    case .inferred: if isRight { inferredRight += 1 } else { inferredWrong += 1 }
    case .miss, nil: missed += 1
    }
    return choice?.answer != nil && !isRight
  }

  mutating func add(_ other: ModelShares) {
    exactRight += other.exactRight
    exactWrong += other.exactWrong
    inferredRight += other.inferredRight
    inferredWrong += other.inferredWrong
    missed += other.missed
    problems += other.problems
  }

  var all: Int { exactRight + exactWrong + inferredRight + inferredWrong + missed }

  func share(_ part: Int) -> Double { 100 * Double(part) / Double(max(all, 1)) }

  /// The shares in percent, to two digits.
  var description: String {
    let parts = [
      ("exact", exactRight), ("exact WRONG", exactWrong), ("inferred right", inferredRight),
      ("inferred WRONG", inferredWrong), ("missed", missed),
    ]
    return parts.map { name, part in
      let hundredths = Int((share(part) * 100).rounded())
      let digits = String(hundredths % 100)
      return "\(name) \(hundredths / 100).\(digits.count < 2 ? "0" : "")\(digits)%"
    }.joined(separator: "  ")
  }
}
