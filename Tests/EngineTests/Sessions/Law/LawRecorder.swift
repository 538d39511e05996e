import Engine
import OrderedJSON
import Requests
import TestSupport
import Transports

/// A request with the answer that the client got: nil where there was none, or a miss.
struct LawExchange: Sendable {
  var request: LawRequest
  var body: JSON?
  /// The answer's `Understudy-State`.
  var state: String?
  /// The message of an answer that is none; nil otherwise.
  var message: String?
}

/// What a client knows: the objects and types that it asks for, and its token.
struct LawClient: Sendable {
  var name: String
  var ids: [String]
  var types: [String]
  /// Whether it asks for what all objects together come to.
  var asksTotals = true
  /// Whether its connection breaks now and then.
  var meetsTrouble = true
  var token: String?

  func read(_ random: inout LawRandom) -> LawRequest {
    let op: LawRequest.Op =
      switch random.below(asksTotals ? 10 : 8) {
      case 0...3: .object(random.pick(ids))
      case 4, 5: .list(random.pick(types))
      case 6: .count(random.pick(types))
      case 7: .me
      case 8: .total
      default: .values
      }
    return LawRequest(op: op, token: token)
  }

  func mutation(_ random: inout LawRandom, logsIn: Bool = true) -> LawRequest {
    let op: LawRequest.Op =
      switch random.below(logsIn ? 12 : 10) {
      case 0...2: .set(random.pick(ids), random.below(3))
      case 3, 4: .increment(random.pick(ids))
      case 5, 6: .create(random.pick(types), random.below(4))
      case 7: .delete(random.pick(ids))
      case 8: .ping(random.below(2))
      case 9: .like(random.pick(ids))
      default: .login("\(types[0])-\(random.pick(["ann", "bob"]))")
      }
    return LawRequest(op: op, token: token)
  }

  /// Takes up the ids and the token of an answer.
  mutating func learn(_ exchange: LawExchange) {
    if case .create = exchange.request.op, let id = exchange.body?["data"]?["create"]?["id"]?.stringValue {
      ids.append(id)
    }
    if let token = exchange.body?["data"]?["login"]?["token"]?.stringValue { self.token = token }
  }
}

/// A session as it was recorded, with the server as it was at its beginning.
struct LawRecording: Sendable {
  let name: String
  let snapshot: LawServer
  /// How many mutations the server had executed.
  let beginning: Int
  var end = 0
  /// Its own mutations among those that the server executed.
  var own: Set<Int> = []
  /// Requests that were in flight together are one step.
  var steps: [[LawExchange]] = []
  /// Whether the whole session was saved.
  var isSaved = false
}

/// Records one random session, step by step.
struct LawRecorder {
  var client: LawClient
  private let fresh: LawClient
  private(set) var recording: LawRecording
  private(set) var stepsLeft: Int
  private let upstream: LawUpstream

  init(_ client: LawClient, steps: Int, _ upstream: LawUpstream) {
    self.client = client
    fresh = client
    self.upstream = upstream
    stepsLeft = steps
    recording = LawRecording(name: client.name, snapshot: upstream.server, beginning: upstream.executed.count)
  }

  /// Begins the session again: its earlier attempt is discarded.
  mutating func beginAgain(_ engine: Engine, steps: Int) {
    _ = engine.reset(session: client.name)
    self = LawRecorder(fresh, steps: steps, upstream)
  }

  mutating func step(_ engine: Engine, _ random: inout LawRandom) async throws {
    stepsLeft -= 1
    if recording.steps.isEmpty {
      recording = LawRecording(name: client.name, snapshot: upstream.server, beginning: upstream.executed.count)
    }
    let before = upstream.executed.count
    let step: [LawExchange]
    if random.happens(15) {
      step = try await together(engine, &random)
    } else {
      let request = random.happens(50) ? client.read(&random) : client.mutation(&random)
      if client.meetsTrouble, random.happens(4) {
        upstream.expect(request)
        upstream.fail(with: UpstreamError(random.happens(50) ? .broken : .unreachable, "cut"))
        _ = try? await engine.ask(request, session: client.name)
        // A client that does not try again.
        if random.happens(30) { return }
      }
      upstream.expect(request)
      step = [try await engine.ask(request, session: client.name)]
    }
    recording.own.formUnion(before..<upstream.executed.count)
    recording.end = upstream.executed.count
    recording.steps.append(step)
    for exchange in step { client.learn(exchange) }
  }

  /// Mutations in flight together, and reads that overlap them.
  private func together(_ engine: Engine, _ random: inout LawRandom) async throws -> [LawExchange] {
    let mutations = (0..<random.int(1...3)).map { _ in client.mutation(&random, logsIn: false) }
    let reads = (0..<random.below(3)).map { _ in client.read(&random) }
    var tasks: [Task<LawExchange, any Error>] = []
    for request in random.shuffled(mutations + reads) {
      let arrived = upstream.arrived
      upstream.expect(request, isHeld: true)
      tasks.append(Task { [name = client.name] in try await engine.ask(request, session: name) })
      while upstream.arrived == arrived { await Task.yield() }
    }
    let gates = upstream.takeGates()
    var exchanges: [LawExchange] = []
    for index in random.shuffled(Array(tasks.indices)) {
      gates[index].finish()
      exchanges.append(try await tasks[index].value)
    }
    return exchanges
  }
}

extension Engine {
  /// Sends a request of the law test in a session; in none for `default`.
  func ask(_ request: LawRequest, session: String) async throws -> LawExchange {
    var sent = Board.request(request.query, request.variables, session: session == "default" ? nil : session)
    if let token = request.token { sent.headers.append("Authorization", "Bearer \(token)") }
    let answer = await respond(to: sent).get()
    let body = try JSON.parse(text: try await answer.text)
    let isAnswer = answer.headers[first: "Understudy-Source"] != "miss" && body["data"] != nil
    return LawExchange(
      request: request, body: isAnswer ? body : nil, state: answer.headers[first: "Understudy-State"],
      message: isAnswer ? nil : body.compactText)
  }
}
