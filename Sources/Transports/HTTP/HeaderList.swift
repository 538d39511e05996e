import OrderedJSON

/// The header fields of a message in wire order. Names are case-insensitive (RFC 9110, section 5).
package struct HeaderList: Hashable, Sendable, ExpressibleByDictionaryLiteral {
  /// The fields, with names as received.
  package var fields: [Field]
  /// Further fields, which no answer can depend on (`HeaderNames`): they are only passed on and shown.
  package private(set) var unread: [Field] = []

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

  package subscript(first name: String) -> String? {
    fields.first { $0.name.equalsIgnoringASCIICase(name) }?.value
  }

  package subscript(all name: String) -> [String] {
    fields.filter { $0.name.equalsIgnoringASCIICase(name) }.map(\.value)
  }

  /// All fields, those in `unread` last.
  package var all: [Field] { unread.isEmpty ? fields : fields + unread }

  /// The memory of all fields in bytes, roughly.
  package var heldBytes: Int { all.reduce(0) { $0 + 64 + $1.name.utf8.count + $1.value.utf8.count } }

  /// The fields as pairs, for code that looks for credentials.
  package var pairs: [(name: String, value: String)] { fields.map { ($0.name, $0.value) } }

  /// The media type of the body in lower case, without parameters; nil without `Content-Type`.
  package var mediaType: String? {
    self[first: "content-type"].map { type in
      Substring(type.utf8.prefix { $0 != UInt8(ascii: ";") }).trimmingSpaces().lowercased()
    }
  }

  /// Replaces all fields with this name by one at the end.
  package mutating func set(_ name: String, _ value: String) {
    remove(name)
    fields.append(Field(name, value))
  }

  package mutating func append(_ name: String, _ value: String) { fields.append(Field(name, value)) }

  /// Appends a field, to `unread` if its name is not in `read`.
  package mutating func append(_ name: String, _ value: String, reading read: HeaderNames) {
    if read.contains(name) { append(name, value) } else { unread.append(Field(name, value)) }
  }

  package mutating func remove(_ name: String) {
    fields.removeAll { $0.name.equalsIgnoringASCIICase(name) }
    if !unread.isEmpty { unread.removeAll { $0.name.equalsIgnoringASCIICase(name) } }
  }
}
