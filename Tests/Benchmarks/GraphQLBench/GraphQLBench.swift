import Foundation
import GraphQLLanguage
import GraphQLSchema
import OrderedJSON
import Recordings

/// A development tool, no product: how long the GraphQL engine takes for what `language.py` asks.
///
/// Reads JSON lines `{"op", "document"?, "schema"?, "seconds"}`, where document and schema are paths, and answers each
/// with the nanoseconds of one call, the best of several rounds.
@main
struct GraphQLBench {
  static func main() throws {
    while let line = readLine() {
      let request = try JSON.parse(text: line)
      let nanoseconds = try measure(request)
      print("{\"nanoseconds\":\(nanoseconds)}")
      fflush(nil)
    }
  }

  private static func measure(_ request: JSON) throws -> Int {
    let seconds = request["seconds"]?.numberValue?.double ?? 1
    let document = try text(request["document"])
    let sdl = try text(request["schema"])
    switch request["op"]?.stringValue {
    case "parse":
      return try best(seconds) { try parse(document, limits: .schema).definitions.count }
    case "key":
      let parsed = try parse(document, limits: .schema)
      return try best(seconds) { try key(of: parsed).variables.count }
    case "parse and key":
      return try best(seconds) { try key(of: parse(document, limits: .schema)).variables.count }
    case "validate":
      let schema = try Schema(sdl: sdl)
      return try best(seconds) { schema.validate(try parse(document, limits: .schema), source: document).count }
    case "load":
      return try best(seconds) { try Schema(sdl: sdl).types.count }
    default:
      fatalError("unknown op")
    }
  }

  private static func key(of document: Document) throws -> OperationKey {
    let operation = try CanonicalOperation(of: document, operationName: nil)
    return DocumentKey(endpoint: "countries", operation: operation).key(variables: nil, identity: .anonymous)
  }

  private static func text(_ path: JSON?) throws -> SourceText {
    guard let path = path?.stringValue else { return SourceText("") }
    return SourceText(utf8: Array(try Data(contentsOf: URL(filePath: path))), name: path)
  }

  /// The best round's time of one call, in nanoseconds. Rounds take a tenth of the time each.
  private static func best(_ seconds: Double, _ body: () throws -> Int) rethrows -> Int {
    let clock = ContinuousClock()
    let end = clock.now + .seconds(seconds)
    var calls = 1
    var best = Int.max
    var sum = 0
    repeat {
      let start = clock.now
      for _ in 0..<calls { sum &+= try body() }
      let took = clock.now - start
      let nanoseconds = Int(took.components.seconds) * 1_000_000_000 + Int(took.components.attoseconds / 1_000_000_000)
      best = min(best, nanoseconds / calls)
      if took < .seconds(seconds / 10) { calls *= 2 }
    } while clock.now < end
    // The sum has to be used, or the work could be left out.
    return sum == Int.min ? 0 : best
  }
}
