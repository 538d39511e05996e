import EndpointConfiguration
import GraphQLLanguage
import OrderedJSON
package import Recordings

/// Recordings as a module of handlers for Mock Service Worker 2: data, and a small runtime that looks them up.
package struct MSWExport: Sendable {
  package let module: String
  package let count: Int
  /// The recordings that it does not have, a line each.
  package let left: [String]
  /// Cases in which it answers more than `understudy replay`, a line each.
  package let notes: [String]

  /// Exports endpoints, in order.
  ///
  /// - Throws: if a recording cannot be read.
  package init(_ folders: [EndpointFolder]) throws {
    var endpoints: [JSON] = []
    var count = 0
    var left: [String] = []
    var notes: [String] = []
    for folder in folders {
      let configuration = try folder.configuration()
      if configuration.upstream == nil, folders.count > 1 {
        left.append(
          "\(folder.name): its URL is unknown, and handlers without a URL would also answer requests to other endpoints. Export it alone (--endpoint \(folder.name)), or add the URL to \(folder.configurationPath), for example: upstream: \(UpstreamURL.example)"
        )
        continue
      }
      let store = try folder.store(rules: configuration.rules)
      if let line = try folder.skippedSessions() { left.append(line) }
      var operations: [JSON] = []
      var setCookies: Set<String> = []
      for entry in store.entries {
        guard let (document, key) = try store.document(inFolder: entry.folder) else { continue }
        var requests: [JSON] = []
        for stored in try store.recordings(inFolder: entry.folder) {
          if let reason = Self.obstacle(stored.recording) {
            left.append("\(folder.name)/\(stored.folder)/\(stored.file): \(reason)")
            continue
          }
          requests.append(Self.request(stored.recording))
          setCookies.formUnion(Self.issuedCookies(in: stored.recording))
          if JSON.object(stored.recording.variables).compactText.contains("\"\(Self.hidden)") {
            notes.append(
              "\(folder.name)/\(stored.folder)/\(stored.file): the secret in it is redacted, so these handlers accept any value. understudy replay detects most wrong ones"
            )
          }
        }
        count += requests.count
        if requests.isEmpty { continue }
        let headers = configuration.rules.countedHeaders(of: key.name)
        operations.append(Self.operation(document, key, headers: headers, requests))
      }
      endpoints.append([
        "name": .string(folder.name), "url": configuration.upstream.map { .string($0.description) } ?? .null,
        "credentials": Self.credentials(configuration.identity, setCookies), "operations": .array(operations),
      ])
    }
    self.count = count
    self.left = left
    self.notes = notes
    module = MSWRuntime.module(data: JSON.array(endpoints).prettyText)
  }

  /// The prefix of a client's redacted secret in variables.
  private static let hidden = "understudy-redacted-"

  /// Returns the reason why a recording is not in the module; nil if it is.
  private static func obstacle(_ recording: Recording) -> String? {
    if HTTPExchange.isName(recording.operationName) {
      return "an HTTP request that is not GraphQL, which these handlers do not support"
    }
    if recording.kind == .subscription { return "a subscription, which these handlers do not support" }
    let responses = recording.states.flatMap(\.responses)
    if responses.contains(where: { if case .events = $0.body { true } else { false } }) {
      return "an incremental answer, which these handlers do not support"
    }
    let texts = [JSON.object(recording.variables)] + responses.compactMap(\.body.json)
    let holds = texts.contains { json in
      let text = json.compactText
      return ["understudy-echo ", "\"understudy-any\"", "understudy-matches "].contains { text.contains($0) }
    }
    return holds ? "it contains placeholders of rules in endpoint.yaml, which these handlers do not support" : nil
  }

  /// The places of credentials. Without a rule for cookies, the cookies that recorded answers set are credentials.
  private static func credentials(_ identity: IdentityRule, _ setCookies: Set<String>) -> JSON {
    let named = identity.sources.compactMap { source in
      if case .cookie(let name) = source { name } else { nil }
    }
    let cookies = identity.namesCookies ? named : setCookies.sorted { $0.precedesByScalars($1) }
    return [
      "headers": .array(identity.headers.map { .string($0) }), "cookies": .array(cookies.map { .string($0) }),
    ]
  }

  /// The names of the cookies with credentials that the answers of a recording set.
  private static func issuedCookies(in recording: Recording) -> [String] {
    recording.states.flatMap(\.responses).flatMap(\.setCookies).compactMap { line in
      SetCookie(line).flatMap { Credential.issued($0.value) == nil ? nil : $0.name }
    }
  }

  private static func operation(
    _ document: Document, _ key: DocumentKey, headers: [String], _ requests: [JSON]
  ) -> JSON {
    let variables = document.operations.first?.variables ?? []
    return [
      "kind": .string(key.kind.rawValue), "name": key.name.map { .string($0) } ?? .null,
      "text": .string(LoneSurrogates.encoded(document.printed())),
      "types": .object(JSONObject(variables.map { .init($0.name.text, .string(shape($0.type))) })),
      "defaults": .object(key.key(variables: nil, identity: .anonymous).variables),
      "headers": .array(headers.map { .string($0) }), "requests": .array(requests),
    ]
  }

  /// Returns the part of a type that affects how values may be written: `ID`, lists of it, and anything else.
  private static func shape(_ type: TypeReference) -> String {
    switch type {
    case .named(let named): named.name.text == "ID" ? "ID" : "*"
    case .nonNull(let inner, _): shape(inner)
    case .list(let inner, _): "[\(shape(inner))]"
    }
  }

  private static func request(_ recording: Recording) -> JSON {
    var responses: [JSON] = []
    var states: [JSONObject.Member] = []
    for state in recording.states {
      let places = state.responses.map { response -> JSON in
        let json = self.response(response)
        if let known = responses.firstIndex(of: json) { return .int(known) }
        responses.append(json)
        return .int(responses.count - 1)
      }
      var members: [JSONObject.Member] = [.init("responses", .array(places))]
      if let next = state.next { members.append(.init("next", .string(next))) }
      states.append(.init(state.name, .object(JSONObject(members))))
    }
    var credential: JSON = .null
    if case .known(let pseudonym, _) = recording.identity { credential = .string(pseudonym) }
    let headers = recording.headers.map { JSONObject.Member($0.name, .string($0.value)) }
    return [
      "variables": .object(recording.variables), "identity": .string(recording.identity.description),
      "credential": credential, "headers": .object(JSONObject(headers)),
      "states": .object(JSONObject(states)), "responses": .array(responses),
    ]
  }

  private static func response(_ response: RecordedResponse) -> JSON {
    var headers = response.fields.map { JSON.array([.string($0.name), .string($0.value)]) }
    if response.body.json != nil, response.header("content-type") == nil {
      // Without it, the content type of a text body would be that of plain text.
      headers.append(["content-type", "application/json"])
    }
    let bytes = response.body.bytes
    let body: JSONObject.Member
    if let text = String(validating: bytes, as: UTF8.self) {
      body = .init("text", .string(LoneSurrogates.encoded(text)))
    } else {
      body = .init("base64", .string(Base64.encode(bytes)))
    }
    return .object(JSONObject([.init("status", .int(response.status)), .init("headers", .array(headers)), body]))
  }
}
