import GraphQLLanguage
package import OrderedJSON

extension HTTPRequest {
  /// True if the body or the parameters are a GraphQL request, at any path: JSON whose `query` is a document, a list of
  /// these, or the hash of a persisted query. A search form also has a parameter `query`, whose value is no document.
  /// `json` is the body, if it was parsed.
  package func isGraphQL(json: JSON?) -> Bool {
    guard RequestMediaType.contentCodingProblem(with: self) == nil else { return false }
    do {
      return Self.isDocument(try GraphQLRequest(decoding: self, json: json).query)
    } catch .persistedQueryNotFound {
      return true
    } catch .batch {
      guard case .array(let items)? = json ?? (try? JSON.parse(body)), case .object(let first)? = items.first,
        case .string(let query)? = first["query"]
      else { return false }
      return Self.isDocument(query)
    } catch {
      return false
    }
  }

  private static func isDocument(_ text: String) -> Bool { (try? parse(SourceText(text))) != nil }
}
