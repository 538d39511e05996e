import GraphQLLanguage
import OrderedJSON
import RecordingsTestSupport
import Testing

@testable import Recordings

/// `Recording.merged` and `replacing`: the result does not depend on the order of the recordings.
@Suite struct MergingTests {
  private func recording(
    _ kind: OperationKind, _ body: String, next: String? = nil, isOverlapped: Bool = false
  ) -> Recording {
    Recording(
      kind: kind, operationName: nil, identity: .anonymous, variables: JSONObject(),
      states: [.init(responses: [response(body)], next: next, isOverlapped: isOverlapped)])
  }

  private func orders<Element>(_ all: [Element]) -> [[Element]] {
    if all.count < 2 { return [all] }
    return all.indices.flatMap { index in
      var rest = all
      let one = rest.remove(at: index)
      return orders(rest).map { [one] + $0 }
    }
  }

  @Test func `a certain answer stays, whatever the uncertain ones are`() throws {
    let certain = recording(.query, "1")
    let all = [
      certain, recording(.query, "2", isOverlapped: true), recording(.query, "3", isOverlapped: true),
    ]
    for order in orders(all) { #expect(try Recording.merged(order, ignoring: .none) == certain) }
  }

  @Test func `an execution stays, whatever the refusals are, and two executions differ`() throws {
    let executed = recording(.mutation, "1", next: "a")
    let refused = [recording(.mutation, "2"), recording(.mutation, "3")]
    for order in orders([executed] + refused) { #expect(try Recording.merged(order, ignoring: .none) == executed) }
    let other = recording(.mutation, "4", next: "b")
    for order in orders([executed, other] + refused) {
      let conflict = try #require(throws: Recording.StateConflict.self) {
        _ = try Recording.merged(order, ignoring: .none)
      }
      #expect([order[conflict.first], order[conflict.second]].allSatisfy { $0 == executed || $0 == other })
    }
  }

  @Test func `an uncertain answer replaces none`() {
    let old = recording(.query, "1")
    #expect(recording(.query, "2", isOverlapped: true).replacing(old, ignoring: .none) == old)
    let new = recording(.query, "2")
    #expect(new.replacing(old, ignoring: .none) == new)
  }
}
