import Fakes
package import GraphQLLanguage
package import GraphQLSchema
package import OrderedJSON
package import Recordings

/// A schema in one of the formats that users have: SDL, or the JSON result of introspection.
package struct SchemaText: Sendable {
  /// The name in messages: the file's path, or `standard input`.
  package let name: String
  private var bytes: [UInt8]

  package init(bytes: [UInt8], name: String) {
    self.bytes = ByteOrderMark.removed(from: bytes)
    self.name = name
    // In SDL the byte order mark belongs to the text, and counts as a column.
    if !isIntrospection { self.bytes = bytes }
  }

  /// Reads a file of at most 64 MiB.
  package init(path: String) throws(RecordingError) { self.init(bytes: try FileReading.bytes(of: path), name: path) }

  /// True for JSON. SDL never begins with a bracket. A `.json` file counts even if it is not JSON, so that its error
  /// says why.
  package var isIntrospection: Bool {
    let first = bytes.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "[") || name.hasSuffix(".json")
  }

  /// The gaps in an introspection result; empty for SDL. Parses the JSON again.
  package var gaps: Set<IntrospectionGap> {
    guard isIntrospection, let json = try? JSON.parse(bytes) else { return [] }
    return IntrospectionGap.gaps(in: json)
  }

  /// A sentence that lists the gaps; nil if there are none.
  package func note(of gaps: Set<IntrospectionGap>) -> String? {
    let subjects = IntrospectionGap.allCases.filter(gaps.contains).map(\.subject)
    return subjects.isEmpty ? nil : "\(name) does not report \(subjects.joined(separator: ", "))."
  }

  /// The text as SDL, if it is not introspection.
  package var source: SourceText { SourceText(utf8: bytes, name: name) }

  /// Returns the schema with all errors and warnings.
  ///
  /// - Throws: `ConfigurationError` if the JSON is invalid, for example cut off, or if the text has conflict markers.
  package func inspection() throws(ConfigurationError) -> SchemaInspection {
    // Errors in the directives of generated data are reported when data is generated.
    guard isIntrospection else {
      let inspection = SchemaInspection(sdl: source, ignoring: FakeRules.directiveNames)
      if inspection.schema == nil { try requireResolved() }
      return inspection
    }
    do throws(JSONError) {
      return SchemaInspection(introspection: try JSON.parse(bytes), name: name)
    } catch {
      try requireResolved()
      throw ConfigurationError(Self.message(error, name: name, bytes: bytes))
    }
  }

  /// Throws if the text has Git's conflict markers.
  func requireResolved() throws(ConfigurationError) {
    guard let line = ConflictMarkers.line(in: bytes) else { return }
    throw ConfigurationError("\(name):\(line):1: \(ConflictMarkers.sentence)")
  }

  /// Returns the schema, or throws all problems that make it unusable, each with file, line, column and caret.
  package func schema() throws(ConfigurationError) -> Schema {
    let inspection = try inspection()
    do throws(SchemaError) {
      return try inspection.usable()
    } catch {
      throw ConfigurationError(error.problems.map { $0.report(in: name) }.joined(separator: "\n"))
    }
  }

  /// Describes an error in JSON: where it is cut off, or what was found and expected.
  package static func message(_ error: JSONError, name: String, bytes: [UInt8]) -> String {
    let place = "\(name):\(error.line):\(error.column)"
    guard bytes.contains(where: { $0 > 0x20 }) else {
      return "\(name): The file is empty. Fetch the schema again."
    }
    if error.isCutOff(in: bytes) {
      return
        "\(place): The JSON is incomplete: it ends after \(bytes.count) bytes. \(error.message). Fetch the schema again."
    }
    return "\(place): This is not JSON: \(error.message). Fetch the schema again, or save SDL as .graphqls."
  }
}

extension SchemaText {
  /// Finds the schema that a user means: an endpoint's in the folder of schemas, or a file. Without a name, the only
  /// one that exists.
  package init(meaning name: String?, schemas folder: String) throws {
    let files = try SchemaFiles(folder: folder)
    if let name {
      try self.init(path: files.path(of: name) ?? name)
      return
    }
    guard let only = files.names.first, files.names.count == 1, let path = files.path(of: only) else {
      let known =
        files.names.isEmpty
        ? files.noneFound
        : "There are several schemas in \(folder)/: \(files.names.joined(separator: ", ")). "
      throw ConfigurationError("\(known)Name a file or an endpoint, or - for standard input.")
    }
    try self.init(path: path)
  }
}
