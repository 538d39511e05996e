extension JSON {
  /// Reads one JSON text (RFC 8259, strictly: UTF-8 without a byte order mark, nothing behind the value).
  ///
  /// Nothing is lost except white space and the spelling of strings (`"\u0041"` is `"A"`): the order of members,
  /// repeated names, the text of numbers and lone surrogates stay (LoneSurrogates.swift).
  ///
  ///     let body = try JSON.parse(bytes)
  ///     let name = body["data"]?["country"]?["name"]?.stringValue
  ///
  /// - Throws: `JSONError` with the place of the first fault.
  package static func parse(
    _ bytes: some Sequence<UInt8>, limits: JSONLimits = .standard
  ) throws(JSONError) -> JSON {
    let inPlace = bytes.withContiguousStorageIfAvailable { buffer in
      result(of: buffer, limits: limits)
    }
    if let inPlace { return try inPlace.get() }
    return try Array(bytes).withUnsafeBufferPointer { buffer in
      result(of: buffer, limits: limits)
    }.get()
  }

  /// Reads one JSON text; offsets in errors count the bytes of its UTF-8.
  package static func parse(text: String, limits: JSONLimits = .standard) throws(JSONError) -> JSON {
    var copy = text
    return try copy.withUTF8 { buffer in
      result(of: buffer, limits: limits)
    }.get()
  }

  /// A result rather than a throw, because the closures above are not typed by their errors.
  private static func result(of bytes: UnsafeBufferPointer<UInt8>, limits: JSONLimits) -> Result<JSON, JSONError> {
    do throws(JSONError) {
      var parser = JSONParser(bytes: bytes, limits: limits)
      return .success(try parser.parse())
    } catch {
      return .failure(error)
    }
  }
}
