import GraphQLLanguage
import OrderedJSON
import Recordings
import Testing

@testable import Replay

/// The memory that histories count, of which all sessions of an endpoint may hold one GiB.
@Suite struct HistoryBoundTests {
  private func append(_ number: Int, to history: inout History) throws {
    let text = "mutation Create($title: String!) { createPost(title: $title) { id title author { id name } } }"
    let post: JSON = ["id": .string("post-of-\(number)-abcdef"), "title": "T", "author": ["id": "7", "name": "Ada"]]
    let operation = try StatedOperation(
      document: try parse(SourceText(text)), variables: JSONObject([.init("title", .string("Title number \(number)"))]))
    history.append(operation, .traced(Tracer(operation).trace(["data": ["createPost": post]])))
  }

  @Test func `20,000 replayed sessions may send 50 mutations each`() throws {
    var history = History(joinsConcurrent: true)
    for number in 0..<50 { try append(number, to: &history) }
    #expect(history.entries.count == 50)
    #expect(history.heldBytes * 20_000 <= 1 << 30)
  }

  @Test func `a mutation that is sent again has the effect of the first`() throws {
    var history = History()
    for number in [1, 2, 1] { try append(number, to: &history) }
    let effects = history.entries.map(\.effect)
    #expect(effects[0].content === effects[2].content)
    #expect(effects[0].content !== effects[1].content)
  }
}
