package import EndpointConfiguration
import GraphQLExecution
package import GraphQLSchema
import OrderedJSON
import Recordings
package import Transports

/// Fetches an endpoint's schema: with all features of the newest specification, and with fewer if the server refuses.
package struct SchemaFetch: Sendable {
  private let url: UpstreamURL
  private let headers: HeaderList
  private let upstream: any Upstream
  private let hasDescriptions: Bool
  private let timeout: Duration

  /// The largest answer to accept, in bytes. The largest public schemas have about 10 MB.
  private static let limit = 256 << 20

  /// Creates a fetch that sends `headers` with each request. `timeout` limits each answer, up to its last byte.
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

  /// The result of a fetch.
  package struct Outcome: Sendable {
    package let schema: Schema
    /// The features that the server refused, newest first.
    package let refused: [String]
  }

  /// - Throws: `SchemaFetchError` with the cause and a fix; `SchemaError` for a schema that cannot be used, with each
  ///   problem's path in the answer.
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

  /// Sends a request. Fails with `timeout` if the last byte is not there in time: the upstream limits only the wait for
  /// each part, so a server that sends byte after byte would never end.
  private func answer(to request: UpstreamRequest) async throws(UpstreamError) -> (UpstreamResponse, [UInt8]) {
    let first = await withTaskGroup(of: Result<(UpstreamResponse, [UInt8]), UpstreamError>?.self) { group in
      group.addTask { await received(request) }
      group.addTask {
        // Only the end of the race interrupts the sleep, and then the result is ignored.
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

  /// Returns nil if the upstream itself timed out, so that both timeouts give the same message.
  private func received(_ request: UpstreamRequest) async -> Result<(UpstreamResponse, [UInt8]), UpstreamError>? {
    do throws(UpstreamError) {
      let response = try await upstream.send(request)
      return .success((response, try await response.collectBody(limit: Self.limit)))
    } catch {
      return error.reason == .timeout ? nil : .failure(error)
    }
  }
}
