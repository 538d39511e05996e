package import EndpointConfiguration
import GraphQLExecution
package import GraphQLSchema
import OrderedJSON
import Recordings
package import Transports

/// Asks an endpoint for its schema: for all that the newest specification has, and for less where the server refuses.
package struct SchemaFetch: Sendable {
  private let url: UpstreamURL
  private let headers: HeaderList
  private let upstream: any Upstream
  private let hasDescriptions: Bool
  private let timeout: Duration

  /// The largest answer that is taken; the largest public schemas have some 10 MB.
  private static let limit = 256 << 20

  /// - Parameters:
  ///   - url: the endpoint's.
  ///   - headers: fields that go with each request, such as `Authorization`.
  ///   - hasDescriptions: whether descriptions are asked for.
  ///   - timeout: how long one answer may take until its last byte.
  ///   - upstream: what the endpoint is asked through.
  package init(
    url: UpstreamURL, headers: HeaderList, hasDescriptions: Bool = true, timeout: Duration = .seconds(30),
    upstream: any Upstream
  ) {
    self.timeout = timeout
    self.url = url
    self.headers = headers
    self.hasDescriptions = hasDescriptions
    self.upstream = upstream
  }

  /// What came of it.
  package struct Outcome: Sendable {
    /// The schema; its warnings are with it.
    package let schema: Schema
    /// What the server does not know, and was not asked for in the end, the newest first.
    package let refused: [String]
  }

  /// - Throws: `SchemaFetchError`, which says what stands in the way and what to do; `SchemaError` for a schema that
  ///   came and cannot be used, with what is wrong by its path in the answer.
  package func run() async throws -> Outcome {
    var dialect = IntrospectionDialect()
    while true {
      let query = IntrospectionQuery(features: dialect.features, hasDescriptions: hasDescriptions)
      let answer = try FetchedAnswer(try await ask(query), from: url)
      guard let messages = answer.refusal else {
        let schema = try SchemaInspection(introspection: answer.json, name: url.shown).usable()
        return Outcome(schema: schema, refused: dialect.refused.map(\.words))
      }
      if SchemaFetchError.meansSwitchedOff(messages) { throw SchemaFetchError.switchedOff(url, messages) }
      guard dialect.step(after: messages) else { throw SchemaFetchError.refused(url, messages) }
    }
  }

  private func ask(_ query: IntrospectionQuery) async throws -> (head: UpstreamResponse, body: [UInt8]) {
    let body = JSON.object(["query": .string(query.text), "operationName": "IntrospectionQuery"])
    var fields: HeaderList = [
      "content-type": "application/json", "accept": "application/graphql-response+json, application/json;q=0.9",
      "accept-encoding": "gzip, deflate", "user-agent": "understudy",
    ]
    for field in headers.fields { fields.set(field.name, field.value) }
    let request = UpstreamRequest(
      method: "POST", url: url.appending(path: "", query: nil), headers: fields, body: Array(body.compactText.utf8))
    do throws(UpstreamError) {
      let (response, bytes) = try await answer(to: request)
      let codings = response.headers.contentCodings
      guard !codings.isEmpty else { return (response, bytes) }
      return (response, try upstream.decode(bytes, coding: codings.joined(separator: ","), limit: Self.limit))
    } catch {
      throw SchemaFetchError.noAnswer(url, error)
    }
  }

  /// The answer to a request, or `timeout` if its last byte is not there in time: the upstream bounds only the wait for
  /// each part, and a server that sends byte after byte would never end.
  private func answer(to request: UpstreamRequest) async throws(UpstreamError) -> (UpstreamResponse, [UInt8]) {
    let first = await withTaskGroup(of: Result<(UpstreamResponse, [UInt8]), UpstreamError>?.self) { group in
      group.addTask { await received(request) }
      group.addTask {
        // Only the end of the race interrupts the sleep, and then nobody asks.
        try? await Task.sleep(for: timeout)
        return nil
      }
      defer { group.cancelAll() }
      return await group.next() ?? nil
    }
    guard let first else {
      let milliseconds = timeout.components.seconds * 1000 + timeout.components.attoseconds / 1_000_000_000_000_000
      throw UpstreamError(.timeout, "no complete answer within \(milliseconds) ms")
    }
    return try first.get()
  }

  /// Nil where the upstream itself found that it takes too long, so that both say the same.
  private func received(_ request: UpstreamRequest) async -> Result<(UpstreamResponse, [UInt8]), UpstreamError>? {
    do throws(UpstreamError) {
      let response = try await upstream.send(request)
      return .success((response, try await response.collectBody(limit: Self.limit)))
    } catch {
      return error.reason == .timeout ? nil : .failure(error)
    }
  }
}
