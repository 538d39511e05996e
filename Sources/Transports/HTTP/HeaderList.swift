import OrderedJSON

/// The header fields of a message in the order of the wire; names compare without case (RFC 9110, section 5).
package struct HeaderList: Hashable, Sendable, ExpressibleByDictionaryLiteral {
  /// The fields, names as they came.
  package var fields: [Field]

  /// One header field.
  package struct Field: Hashable, Sendable {
    package var name: String
    package var value: String

    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  package init(_ fields: [Field] = []) { self.fields = fields }

  package init(dictionaryLiteral elements: (String, String)...) {
    fields = elements.map { Field($0.0, $0.1) }
  }

  /// The first value under a name, or nil.
  package subscript(first name: String) -> String? {
    fields.first { $0.name.equalsIgnoringASCIICase(name) }?.value
  }

  /// Every value under a name, in order.
  package subscript(all name: String) -> [String] {
    fields.filter { $0.name.equalsIgnoringASCIICase(name) }.map(\.value)
  }

  /// The fields as whoever looks for credentials takes them.
  package var pairs: [(name: String, value: String)] { fields.map { ($0.name, $0.value) } }

  /// The media type of the body, without parameters, in small letters; nil where no `Content-Type` came.
  package var mediaType: String? {
    self[first: "content-type"].map { type in
      Substring(type.utf8.prefix { $0 != UInt8(ascii: ";") }).trimmingSpaces().lowercased()
    }
  }

  /// Puts one field in the place of all that have its name, at the end.
  package mutating func set(_ name: String, _ value: String) {
    remove(name)
    fields.append(Field(name, value))
  }

  package mutating func append(_ name: String, _ value: String) { fields.append(Field(name, value)) }

  package mutating func remove(_ name: String) {
    fields.removeAll { $0.name.equalsIgnoringASCIICase(name) }
  }
}
