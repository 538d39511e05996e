/// A request's operation in the one spelling that all its spellings share: what the operation key is made of.
///
/// The text holds the selected operation and, sorted by name, the fragments that it reaches. Arguments, variable
/// definitions and the fields of input-object literals are sorted by name; a block string is written as the plain
/// string of the same value; the short form `{ a }` is `query{a}`. White space, commas, comments, descriptions and
/// other definitions leave no trace. Selections and directives keep their order. Names, aliases, directives and the
/// digits of numbers count. The text is itself a GraphQL document, and its own canonical text.
///
/// Recordings are named after this text: it does not change between releases.
package struct CanonicalOperation: Hashable, Sendable {
  package let kind: OperationKind
  /// The operation's name, nil for an anonymous one.
  package let name: String?
  /// The operation as it was parsed.
  package let operation: OperationDefinition
  /// The canonical text as UTF-8.
  package let text: [UInt8]

  /// - Parameters:
  ///   - document: a parsed request; it need not be valid. A spread of an unknown fragment stays a spread, and
  ///     fragments may spread each other in a circle.
  ///   - operationName: the request's `operationName`; nil selects the only operation.
  /// - Throws: if no operation, or more than one, is meant.
  package init(of document: Document, operationName: String?) throws(OperationSelectionError) {
    operation = try document.operation(named: operationName)
    kind = operation.kind
    name = operation.name?.text
    var writer = CanonicalWriter(capacity: Int(document.place.end))
    writer.write(operation)
    for fragment in FragmentReach(of: document, from: operation.selectionSet).fragments.canonicallySorted(by: \.name) {
      writer.write(fragment)
    }
    text = writer.bytes
  }
}

extension Array {
  /// Sorted by name, byte by byte; those of one name keep their order.
  func canonicallySorted(by name: KeyPath<Element, Name>) -> [Element] {
    if count < 2 { return self }
    // Swift's sort is stable in practice but not by promise, so the position decides among equals.
    return enumerated().sorted { first, second in
      let (left, right) = (first.element[keyPath: name].text, second.element[keyPath: name].text)
      return left == right ? first.offset < second.offset : left.utf8.lexicographicallyPrecedes(right.utf8)
    }.map(\.element)
  }
}
