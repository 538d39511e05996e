package import EndpointConfiguration
package import OrderedJSON
import Recordings
import Transports

/// Why an endpoint's schema could not be fetched, and what to do about it.
package struct SchemaFetchError: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String

  private init(_ url: UpstreamURL, _ sentence: String) { description = "\(url.shown) \(sentence)" }

  static func noAnswer(_ url: UpstreamURL, _ error: UpstreamError) -> SchemaFetchError {
    switch error.reason {
    case .unreachable:
      SchemaFetchError(
        url, "cannot be reached: \(error.words)\(error.advice == nil ? ". Check the URL and the network." : "")")
    case .timeout:
      SchemaFetchError(url, "did not answer in time: \(error.detail). Raise --timeout, or try again.")
    case .broken, .stopping: SchemaFetchError(url, "broke off: \(error.detail). Try again.")
    case .refused: SchemaFetchError(url, "let nobody in: \(error.detail).")
    case .unreadable: SchemaFetchError(url, "sent what cannot be read: \(error.detail).")
    }
  }

  static func unauthorized(_ url: UpstreamURL, status: Int, messages: [String]) -> SchemaFetchError {
    SchemaFetchError(
      url,
      "answered \(status): it wants to know who asks\(quoted(messages)). Give what its clients send, e.g. --header 'Authorization: Bearer …'."
    )
  }

  package static func redirected(_ url: UpstreamURL, status: Int, to location: String?) -> SchemaFetchError {
    let target = location.map { " to \(shown($0))" } ?? ""
    return SchemaFetchError(url, "answered \(status), which leads\(target): give the URL that it leads to.")
  }

  package static func page(_ url: UpstreamURL, status: Int) -> SchemaFetchError {
    SchemaFetchError(
      url,
      "answered \(status) with an HTML page: it is not the GraphQL endpoint, whose URL often ends in /graphql or /api.")
  }

  package static func status(_ url: UpstreamURL, status: Int, mediaType: String?, body: [UInt8]) -> SchemaFetchError {
    let kind = mediaType ?? "a body without a Content-Type"
    return SchemaFetchError(
      url, "answered \(status) with \(kind). Is it the GraphQL endpoint?\(beginning(of: body))")
  }

  package static func notJSON(_ url: UpstreamURL, _ error: JSONError, body: [UInt8]) -> SchemaFetchError {
    if body.isEmpty { return SchemaFetchError(url, "answered with nothing. Is it the GraphQL endpoint?") }
    if error.isCutOff(in: body) {
      return SchemaFetchError(
        url, "answered with JSON that is cut off after \(body.count) bytes: \(error.message). Try again.")
    }
    return SchemaFetchError(
      url,
      "answered with what is not JSON: \(error.message) (line \(error.line), column \(error.column)).\(beginning(of: body))"
    )
  }

  static func noSchema(_ url: UpstreamURL, _ json: JSON) -> SchemaFetchError {
    SchemaFetchError(
      url, "answered without a schema and without an error: \(json.brief(limit: 200)). Is it the GraphQL endpoint?")
  }

  static func switchedOff(_ url: UpstreamURL, _ messages: [String]) -> SchemaFetchError {
    SchemaFetchError(
      url,
      "has introspection switched off\(quoted(messages)). Ask those who run it for the schema as SDL, or fetch it from where they develop."
    )
  }

  package static func refused(_ url: UpstreamURL, _ messages: [String]) -> SchemaFetchError {
    SchemaFetchError(url, "refused every introspection query, the plainest one as well\(quoted(messages)).")
  }

  /// Whether messages say that nobody may ask for the schema, in the words of the common servers.
  static func meansSwitchedOff(_ messages: [String]) -> Bool {
    messages.contains { message in
      let words = message.lowercased()
      guard words.contains("introspection") || words.contains("__schema") else { return false }
      return ["disabled", "not allowed", "not enabled", "not permitted", "forbidden", "turned off", "not available"]
        .contains { words.contains($0) }
    }
  }

  /// What the server says, as far as it fits.
  private static func quoted(_ messages: [String]) -> String {
    guard !messages.isEmpty else { return "" }
    let shown = messages.prefix(3).map { "\"\(self.shown($0))\"" }.joined(separator: ", ")
    return " (it says \(shown)\(messages.count > 3 ? " and \(messages.count - 3) more" : ""))"
  }

  private static func beginning(of body: [UInt8]) -> String {
    let text = shown(String(decoding: body.prefix(400), as: UTF8.self))
    return text.isEmpty ? "" : " It begins: \(text)"
  }

  /// A server's words on one line, without what a terminal would obey.
  private static func shown(_ text: String) -> String {
    let words = text.unicodeScalars.split { $0.properties.isWhitespace || $0.properties.generalCategory == .control }
    let line = words.map { String(String.UnicodeScalarView($0)) }.joined(separator: " ")
    return line.count > 200 ? line.prefix(200) + "…" : line
  }
}
