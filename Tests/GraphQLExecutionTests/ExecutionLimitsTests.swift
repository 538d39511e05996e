import Foundation
import GraphQLExecution
import GraphQLLanguage
import GraphQLSchema
import OrderedJSON
import Synchronization
import Testing

@Suite("Bounds of execution")
struct ExecutionLimitsTests {
  private static let sdl = "type Query { self: Query all: [Query!]! x: Int }"

  /// An API without end: every object leads to itself.
  private struct Endless: FieldSource {
    mutating func resolve(_ field: FieldCall, of object: Int) throws(FieldFailure) -> Resolved<Int> {
      switch field.name {
      case "self": .object(object + 1, typeName: nil)
      case "all": .list(Array(repeating: .object(object + 1, typeName: nil), count: 10))
      default: .leaf(.int(object))
      }
    }
  }

  private static func run(_ query: String, limits: ExecutionLimits = .standard) throws -> ExecutionResult {
    let text = SourceText(query)
    var source = Endless()
    return execute(
      ExecutionRequest(document: try parse(text), source: text), schema: try Schema(sdl: SourceText(sdl)), root: 0,
      from: &source, limits: limits)
  }

  @Test("Objects nest up to the limit, deeper ones are null with an error")
  func depth() throws {
    let query = "{ self { self { self { x } x } x } x }"
    let fits = try Self.run(query, limits: ExecutionLimits(depth: 4))
    #expect(fits.errors == [])
    let cut = try Self.run(query, limits: ExecutionLimits(depth: 3))
    #expect(cut.data?.compactText == "{\"self\":{\"self\":{\"self\":null,\"x\":2},\"x\":1},\"x\":0}")
    #expect(
      cut.errors == [
        GraphQLError(
          "Response nests more than 3 objects deep.", locations: [SourceLocation(line: 1, column: 17)],
          path: [.key("self"), .key("self"), .key("self")])
      ])
  }

  @Test("Fragments that lead to ever deeper ones meet the limit, on a thread with little stack")
  func stack() throws {
    // Each fragment adds a level; the parser cannot see how deep that gets.
    let fragments = (0..<1_000).map { "fragment F\($0) on Query { self { ...F\($0 + 1) } }" }.joined(separator: " ")
    let query = "{ ...F0 } \(fragments) fragment F1000 on Query { x }"
    let result = Self.onLittleStack { try? Self.run(query) }
    #expect(result?.errors.map(\.message) == ["Response nests more than 100 objects deep."])
  }

  @Test("Arguments and variables that nest as deep as can be fit on little stack")
  func deepInput() throws {
    func nested(_ depth: Int, _ open: String, _ close: String) -> String {
      String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth)
    }
    let sdl = "type Query { f(any: Any, in: In, list: In): Int } scalar Any input In { in: [In] x: Int }"
    let schema = try Schema(sdl: SourceText(sdl))
    let query =
      "query ($v: In) { a: f(any: \(nested(190, "{a:", "}"))) b: f(in: \(nested(90, "{in:[", "]}"))) c: f(in: $v) }"
    let text = SourceText(query)
    let document = try parse(text)
    let variables = try JSON.parse(text: "{\"v\": \(nested(200, "{\"in\":", "}"))}").objectValue
    let request = ExecutionRequest(document: document, variables: try #require(variables), source: text)
    let result = Self.onLittleStack {
      var source = Endless()
      return execute(request, schema: schema, root: 0, from: &source)
    }
    #expect(result?.errors.count == 1)
    #expect(result?.errors.first?.message.hasSuffix("Value nests more than 100 levels deep.") == true)
    let plain = ExecutionRequest(document: document, source: text)
    let messages = Self.onLittleStack {
      var source = Endless()
      return execute(plain, schema: schema, root: 0, from: &source)
    }?.errors.map { String($0.message.prefix(40)) }
    // `1` is no In, at the bottom of it.
    #expect(messages == ["Argument \"in\" has invalid value {in: [{i"])
  }

  /// Runs something on a thread with the stack that a secondary thread has on macOS.
  private static func onLittleStack(_ body: @escaping @Sendable () -> ExecutionResult?) -> ExecutionResult? {
    let box = ResultBox()
    let thread = Thread {
      let result = body()
      box.result.withLock { $0 = result }
    }
    thread.stackSize = 512 << 10
    thread.start()
    while !thread.isFinished { Thread.sleep(forTimeInterval: 0.001) }
    return box.result.withLock { $0 }
  }

  private final class ResultBox: Sendable {
    let result = Mutex<ExecutionResult?>(nil)
  }

  @Test("A long chain of fragments on one level is followed without using up the stack")
  func fragmentChain() throws {
    let fragments = (0..<3_000).map { "fragment F\($0) on Query { ...F\($0 + 1) }" }.joined(separator: " ")
    let text = SourceText("{ ...F0 } \(fragments) fragment F3000 on Query { x }")
    var source = Endless()
    let request = ExecutionRequest(document: try parse(text, limits: .schema), source: text)
    let result = execute(request, schema: try Schema(sdl: SourceText(Self.sdl)), root: 0, from: &source)
    #expect(result.response.compactText == "{\"data\":{\"x\":0}}")
  }

  @Test("A response that grows too large ends with one error and no data")
  func size() throws {
    let result = try Self.run(
      "{ all { all { all { all { all { all { x } } } } } } }", limits: ExecutionLimits(values: 1_000))
    #expect(result.data == .null)
    #expect(result.errors.map(\.message) == ["Response has more than 1000 values. Execution aborted."])
    let small = try Self.run("{ all { all { x } } }", limits: ExecutionLimits(values: 1_000))
    #expect(small.errors == [])
  }
}
