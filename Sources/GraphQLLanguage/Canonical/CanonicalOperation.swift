/// The canonical form of a request's operation, from which the operation key is made.
///
/// The text holds the selected operation and then the fragments that it reaches, sorted by name. Arguments, variable
/// definitions and the fields of input objects are sorted by name. Block strings become plain strings, and the short
/// form `{ a }` becomes `query{a}`. White space, commas, comments, descriptions and other definitions are dropped.
/// Selections and directives keep their order. Names, aliases, directives and the digits of numbers are significant.
/// The text is a GraphQL document whose canonical form is the same text.
///
/// Recordings are named after this text, so it must not change between releases.
package struct CanonicalOperation: Hashable, Sendable {
  package let kind: OperationKind
  /// The operation's name; nil if it is anonymous.
  package let name: String?
  package let operation: OperationDefinition
  /// The canonical text as UTF-8.
  package let text: [UInt8]

  /// - Parameters:
  ///   - document: a parsed request, which need not be valid. Spreads of unknown fragments are kept, and fragments may
  ///     form
  ///     cycles.
  ///   - operationName: the request's `operationName`; nil selects the only operation.
  /// - Throws: if no operation matches or several do.
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
  /// Returns the bytes written so far, followed by the fragments that they reach, sorted by name.
  ///
  /// Fragments are discovered while others are written, so each is written when met and sorted afterward.
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
  /// Returns the elements sorted by name, byte by byte. Equal names keep their order.
  func canonicallySorted(by name: (Element) -> Name) -> [Element] {
    if count < 2 || (1..<count).allSatisfy({ !name(self[$0]).text.isBefore(name(self[$0 - 1]).text) }) { return self }
    // Swift does not document its sort as stable, so positions decide between equal names.
    return enumerated().sorted { first, second in
      let (left, right) = (name(first.element).text, name(second.element).text)
      return left == right ? first.offset < second.offset : left.isBefore(right)
    }.map(\.element)
  }
}

extension String {
  fileprivate func isBefore(_ other: String) -> Bool { utf8.lexicographicallyPrecedes(other.utf8) }
}
