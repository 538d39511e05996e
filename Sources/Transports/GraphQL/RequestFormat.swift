import GraphQLLanguage
package import OrderedJSON

/// The parts of a request's format that have no meaning.
package enum RequestFormat {
  /// Returns a request's JSON body in its shortest form: without unneeded white space and escapes, with a document
  /// without ignored tokens (September 2025, section 2.1.7), and with block strings at their shortest.
  ///
  /// Bodies with the same shortest form are equivalent. Equivalent bodies may have different ones, because members,
  /// fields and arguments keep their order.
  /// - Returns: the bytes; nil for a body that is not an object, has no document, does not split into tokens, or
  ///   contains its document's hash, which belongs to one form.
  package static func shortest(of body: JSON) -> [UInt8]? {
    guard case .object(var members) = body, case .string(let query)? = members["query"],
      members["extensions"]?["persistedQuery"] == nil, let document = try? strippedOfIgnored(SourceText(query))
    else { return nil }
    members["query"] = .string(document)
    return JSON.object(members).serialize()
  }
}
