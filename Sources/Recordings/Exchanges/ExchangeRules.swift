/// The rules of `endpoint.yaml` for HTTP requests that are not GraphQL (`http`).
package struct ExchangeRules: Hashable, Sendable {
  /// Further hosts whose exchanges belong to the endpoint, in lower case; `*.example.com` for those below one.
  package var hosts: Set<String> = []
  /// In the file's order; the first that matches a request applies.
  package var paths: [Path] = []

  package init() {}

  /// The rule for the requests to some paths. Its part that other operations have, too, is an `OperationRule`.
  package struct Path: Hashable, Sendable {
    /// Nil for all methods.
    package let method: String?
    /// A path as in URLs; `*` stands for any text.
    package let pattern: String
    /// Indicates whether answers are saved that cannot be scanned for secrets.
    package var storesAnswer = false
    /// Indicates whether bodies that cannot be scanned are matched by their hash.
    package var hashesBody = false
    package var changesNothing = false

    /// Reads `/files/*` or `POST /search`; nil for any other text.
    package init?(_ text: String) {
      let words = text.split(separator: " ")
      guard let path = words.last, path.hasPrefix("/"), words.count <= 2 else { return nil }
      method = words.count == 2 ? String(words[0]) : nil
      if let method, !HTTPExchange.isMethod(method) { return nil }
      pattern = String(path)
    }

    /// The part of the operation's name that tells this rule apart: `files_any_pdf` for `/files/*.pdf`.
    package var name: String {
      let words = pattern.replacing("*", with: "/any/").split { !$0.isASCII || !($0.isLetter || $0.isNumber) }
      return words.isEmpty ? "root" : words.joined(separator: "_")
    }

    /// The names of the operations that it applies to.
    package var operations: [String] {
      let methods = method.map { [$0] } ?? ["DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"]
      return methods.map { HTTPExchange.name($0, rule: name) }
    }

    func matches(_ method: String, _ path: String) -> Bool {
      (self.method == nil || self.method == method) && Self.matches(Array(path.utf8), Array(pattern.utf8))
    }

    /// Compares from the left, and goes back to the last `*` after a difference.
    private static func matches(_ text: [UInt8], _ pattern: [UInt8]) -> Bool {
      var (place, next) = (0, 0)
      var lastStar: (pattern: Int, text: Int)?
      while place < text.count {
        if next < pattern.count, pattern[next] == UInt8(ascii: "*") {
          lastStar = (next, place)
          next += 1
        } else if next < pattern.count, pattern[next] == text[place] {
          place += 1
          next += 1
        } else if let star = lastStar {
          lastStar = (star.pattern, star.text + 1)
          (place, next) = (star.text + 1, star.pattern + 1)
        } else {
          return false
        }
      }
      return pattern[next...].allSatisfy { $0 == UInt8(ascii: "*") }
    }
  }

  /// The first rule for a request. `path` is as in the URL.
  package func rule(for method: String, _ path: String) -> Path? { paths.first { $0.matches(method, path) } }
}
