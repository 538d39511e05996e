import Testing

/// A text that every parser has to accept, under the name that the public JSONTestSuite gives it (without `y_`), and
/// what it is printed as: mostly itself.
struct Accepted: Sendable, CustomTestStringConvertible {
  let name: String
  let text: String
  let printed: String

  init(_ name: String, _ text: String, prints printed: String? = nil) {
    self.name = name
    self.text = text
    self.printed = printed ?? text
  }

  var testDescription: String { name }

  static let all: [Accepted] = arrays + numbers + objects + strings + unicode + structures

  static let arrays: [Accepted] = [
    Accepted("array_arraysWithSpaces", "[[]   ]", prints: "[[]]"),
    Accepted("array_empty", "[]"),
    Accepted("array_empty-string", #"[""]"#),
    Accepted("array_ending_with_newline", "[\"a\"]\n", prints: #"["a"]"#),
    Accepted("array_false", "[false]"),
    Accepted("array_heterogeneous", #"[null, 1, "1", {}]"#, prints: #"[null,1,"1",{}]"#),
    Accepted("array_null", "[null]"),
    Accepted("array_with_1_and_newline", "[1\n]", prints: "[1]"),
    Accepted("array_with_leading_space", " [1]", prints: "[1]"),
    Accepted("array_with_several_null", "[1,null,null,null,2]"),
    Accepted("array_with_trailing_space", "[2] ", prints: "[2]"),
  ]

  static let numbers: [Accepted] = [
    Accepted("number", "[123e65]"),
    Accepted("number_0e+1", "[0e+1]"),
    Accepted("number_0e1", "[0e1]"),
    Accepted("number_after_space", "[ 4]", prints: "[4]"),
    Accepted("number_double_close_to_zero", "[-0." + String(repeating: "0", count: 77) + "1]"),
    Accepted("number_int_with_exp", "[20e1]"),
    Accepted("number_minus_zero", "[-0]"),
    Accepted("number_negative_int", "[-123]"),
    Accepted("number_negative_one", "[-1]"),
    Accepted("number_negative_zero", "[-0]"),
    Accepted("number_real_capital_e", "[1E22]"),
    Accepted("number_real_capital_e_neg_exp", "[1E-2]"),
    Accepted("number_real_capital_e_pos_exp", "[1E+2]"),
    Accepted("number_real_exponent", "[123e45]"),
    Accepted("number_real_fraction_exponent", "[123.456e78]"),
    Accepted("number_real_neg_exp", "[1e-2]"),
    Accepted("number_real_pos_exponent", "[1e+2]"),
    Accepted("number_simple_int", "[123]"),
    Accepted("number_simple_real", "[123.456789]"),
  ]

  static let objects: [Accepted] = [
    Accepted("object", #"{"sea":"salt", "dew":"fresh"}"#, prints: #"{"sea":"salt","dew":"fresh"}"#),
    Accepted("object_basic", #"{"sea":"salt"}"#),
    Accepted("object_duplicated_key", #"{"a":"b","a":"c"}"#),
    Accepted("object_duplicated_key_and_value", #"{"a":"b","a":"b"}"#),
    Accepted("object_empty", "{}"),
    Accepted("object_empty_key", #"{"":0}"#),
    Accepted("object_escaped_null_in_key", #"{"foo\u0000bar": 42}"#, prints: #"{"foo\u0000bar":42}"#),
    Accepted(
      "object_extreme_numbers", #"{ "min": -1.0e+28, "max": 1.0e+28 }"#, prints: #"{"min":-1.0e+28,"max":1.0e+28}"#),
    Accepted("object_long_strings", #"{"x":[{"id":"\#(long)"}],"id":"\#(long)"}"#),
    Accepted("object_simple", #"{"a":[]}"#),
    Accepted(
      "object_string_unicode", #"{"title":"\u041c\u0438\u0440 \u0438 \u043C\u0438\u0440" }"#,
      prints: #"{"title":"Мир и мир"}"#),
    Accepted("object_with_newlines", "{\n\"a\": \"b\"\n}", prints: #"{"a":"b"}"#),
  ]

  private static let long = String(repeating: "x", count: 40)

  static let strings: [Accepted] = [
    Accepted("string_1_2_3_bytes_UTF-8_sequences", #"["\u0060\u012a\u12AB"]"#, prints: "[\"`\u{12A}\u{12AB}\"]"),
    Accepted("string_accepted_surrogate_pair", #"["\uD801\udc37"]"#, prints: "[\"\u{10437}\"]"),
    Accepted("string_accepted_surrogate_pairs", #"["\ud83d\ude39\ud83d\udc8d"]"#, prints: "[\"\u{1F639}\u{1F48D}\"]"),
    Accepted("string_allowed_escapes", #"["\"\\\/\b\f\n\r\t"]"#, prints: #"["\"\\/\b\f\n\r\t"]"#),
    Accepted("string_backslash_and_u_escaped_zero", #"["\\u0000"]"#),
    Accepted("string_backslash_doublequotes", #"["\""]"#),
    Accepted("string_comments", #"["a/*b*/c/*d//e"]"#),
    Accepted("string_double_escape_a", #"["\\a"]"#),
    Accepted("string_double_escape_n", #"["\\n"]"#),
    Accepted("string_escaped_control_character", #"["\u0012"]"#),
    Accepted("string_escaped_noncharacter", #"["\uFFFF"]"#, prints: "[\"\(scalar(0xFFFF))\"]"),
    Accepted("string_in_array", #"["rye"]"#),
    Accepted("string_in_array_with_leading_space", #"[ "rye"]"#, prints: #"["rye"]"#),
    Accepted("string_last_surrogates_1_and_2", #"["\uDBFF\uDFFF"]"#, prints: "[\"\(scalar(0x10FFFF))\"]"),
    Accepted("string_nbsp_uescaped", #"["new\u00A0line"]"#, prints: "[\"new\u{A0}line\"]"),
    Accepted("string_null_escape", #"["\u0000"]"#),
    Accepted("string_one-byte-utf-8", #"["\u002c"]"#, prints: #"[","]"#),
    Accepted("string_simple_ascii", #"["rye "]"#),
    Accepted("string_space", #"" ""#),
    Accepted("string_surrogates_U+1D11E_MUSICAL_SYMBOL_G_CLEF", #"["\uD834\uDd1e"]"#, prints: "[\"\u{1D11E}\"]"),
    Accepted("string_three-byte-utf-8", #"["\u0821"]"#, prints: "[\"\u{821}\"]"),
    Accepted("string_two-byte-utf-8", #"["\u0123"]"#, prints: "[\"\u{123}\"]"),
    Accepted("string_uEscape", #"["\u0061\u30af\u30EA\u30b9"]"#, prints: #"["aクリス"]"#),
    Accepted("string_uescaped_newline", #"["new\u000Aline"]"#, prints: #"["new\nline"]"#),
    Accepted("string_unescaped_char_delete", "[\"\u{7F}\"]"),
    Accepted("string_with_del_character", "[\"a\u{7F}a\"]"),
  ]

  static let unicode: [Accepted] = [
    Accepted("string_nonCharacterInUTF-8_U+10FFFF", "[\"\(scalar(0x10FFFF))\"]"),
    Accepted("string_nonCharacterInUTF-8_U+FFFF", "[\"\(scalar(0xFFFF))\"]"),
    Accepted("string_pi", #"["π"]"#),
    Accepted("string_reservedCharacterInUTF-8_U+1BFFF", "[\"\u{1BFFF}\"]"),
    Accepted("string_u+2028_line_sep", "[\"\u{2028}\"]"),
    Accepted("string_u+2029_par_sep", "[\"\u{2029}\"]"),
    Accepted("string_unicode", #"["\uA66D"]"#, prints: "[\"\u{A66D}\"]"),
    Accepted("string_unicodeEscapedBackslash", #"["\u005C"]"#, prints: #"["\\"]"#),
    Accepted("string_unicode_2", "[\"\u{2342}\u{3234}\u{2342}\"]"),
    Accepted("string_unicode_U+10FFFE_nonchar", #"["\uDBFF\uDFFE"]"#, prints: "[\"\(scalar(0x10FFFE))\"]"),
    Accepted("string_unicode_U+1FFFE_nonchar", #"["\uD83F\uDFFE"]"#, prints: "[\"\(scalar(0x1FFFE))\"]"),
    Accepted("string_unicode_U+200B_ZERO_WIDTH_SPACE", #"["\u200B"]"#, prints: "[\"\u{200B}\"]"),
    Accepted("string_unicode_U+2064_invisible_plus", #"["\u2064"]"#, prints: "[\"\u{2064}\"]"),
    Accepted("string_unicode_U+FDD0_nonchar", #"["\uFDD0"]"#, prints: "[\"\(scalar(0xFDD0))\"]"),
    Accepted("string_unicode_U+FFFE_nonchar", #"["\uFFFE"]"#, prints: "[\"\(scalar(0xFFFE))\"]"),
    Accepted("string_unicode_escaped_double_quote", #"["\u0022"]"#, prints: #"["\""]"#),
    Accepted("string_utf8", "[\"€\u{1D11E}\"]"),
  ]

  static let structures: [Accepted] = [
    Accepted("structure_lonely_false", "false"),
    Accepted("structure_lonely_int", "42"),
    Accepted("structure_lonely_negative_real", "-0.1"),
    Accepted("structure_lonely_null", "null"),
    Accepted("structure_lonely_string", #""rye""#),
    Accepted("structure_lonely_true", "true"),
    Accepted("structure_string_empty", "\"\""),
    Accepted("structure_trailing_newline", "[\"a\"]\n", prints: #"["a"]"#),
    Accepted("structure_true_in_array", "[true]"),
    Accepted("structure_whitespace_array", " [] ", prints: "[]"),
  ]
}

/// The scalar with this code as a string; for noncharacters, which Swift does not allow in literals.
func scalar(_ code: UInt32) -> String {
  Unicode.Scalar(code).map { String(Character($0)) } ?? ""
}
