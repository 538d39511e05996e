package import EndpointConfiguration
package import OrderedJSON
import Recordings
import Transports

/// An error that explains why an endpoint's schema could not be fetched, and how to fix it.
package struct SchemaFetchError: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String

  private init(_ url: UpstreamURL, _ sentence: String) { description = "\(url.shown) \(sentence)" }

  static func noAnswer(_ url: UpstreamURL, _ error: UpstreamError) -> SchemaFetchError {
    switch error.reason {
    case .unreachable:
      SchemaFetchError(url, "cannot be reached: \(error.remedied)")
    case .timeout:
      SchemaFetchError(url, "did not answer in time: \(error.detail). Raise --timeout, or try again.")
    case .broken, .stopping: SchemaFetchError(url, "broke the connection: \(error.detail). Try again.")
    case .refused: SchemaFetchError(url, "refused the connection: \(error.detail). Check the URL and the network.")
    case .unreadable: SchemaFetchError(url, "sent an unreadable answer: \(error.detail). Check the URL, and try again.")
    }
  }

  static func unauthorized(_ url: UpstreamURL, status: Int, messages: [String]) -> SchemaFetchError {
    SchemaFetchError(
      url,
      "answered \(status): it requires credentials\(quoted(messages)). Pass the header that its clients send, e.g. --header 'Authorization: Bearer …'."
    )
  }

  package static func redirected(_ url: UpstreamURL, status: Int, to location: String?) -> SchemaFetchError {
    let target = location.map { " to \(shown($0))" } ?? ""
    return SchemaFetchError(url, "answered with redirect \(status)\(target). Use the URL of the redirect.")
  }

  package static func page(_ url: UpstreamURL, status: Int) -> SchemaFetchError {
    SchemaFetchError(
      url,
      "answered \(status) with an HTML page. Use the URL of the GraphQL endpoint, which often ends in /graphql or /api."
    )
  }

  package static func status(_ url: UpstreamURL, status: Int, mediaType: String?, body: [UInt8]) -> SchemaFetchError {
    let kind = mediaType ?? "a body without a Content-Type"
    return SchemaFetchError(
      url, "answered \(status) with \(kind). Check that it is the GraphQL endpoint.\(beginning(of: body))")
  }

  package static func notJSON(_ url: UpstreamURL, _ error: JSONError, body: [UInt8]) -> SchemaFetchError {
    if body.isEmpty {
      return SchemaFetchError(url, "answered with an empty body. Check that it is the GraphQL endpoint.")
    }
    if error.isCutOff(in: body) {
      return SchemaFetchError(
        url, "answered with JSON that is cut off after \(body.count) bytes: \(error.message). Try again.")
    }
    return SchemaFetchError(
      url,
      "answered with invalid JSON: \(error.message) (line \(error.line), column \(error.column)). Check that it is the GraphQL endpoint.\(beginning(of: body))"
    )
  }

  static func noSchema(_ url: UpstreamURL, _ json: JSON) -> SchemaFetchError {
    SchemaFetchError(
      url,
      "answered without a schema and without an error: \(json.brief(limit: 200)). Check that it is the GraphQL endpoint."
    )
  }

  static func switchedOff(_ url: UpstreamURL, _ messages: [String]) -> SchemaFetchError {
    SchemaFetchError(
      url,
      "has introspection disabled\(quoted(messages)). Ask its developers for the schema as SDL, or fetch it from a development server."
    )
  }

  package static func refused(_ url: UpstreamURL, _ messages: [String]) -> SchemaFetchError {
    SchemaFetchError(
      url,
      "refused every introspection query, even the simplest one\(quoted(messages)). Ask its developers for the schema as SDL."
    )
  }

  /// True if messages say, in the words of common servers, that introspection is disabled.
  static func meansSwitchedOff(_ messages: [String]) -> Bool {
    messages.contains { message in
      let words = message.lowercased()
      guard words.contains("introspection") || words.contains("__schema") else { return false }
      return ["disabled", "not allowed", "not enabled", "not permitted", "forbidden", "turned off", "not available"]
        .contains { words.contains($0) }
    }
  }

  /// Up to three of the server's messages, in quotes.
  private static func quoted(_ messages: [String]) -> String {
    guard !messages.isEmpty else { return "" }
    let shown = messages.prefix(3).map { "\"\(self.shown($0))\"" }.joined(separator: ", ")
    return " (it says \(shown)\(messages.count > 3 ? " and \(messages.count - 3) more" : ""))"
  }

  private static func beginning(of body: [UInt8]) -> String {
    let text = shown(String(decoding: body.prefix(400), as: UTF8.self))
    return text.isEmpty ? "" : " It begins: \(text)"
  }

  /// A server's text on one line, at most 200 characters, without control characters that a terminal would obey.
  private static func shown(_ text: String) -> String {
    let words = text.unicodeScalars.split { $0.properties.isWhitespace || $0.properties.generalCategory == .control }
    let line = words.map { String(String.UnicodeScalarView($0)) }.joined(separator: " ")
    return line.count > 200 ? line.prefix(200) + "…" : line
  }
}
