import OrderedJSON
import Testing

/// A text that RFC 8259 leaves to the parser, under the name that the public JSONTestSuite gives it (without `i_`),
/// and what ours does: print it as it came, or reject it.
struct Either: Sendable, CustomTestStringConvertible {
  let name: String
  let bytes: [UInt8]
  let rejection: JSONError.Code?

  init(_ name: String, _ text: String) {
    self.name = name
    bytes = Array(text.utf8)
    rejection = nil
  }

  init(_ name: String, rejected rejection: JSONError.Code, _ bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
    self.rejection = rejection
  }

  /// A string in an array with these bytes in it.
  private static func string(_ bytes: UInt8...) -> [UInt8] {
    [0x5B, 0x22] + bytes + [0x22, 0x5D]
  }

  var testDescription: String { name }

  static let all: [Either] = [
    Either("number_double_huge_neg_exp", "[123.456e-789]"),
    Either("number_huge_exp", "[0.4e00669" + String(repeating: "9", count: 110) + "969999999006]"),
    Either("number_neg_int_huge_exp", "[-1e+9999]"),
    Either("number_pos_double_huge_exp", "[1.5e+9999]"),
    Either("number_real_neg_overflow", "[-123123e100000]"),
    Either("number_real_pos_overflow", "[123123e100000]"),
    Either("number_real_underflow", "[123e-10000000]"),
    Either("number_too_big_neg_int", "[-123123123123123123123123123123]"),
    Either("number_too_big_pos_int", "[100000000000000000000]"),
    Either("number_very_big_negative_int", "[-237462374673276894279832749832423479823246327846]"),
    // Lone surrogates are kept; LoneSurrogatesTests looks closer.
    Either("object_key_lone_2nd_surrogate", #"{"\udfaa":0}"#),
    Either("string_1st_surrogate_but_2nd_missing", #"["\udada"]"#),
    Either("string_1st_valid_surrogate_2nd_invalid", "[\"\\ud888\u{1234}\"]"),
    Either("string_incomplete_surrogate_and_escape_valid", #"["\ud800\n"]"#),
    Either("string_incomplete_surrogate_pair", #"["\udd1ea"]"#),
    Either("string_incomplete_surrogates_escape_valid", #"["\ud800\ud800\n"]"#),
    Either("string_invalid_lonely_surrogate", #"["\ud800"]"#),
    Either("string_invalid_surrogate", #"["\ud800abc"]"#),
    Either("string_inverted_surrogates_U+1D11E", #"["\udd1e\ud834"]"#),
    Either("string_lone_second_surrogate", #"["\udfaa"]"#),
    // UTF-8 is strict.
    Either("string_UTF-16LE_with_BOM", rejected: .byteOrderMark, [0xFF, 0xFE, 0x5B, 0x00, 0x5D, 0x00]),
    Either("string_UTF-8_invalid_sequence", rejected: .invalidUTF8, string(0xE6, 0x97, 0xA5, 0xD1, 0x88, 0xFA)),
    Either("string_UTF8_surrogate_U+D800", rejected: .invalidUTF8, string(0xED, 0xA0, 0x80)),
    Either("string_invalid_utf-8", rejected: .invalidUTF8, string(0xFF)),
    Either("string_iso_latin_1", rejected: .invalidUTF8, string(0xE9)),
    Either("string_lone_utf8_continuation_byte", rejected: .invalidUTF8, string(0x81)),
    Either("string_not_in_unicode_range", rejected: .invalidUTF8, string(0xF4, 0xBF, 0xBF, 0xBF)),
    Either("string_overlong_sequence_2_bytes", rejected: .invalidUTF8, string(0xC0, 0xAF)),
    Either("string_overlong_sequence_6_bytes", rejected: .invalidUTF8, string(0xFC, 0x83, 0xBF, 0xBF, 0xBF, 0xBF)),
    Either(
      "string_overlong_sequence_6_bytes_null", rejected: .invalidUTF8, string(0xFC, 0x80, 0x80, 0x80, 0x80, 0x80)),
    Either("string_truncated-utf-8", rejected: .invalidUTF8, string(0xE0, 0xFF)),
    Either("string_utf16BE_no_BOM", rejected: .expectedValue, [0x00, 0x5B, 0x00, 0x5D]),
    Either("string_utf16LE_no_BOM", rejected: .expectedValue, [0x5B, 0x00, 0x5D, 0x00]),
    Either(
      "structure_500_nested_arrays", String(repeating: "[", count: 500) + String(repeating: "]", count: 500)),
    Either("structure_UTF-8_BOM_empty_object", rejected: .byteOrderMark, [0xEF, 0xBB, 0xBF, 0x7B, 0x7D]),
  ]
}
