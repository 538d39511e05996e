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
    text = writer.bytes(withFragmentsOf: document)
  }
}

extension CanonicalWriter {
  /// What has been written, and behind it, sorted by name, the fragments that it reaches.
  ///
  /// Which fragments these are shows as they are written, so each is written when it is met, and they are put in order
  /// afterwards.
  fileprivate mutating func bytes(withFragmentsOf document: Document) -> [UInt8] {
    if spreads.isEmpty { return bytes }
    let operationEnd = count
    var reach = FragmentReach(of: document)
    var pieces: [(name: Name, range: Range<Int>)] = []
    for name in takeSpreads() { reach.reach(name) }
    while pieces.count < reach.fragments.count {
      let fragment = reach.fragments[pieces.count]
      let start = count
      write(fragment)
      pieces.append((fragment.name, start..<count))
      for name in takeSpreads() { reach.reach(name) }
    }
    let order = Array(pieces.indices).canonicallySorted { pieces[$0].name }
    let bytes = bytes
    return order.reduce(into: Array(bytes[..<operationEnd])) { $0 += bytes[pieces[$1].range] }
  }
}

extension Array {
  /// Sorted by name, byte by byte; those of one name keep their order.
  func canonicallySorted(by name: (Element) -> Name) -> [Element] {
    if count < 2 || (1..<count).allSatisfy({ !name(self[$0]).text.isBefore(name(self[$0 - 1]).text) }) { return self }
    // Swift's sort is stable in practice but not by promise, so the position decides among equals.
    return enumerated().sorted { first, second in
      let (left, right) = (name(first.element).text, name(second.element).text)
      return left == right ? first.offset < second.offset : left.isBefore(right)
    }.map(\.element)
  }
}

extension String {
  fileprivate func isBefore(_ other: String) -> Bool { utf8.lexicographicallyPrecedes(other.utf8) }
}
