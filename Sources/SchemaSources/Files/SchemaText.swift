import Fakes
package import GraphQLLanguage
package import GraphQLSchema
package import OrderedJSON
package import Recordings

/// A schema as a person has it: SDL, or the JSON that introspection answers with.
package struct SchemaText: Sendable {
  /// What messages call it: the file's path, or `standard input`.
  package let name: String
  private var bytes: [UInt8]

  package init(bytes: [UInt8], name: String) {
    self.bytes = ByteOrderMark.removed(from: bytes)
    self.name = name
    // In SDL the mark belongs to the text, and counts as a column.
    if !isIntrospection { self.bytes = bytes }
  }

  /// Reads a file, at most 64 MiB.
  package init(path: String) throws(RecordingError) { self.init(bytes: try FileReading.bytes(of: path), name: path) }

  /// Whether it is JSON. No SDL begins with a bracket, and a file that is called JSON is to be told why it is none.
  package var isIntrospection: Bool {
    let first = bytes.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "[") || name.hasSuffix(".json")
  }

  /// What an answer to introspection does not tell; nothing for SDL. Reads the JSON anew.
  package var gaps: Set<IntrospectionGap> {
    guard isIntrospection, let json = try? JSON.parse(bytes) else { return [] }
    return IntrospectionGap.gaps(in: json)
  }

  /// What is not told, as a sentence; nil if everything is.
  package func note(of gaps: Set<IntrospectionGap>) -> String? {
    let subjects = IntrospectionGap.allCases.filter(gaps.contains).map(\.subject)
    return subjects.isEmpty ? nil : "\(name) does not tell \(subjects.joined(separator: ", "))."
  }

  /// The text as SDL, if it is not introspection.
  package var source: SourceText { SourceText(utf8: bytes, name: name) }

  /// The schema and all that is wrong or odd in it.
  ///
  /// - Throws: where the JSON is none, cut off for example, and where Git's conflict markers are in the text.
  package func inspection() throws(ConfigurationError) -> SchemaInspection {
    // What is wrong with the directives of fakes is said where something is faked.
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

  /// - Throws: for a text with Git's conflict markers.
  func requireResolved() throws(ConfigurationError) {
    guard let line = ConflictMarkers.line(in: bytes) else { return }
    throw ConfigurationError("\(name):\(line):1: \(ConflictMarkers.sentence)")
  }

  /// The schema, for whoever needs one.
  ///
  /// - Throws: all that makes it unusable, each with file, line, column and caret.
  package func schema() throws(ConfigurationError) -> Schema {
    let inspection = try inspection()
    do throws(SchemaError) {
      return try inspection.usable()
    } catch {
      throw ConfigurationError(error.problems.map { $0.report(in: name) }.joined(separator: "\n"))
    }
  }

  /// What is wrong with JSON: where it breaks off, or what stands where something else has to.
  package static func message(_ error: JSONError, name: String, bytes: [UInt8]) -> String {
    let place = "\(name):\(error.line):\(error.column)"
    guard bytes.contains(where: { $0 > 0x20 }) else {
      return "\(name): The file is empty. It should be {\"data\": {\"__schema\": {...}}}."
    }
    if error.isCutOff(in: bytes) {
      return
        "\(place): The JSON is cut off: it ends after \(bytes.count) bytes. \(error.message). Fetch the schema again."
    }
    return "\(place): This is not JSON: \(error.message)."
  }
}

extension SchemaText {
  /// The schema that a person means: an endpoint's below the folder of schemas, or a file; without a name the only one
  /// that there is.
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
