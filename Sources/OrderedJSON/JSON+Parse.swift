extension JSON {
  /// Parses one JSON text (RFC 8259, strictly: UTF-8 without a byte order mark, nothing after the value).
  ///
  /// Only white space and the escapes in strings (`"\u0041"` is `"A"`) are lost. The order of members, repeated names,
  /// the text of numbers and lone surrogates (LoneSurrogates.swift) are kept.
  ///
  ///     let body = try JSON.parse(bytes)
  ///     let name = body["data"]?["country"]?["name"]?.stringValue
  ///
  /// - Throws: `JSONError` with the place of the first error.
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

  /// Parses one JSON text. Offsets in errors count the bytes of its UTF-8.
  package static func parse(text: String, limits: JSONLimits = .standard) throws(JSONError) -> JSON {
    var copy = text
    return try copy.withUTF8 { buffer in
      result(of: buffer, limits: limits)
    }.get()
  }

  /// Returns a result instead of throwing, because the closures above have no typed errors.
  private static func result(of bytes: UnsafeBufferPointer<UInt8>, limits: JSONLimits) -> Result<JSON, JSONError> {
    do throws(JSONError) {
      var parser = JSONParser(bytes: bytes, limits: limits)
      return .success(try parser.parse())
    } catch {
      return .failure(error)
    }
  }
}
