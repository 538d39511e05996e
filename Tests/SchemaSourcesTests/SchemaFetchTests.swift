import EndpointConfiguration
import GraphQLSchema
import Recordings
import SchemaSources
import TestSupport
import Testing
import Transports

@Suite("Fetching a schema")
struct SchemaFetchTests {
  private static let schema = #"""
    {"data": {"__schema": {"queryType": {"name": "Query"}, "types": [
      {"kind": "OBJECT", "name": "Query", "fields": [{"name": "a", "args": [], "type": {"kind": "SCALAR", "name": "Int"}}]}]}}}
    """#

  private func fetch(_ steps: ScriptedUpstream.Step..., headers: HeaderList = [:]) async throws -> (
    SchemaFetch.Outcome, [UpstreamRequest]
  ) {
    let upstream = ScriptedUpstream(steps)
    let fetch = SchemaFetch(
      url: try UpstreamURL("https://api.example.com/graphql?key=secret"), headers: headers, upstream: upstream)
    return (try await fetch.run(), upstream.requests)
  }

  private static func errors(_ messages: String...) -> ScriptedUpstream.Step {
    let entries = messages.map { "{\"message\": \"\($0)\"}" }.joined(separator: ", ")
    return .answer(status: 400, chunks: ["{\"errors\": [\(entries)]}"])
  }

  @Test("A server that knows everything is asked once, for everything")
  func once() async throws {
    let (outcome, requests) = try await fetch(.answer(chunks: [Self.schema]), headers: ["accept": "x/y", "key": "k"])
    #expect(outcome.schema.printed() == "type Query {\n  a: Int\n}")
    #expect(outcome.refused == [])
    let request = try #require(requests.first)
    #expect(requests.count == 1 && request.method == "POST")
    #expect(request.url == "https://api.example.com/graphql?key=secret")
    #expect(request.headers[all: "accept"] == ["x/y"] && request.headers[first: "key"] == "k")
    let body = String(decoding: request.body, as: UTF8.self)
    for word in ["isOneOf", "specifiedByURL", "isRepeatable", "inputFields(includeDeprecated: true)"] {
      #expect(body.contains(word))
    }
  }

  @Test("What a server names is left out, all at once; the older spelling is tried where the server offers it")
  func named() async throws {
    let (outcome, requests) = try await fetch(
      Self.errors(
        #"Cannot query field \"isOneOf\" on type \"__Type\"."#,
        #"Cannot query field \"specifiedByURL\" on type \"__Type\". Did you mean \"specifiedByUrl\"?"#,
        #"Unknown argument \"includeDeprecated\" on field \"__Field.args\"."#,
        #"Cannot query field \"isDeprecated\" on type \"__InputValue\"."#),
      .answer(chunks: [Self.schema]))
    #expect(outcome.refused.count == 3)
    let body = String(decoding: try #require(requests.last).body, as: UTF8.self)
    #expect(requests.count == 2 && body.contains("specifiedByUrl") && body.contains("isRepeatable"))
    #expect(!body.contains("isOneOf") && !body.contains("specifiedByURL") && !body.contains("args(include"))
    #expect(body.contains("fields(includeDeprecated: true)"))
  }

  @Test("A server that says nothing of use is asked for less and less, and in the end refuses")
  func silent() async throws {
    let no = Self.errors("Bad request")
    await #expect {
      _ = try await fetch(no, no, no, no, no, no, no)
    } throws: { error in
      "\(error)"
        == "https://api.example.com/graphql?… refused every introspection query, even the simplest one (it says \"Bad request\"). Ask its developers for the schema as SDL."
    }
  }

  @Test("An upstream that takes too long is told in the fetch's own words")
  func timeout() async throws {
    await #expect {
      _ = try await fetch(.failure(UpstreamError(.timeout, "no answer")))
    } throws: { error in
      "\(error)".contains("did not answer in time: no complete answer within 30000 ms. Raise --timeout")
    }
  }

  @Test("A gateway's own refusal makes the next query plainer; one with another status is told at once")
  func gateway() async throws {
    let no = ScriptedUpstream.Step.answer(status: 400, chunks: [#"{"message": "Bad Request"}"#])
    let (outcome, requests) = try await fetch(no, .answer(chunks: [Self.schema]))
    #expect(requests.count == 2 && outcome.refused.count == 1)
    await #expect {
      _ = try await fetch(.answer(status: 404, chunks: [#"{"message": "Not Found"}"#]))
    } throws: { error in
      "\(error)".contains("answered 404 with application/json. Check that it is the GraphQL endpoint.")
    }
  }

  @Test("A server whose introspection is switched off is asked once")
  func switchedOff() async throws {
    await #expect {
      _ = try await fetch(Self.errors("GraphQL introspection is not allowed, but the query contained __schema"))
    } throws: { error in "\(error)".contains("has introspection disabled (it says \"GraphQL introspection is not") }
  }

  @Test("A schema that comes with an error beside it is taken; one that is wrong is told with its path")
  func partial() async throws {
    let both = "{\"errors\": [{\"message\": \"slow\"}], " + Self.schema.dropFirst()
    let (outcome, _) = try await fetch(.answer(chunks: [both]))
    #expect(outcome.schema.types.count == 1)
    #expect(
      outcome.schema.warnings.map(\.message) == [
        "https://api.example.com/graphql?…: The introspection answer also has errors: slow. The parts that they concern are missing."
      ])
    let wrong = Self.schema.split(separator: "\"SCALAR\", \"name\": \"Int\"").joined(
      separator: "\"SCALAR\", \"name\": \"X\"")
    await #expect {
      _ = try await fetch(.answer(chunks: [wrong]))
    } throws: { error in
      "\(error)".contains("data.__schema.types[0].fields[0].type: Type \"Query\" refers to the type \"X\"")
    }
  }

  @Test("A body in a coding is undone; one that cannot be says so, and what a terminal obeys is not shown")
  func bodies() async throws {
    let coded: HeaderList = ["content-type": "application/json", "content-encoding": "reversed"]
    let (outcome, _) = try await fetch(.answer(headers: coded, chunks: [String(Self.schema.reversed())]))
    #expect(outcome.schema.types.count == 1)
    await #expect {
      _ = try await fetch(.answer(headers: ["content-encoding": "br"], chunks: ["x"]))
    } throws: { error in
      "\(error)".contains(
        "sent an unreadable answer: the content coding br is not supported. Check the URL, and try again.")
    }
    await #expect {
      _ = try await fetch(.answer(status: 500, headers: [:], chunks: ["oh\u{1b}[31m\n  no"]))
    } throws: { error in
      "\(error)".hasSuffix(
        "answered 500 with a body without a Content-Type. Check that it is the GraphQL endpoint. It begins: oh [31m no")
    }
  }
}
