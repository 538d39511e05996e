import Fakes
import Foundation
import GraphQLExecution
import GraphQLLanguage
import GraphQLSchema
import OrderedJSON

/// A development tool, no product: how long a fake takes for what `fakes.py` asks.
///
/// Reads JSON lines and answers each with one:
/// - `{"op": "answer" | "text", "schema", "document", "seconds"}`: the nanoseconds of one answer to an operation that
///   was parsed and validated before, the best of several rounds; with its text as JSON if the op is `text`;
/// - `{"op": "shape", "schema", "document"}`: how many objects the answer has, and the longest list of each field;
/// - `{"op": "session", "schema", "mutation", "lookup", "count"}`: a session makes so many objects and looks each up, the
///   mutation with the variable `name`, the look-up with the `id` of what was made; the nanoseconds of a pair, as the
///   median of the first 300 and of the last 300;
/// - `{"op": "load", "schema", "documents"}`: the bytes of all answers, asked for once; and `{"op": "schema", "schema"}`:
///   the number of types. What memory that took is for who waits for the process to see.
///
/// Schemas and documents are paths.
@main
struct FakesBench {
  static func main() throws {
    while let line = readLine() {
      let request = try JSON.parse(text: line)
      print(String(decoding: try answer(request).serialize(), as: UTF8.self))
      fflush(nil)
    }
  }

  private static func answer(_ request: JSON) throws -> JSON {
    if request["op"]?.stringValue == "schema" {
      return .object(["types": .int(try Fake.schema(path(request["schema"])).types.count)])
    }
    let fake = try Fake(schema: path(request["schema"]))
    switch request["op"]?.stringValue {
    case "answer":
      let asked = try Asked(path(request["document"]))
      return time(request) { fake.answer(asked).objectValue?.count ?? 0 }
    case "text":
      let asked = try Asked(path(request["document"]))
      return time(request) { fake.answer(asked).serialize().count }
    case "shape":
      var shape = ResponseShape()
      shape.add(fake.answer(try Asked(path(request["document"]))), under: "")
      return .object(["objects": .int(shape.objects), "lists": .object(shape.lists)])
    case "session":
      return try fake.session(
        Asked(text: request["mutation"]?.stringValue ?? ""), Asked(text: request["lookup"]?.stringValue ?? ""),
        count: request["count"]?.intValue ?? 0)
    case "load":
      var bytes = 0
      for document in request["documents"]?.arrayValue ?? [] {
        bytes += fake.answer(try Asked(path(document))).serialize().count
      }
      return .object(["bytes": .int(bytes)])
    default:
      fatalError("unknown op")
    }
  }

  private static func path(_ value: JSON?) -> String { value?.stringValue ?? "" }

  /// The best round's time of one call. Rounds take a tenth of the time each.
  private static func time(_ request: JSON, _ body: () -> Int) -> JSON {
    let seconds = request["seconds"]?.numberValue?.double ?? 1
    let clock = ContinuousClock()
    let end = clock.now + .seconds(seconds)
    var calls = 1
    var best = Int.max
    var sum = 0
    repeat {
      let start = clock.now
      for _ in 0..<calls { sum &+= body() }
      let took = clock.now - start
      let nanoseconds = Int(took.components.seconds) * 1_000_000_000 + Int(took.components.attoseconds / 1_000_000_000)
      best = min(best, nanoseconds / calls)
      if took < .seconds(seconds / 10) { calls *= 2 }
    } while clock.now < end
    // The sum has to be used, or the work could be left out.
    return .object(["nanoseconds": .int(sum == Int.min ? 0 : best)])
  }
}

/// An operation that was read from a file.
struct Asked {
  let source: SourceText
  let document: Document

  init(_ path: String) throws {
    source = SourceText(utf8: Array(try Data(contentsOf: URL(filePath: path))), name: path)
    document = try parse(source)
  }

  init(text: String) throws {
    source = SourceText(text)
    document = try parse(source)
  }
}

/// The world of a schema that was read from a file.
struct Fake {
  private let world: FakeWorld

  init(schema path: String) throws {
    let source = try Self.text(path)
    let schema = try Schema(sdl: source)
    let (rules, errors, _) = FakeRules.read(schema: schema, texts: [source])
    precondition(errors.isEmpty, "\(path): \(errors[0].message)")
    world = FakeWorld(schema: schema, seed: 0, endpoint: "bench", rules: rules)
  }

  static func schema(_ path: String) throws -> Schema { try Schema(sdl: text(path)) }

  private static func text(_ path: String) throws -> SourceText {
    SourceText(utf8: Array(try Data(contentsOf: URL(filePath: path))), name: path)
  }

  /// The response to an operation that needs no variables. It is taken to be valid: a wrong one stops the program.
  func answer(_ asked: Asked) -> JSON {
    let result = world.answer(asked.document, source: asked.source, isValidated: true)
    precondition(result.errors.isEmpty, "\(asked.source.name): \(result.errors[0].message)")
    return result.response
  }
}

extension Fake {
  /// The median time of a mutation and a look-up at the beginning and at the end of a long session.
  fileprivate func session(_ mutation: Asked, _ lookup: Asked, count: Int) throws -> JSON {
    var session = world.session()
    let clock = ContinuousClock()
    var times: [Duration] = []
    for number in 0..<count {
      let start = clock.now
      let made = session.answer(
        mutation.document, source: mutation.source, variables: ["name": .string("Name \(number)")], isValidated: true)
      guard let id = made.data?.objectValue?.members.first?.value["id"] else { fatalError("nothing was made") }
      let found = session.answer(lookup.document, source: lookup.source, variables: ["id": id], isValidated: true)
      precondition(found.data?.objectValue?.members.first?.value["name"] == .string("Name \(number)"))
      times.append(clock.now - start)
    }
    func median(_ part: ArraySlice<Duration>) -> JSON {
      let middle = part.sorted()[part.count / 2]
      return .int(Int(middle.components.attoseconds / 1_000_000_000))
    }
    return .object(["first": median(times.prefix(300)), "last": median(times.suffix(300))])
  }
}

/// What a response is made of.
struct ResponseShape {
  private(set) var objects = 0
  /// The longest list by the response name under which lists stand.
  private(set) var lists = JSONObject()

  mutating func add(_ value: JSON, under name: String) {
    switch value {
    case .object(let members):
      objects += 1
      for member in members.members { add(member.value, under: member.name) }
    case .array(let items):
      lists[name] = .int(max(items.count, lists[name]?.intValue ?? 0))
      for item in items { add(item, under: name) }
    default:
      break
    }
  }
}
