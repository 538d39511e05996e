import Engine
package import Transports

/// What the user says of an import.
package struct ImportOptions: Sendable {
  /// The endpoint's name; found from the URL's host unless given.
  package var endpoint: String?
  /// Only requests whose URL starts so are imported.
  package var url: String?
  /// The real endpoint's URL, for files that do not know it.
  package var upstream: String?
  /// Header fields that every request gets besides, in the place of those of their names: what a tool left out.
  package var headers: HeaderList = [:]
  package var recordings = "recordings"
  package var schemas = "schemas"
  /// Keeps answers with a 5xx status as well.
  package var recordsErrors = false

  package init() {}
}
