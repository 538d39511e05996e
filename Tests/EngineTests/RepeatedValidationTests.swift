import GraphQLLanguage
import GraphQLSchema
import Recordings
import Requests
import TestSupport
import Testing
import Transports

@testable import Engine

/// An operation that was found valid is not validated again, in the same schema.
@Suite struct RepeatedValidationTests {
  private let endpoint = Endpoint(name: "shop")
  private let context = EngineContext(
    configuration: EngineConfiguration(mode: .fake), endpointNames: ["shop"], upstream: nil, clock: SteppingStopwatch(),
    timer: VirtualTimer(), main: nil, events: EventLog().receive)

  private func prepared(_ text: String, named name: String? = nil) throws -> PreparedOperation {
    try PreparedOperation(
      GraphQLRequest(query: text, operationName: name), endpoint: "shop", plans: BoundedCache(byteLimit: 1 << 20))
  }

  @Test func `another schema has its own errors`() throws {
    let whole = try Schema(sdl: SourceText("type Query { a: Int b: Int }"))
    let part = try Schema(sdl: SourceText("type Query { a: Int }"))
    let operation = try prepared("{ a b }")
    for (schema, errors) in [(whole, 0), (whole, 0), (part, 1), (part, 1), (whole, 0), (part, 1)] {
      #expect(endpoint.problems(with: operation, in: schema, context).errors.count == errors)
      #expect(operation.isKnownToBeValid(in: schema) == (errors == 0))
    }
  }

  @Test func `a valid part makes no valid document`() throws {
    let schema = try Schema(sdl: SourceText("type Query { a: Int }"))
    let operation = try prepared("query A { a } query B { b }", named: "A")
    let part = operation.document.separated(operation: operation.canonical.operation)
    for _ in 0..<2 {
      #expect(endpoint.problems(with: operation, part: part, in: schema, context).errors.isEmpty)
      #expect(!operation.isKnownToBeValid(in: schema))
      #expect(endpoint.problems(with: operation, in: schema, context).errors.count == 1)
    }
  }

  @Test func `a schema that was loaded again is another one`() throws {
    let sdl = SourceText("type Query { a: Int }")
    let schema = try Schema(sdl: sdl)
    let copy = schema
    #expect(SchemaReference(schema).refers(to: copy))
    #expect(try !SchemaReference(schema).refers(to: Schema(sdl: sdl)))
    #expect(try !SchemaReference(Schema(sdl: sdl)).refers(to: schema))
  }
}
