import OrderedJSON
import Recordings
import Testing

@testable import Replay

/// Mutations of which nobody knows whether they were executed.
@Suite struct UndecidedTests {
  private let tick: StatedOperation
  private let add: StatedOperation

  init() throws {
    tick = try stated("mutation Tick { tick }", [:])
    add = try stated("mutation Add { add(text: \"a\") { id } }", [:])
  }

  private let answer = History.Outcome.answered(["data": ["tick": 1]])

  private var plain: History {
    var history = History()
    history.append(tick, answer)
    return history
  }

  @Test func `a retry takes the place of the first attempt`() {
    var history = History()
    for _ in 0..<3 {
      let inFlight = history.begin(tick)
      history.leaveUndecided(inFlight)
      #expect(history.isUndecided && history.hasMutationsInFlight && history.state == .start)
    }
    let retry = history.begin(tick)
    #expect(retry.isRetry)
    let state = history.complete(retry, answer)
    #expect(state == plain.state)
    #expect(!history.isUndecided && !history.hasMutationsInFlight && history.abandoned == nil)
    #expect(history.entries.count == 1 && history.isExact)
    // The next one is another.
    let next = history.begin(tick)
    #expect(!next.isRetry)
  }

  @Test func `going on with anything else abandons it`() throws {
    let steps: [(inout History) -> Void] = [
      { _ = $0.beginRead() },
      { [add] in _ = $0.begin(add) },
      { [add, tick] in _ = $0.beginBatch([tick, add]) },
      { $0.goOn(asking: nil) },
      { [add] in $0.goOn(asking: add) },
    ]
    for step in steps {
      var history = History()
      history.leaveUndecided(history.begin(tick))
      step(&history)
      #expect(history.abandoned?.name == "Tick")
      #expect(!history.isUndecided && !history.isExact)
      #expect(history.entries.map(\.text) == ["tick (missed)"])
    }
  }

  @Test func `asking for the same mutation again is not going on`() {
    var history = History()
    history.leaveUndecided(history.begin(tick))
    history.goOn(asking: tick)
    #expect(history.abandoned == nil)
    let retry = history.begin(tick)
    #expect(retry.isRetry)
  }

  @Test func `what completes meanwhile is not going on`() {
    var history = History()
    let read = history.beginRead()
    let other = history.begin(add)
    history.leaveUndecided(history.begin(tick))
    let isAmbiguous = history.complete(read)
    #expect(isAmbiguous)
    history.complete(other, .answered(["data": ["add": ["id": "1"]]]))
    #expect(history.isUndecided && history.abandoned == nil)
    history.complete(history.begin(tick), answer)
    #expect(history.entries.map(\.text) == [#"add(text:"a")"#, "tick"])
  }

  @Test func `a retry that is refused or fails leaves it open`() {
    var history = History()
    history.leaveUndecided(history.begin(tick))
    history.cancel(history.begin(tick))
    #expect(history.isUndecided && history.hasMutationsInFlight && history.abandoned == nil)
    history.leaveUndecided(history.begin(tick))
    #expect(history.isUndecided && history.abandoned == nil)
    _ = history.beginRead()
    #expect(history.abandoned != nil && !history.hasMutationsInFlight)
  }

  @Test func `several may wait for their retries`() {
    var history = History()
    let allInFlight = [history.begin(tick), history.begin(add)]
    for inFlight in allInFlight { history.leaveUndecided(inFlight) }
    let retries = [history.begin(tick), history.begin(add)]
    #expect(retries.map(\.isRetry) == [true, true])
    // What is sent beside a retry is not going on.
    _ = history.beginRead()
    for retry in retries { history.complete(retry, answer) }
    #expect(history.abandoned == nil && history.entries.count == 2 && !history.hasMutationsInFlight)
  }

  @Test func `a mutation that leads nowhere may fail`() {
    var history = History()
    history.leaveUndecided(history.begin(tick), rule: .changesNothing)
    _ = history.beginRead()
    #expect(history.abandoned == nil && !history.hasMutationsInFlight)
  }

  @Test func `a batch is retried by the same mutations`() {
    var history = History()
    history.leaveUndecided(history.beginBatch([tick, add]))
    #expect(history.hasMutationsInFlight)
    let retry = history.beginBatch([tick, add])
    #expect(retry.isRetry)
    let isAmbiguous = history.complete(retry)
    #expect(!isAmbiguous)
    #expect(!history.isUndecided && !history.hasMutationsInFlight && history.abandoned == nil)
    history.leaveUndecided(history.beginBatch([tick, add]))
    let other = history.beginBatch([add, tick])
    #expect(!other.isRetry)
    #expect(history.abandoned?.name == "Tick" && history.entries.count == 2)
  }

  @Test func `a mutation that selects only __typename changes nothing`() throws {
    let rules = EndpointRules()
    for text in [
      "mutation { __typename }", "mutation M { kind: __typename }",
      "mutation M { ...F } fragment F on Mutation { a: __typename }",
      "mutation M { ... { __typename } tick @skip(if: true) }",
    ] {
      guard case .changesNothing = rules.historyRule(of: try stated(text, [:])) else {
        Issue.record("\(text)")
        continue
      }
    }
    for text in [
      "mutation { __typename tick }", "mutation { __typename: tick }",
      "mutation M { ...F } fragment F on Mutation { tick }",
    ] {
      guard case .counts = rules.historyRule(of: try stated(text, [:])) else {
        Issue.record("\(text)")
        continue
      }
    }
  }
}
