import Transports

extension ClientRequest {
  /// True if a browser asks for the page at `/`. A GET with an operation is GraphQL.
  package var isForPage: Bool {
    target.path == "/" && isForHTML
      && !target.parameters.contains { $0.name == "query" || $0.name == "extensions" }
  }

  /// True if a browser asks for a page.
  package var isForHTML: Bool {
    (method == "GET" || method == "HEAD")
      && headers[all: "accept"].contains { value in
        value.split(separator: ",").contains { $0.drop { $0 == " " }.lowercased().hasPrefix("text/html") }
      }
  }
}
