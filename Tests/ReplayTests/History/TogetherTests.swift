import GraphQLLanguage
import OrderedJSON
import Testing

@testable import Recordings
@testable import Replay

/// Mutations that were in flight together, replayed one after another: an id in the answer to one of them is none that
/// another one was sent with.
struct TogetherTests {
  private static let answers: [String: JSON] = [
    "2": ["data": ["add": ["lines": [["item": ["id": "2"]], ["item": ["id": "3"]]]]]],
    "3": ["data": ["add": ["lines": [["item": ["id": "3"]], ["item": ["id": "2"]]]]]],
  ]

  private func mutation(_ field: String, _ item: String) throws -> StatedOperation {
    try StatedOperation(
      document: try parse(SourceText("mutation { \(field)(itemId: \"\(item)\") { lines { item { id } } } }")),
      variables: [:])
  }

  /// The state after both, and after one more mutation of an item in their answers.
  private func states(_ history: inout History) throws -> [String] {
    let both = history.state.name
    return [both, history.append(try mutation("drop", "3"), .answered(["data": ["drop": ["lines": []]]])).name]
  }

  private func recorded() throws -> [String] {
    var history = History(joinsConcurrent: true)
    let two = history.begin(try mutation("add", "2"))
    let three = history.begin(try mutation("add", "3"))
    history.complete(two, .answered(Self.answers["2"]))
    history.complete(three, .answered(Self.answers["3"]))
    return try states(&history)
  }

  @Test(arguments: [["2", "3"], ["3", "2"]]) func oneAfterAnother(order: [String]) throws {
    var history = History(joinsConcurrent: true)
    history.expectGroup(of: 2)
    for item in order {
      history.append(try mutation("add", item), .answered(Self.answers[item]), isInGroup: true)
    }
    #expect(try states(&history) == recorded())
  }

  @Test func anotherItemIsAnotherState() throws {
    var history = History(joinsConcurrent: true)
    history.expectGroup(of: 2)
    for item in ["2", "4"] {
      history.append(try mutation("add", item), .answered(Self.answers["2"]), isInGroup: true)
    }
    #expect(try states(&history) != recorded())
  }

  /// Out of a group, the id is the one that the first answer issued.
  @Test func notTogether() throws {
    var history = History(joinsConcurrent: true)
    for item in ["2", "3"] { history.append(try mutation("add", item), .answered(Self.answers[item])) }
    #expect(try states(&history) != recorded())
  }
}
