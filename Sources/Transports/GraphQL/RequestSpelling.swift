import GraphQLLanguage
import OrderedJSON

/// The spelling of a request: what of its JSON and its document means nothing.
package enum RequestSpelling {
  /// A request's JSON body in its shortest spelling: without white space and escapes that JSON does not need, and with a
  /// document without ignored tokens (GraphQL, September 2025, section 2.1.7) and with block strings at their shortest.
  ///
  /// Two bodies with the same shortest spelling ask for the same. Two that ask for the same may have different ones:
  /// members, fields and arguments keep their order.
  ///
  /// - Parameter body: the bytes of the body.
  /// - Returns: the bytes in the shortest spelling; nil for a body that is no JSON object, that has no document or one
  ///   that is not made of tokens, or that states its document's hash, which belongs to one spelling.
  package static func shortest(of body: some Sequence<UInt8>) -> [UInt8]? {
    guard case .object(var members)? = try? JSON.parse(body), case .string(let query)? = members["query"],
      members["extensions"]?["persistedQuery"] == nil, let document = try? strippedOfIgnored(SourceText(query))
    else { return nil }
    members["query"] = .string(document)
    return JSON.object(members).serialize()
  }
}
