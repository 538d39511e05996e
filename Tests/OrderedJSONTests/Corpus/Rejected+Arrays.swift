import OrderedJSON

extension Rejected {
  static let arrays: [Rejected] = [
    Rejected(.expectedComma, "array_1_true_without_comma", "[1 true]"),
    Rejected(.expectedValue, "array_a_invalid_utf8", bytes: [0x5B, 0x61, 0xE5, 0x5D]),
    Rejected(.expectedComma, "array_colon_instead_of_comma", #"["": 1]"#),
    Rejected(.expectedEnd, "array_comma_after_close", #"[""],"#),
    Rejected(.expectedValue, "array_comma_and_number", "[,1]"),
    Rejected(.expectedValue, "array_double_comma", "[1,,2]"),
    Rejected(.expectedValue, "array_double_extra_comma", #"["x",,]"#),
    Rejected(.expectedEnd, "array_extra_close", #"["x"]]"#),
    Rejected(.expectedValue, "array_extra_comma", #"["",]"#),
    Rejected(.expectedComma, "array_incomplete", #"["x""#),
    Rejected(.expectedValue, "array_incomplete_invalid_value", "[x"),
    Rejected(.expectedComma, "array_inner_array_no_comma", "[3[4]]"),
    Rejected(.invalidUTF8, "array_invalid_utf8", bytes: [0x5B, 0xFF, 0x5D]),
    Rejected(.expectedComma, "array_items_separated_by_semicolon", "[1;2]"),
    Rejected(.expectedValue, "array_just_comma", "[,]"),
    Rejected(.invalidNumber, "array_just_minus", "[-]"),
    Rejected(.expectedValue, "array_missing_value", #"[   , ""]"#),
    Rejected(.expectedValue, "array_newlines_unclosed", "[\"a\",\n4\n,1,"),
    Rejected(.expectedValue, "array_number_and_comma", "[1,]"),
    Rejected(.expectedValue, "array_number_and_several_commas", "[1,,]"),
    Rejected(.controlCharacter, "array_spaces_vertical_tab_formfeed", "[\"\u{B}a\"\\f]"),
    Rejected(.expectedValue, "array_star_inside", "[*]"),
    Rejected(.expectedComma, "array_unclosed", #"["""#),
    Rejected(.expectedValue, "array_unclosed_trailing_comma", "[1,"),
    Rejected(.expectedComma, "array_unclosed_with_new_lines", "[1,\n1\n,1"),
    Rejected(.expectedComma, "array_unclosed_with_object_inside", "[{}"),
  ]

  static let words: [Rejected] = [
    Rejected(.expectedValue, "incomplete_false", "[fals]"),
    Rejected(.expectedValue, "incomplete_null", "[nul]"),
    Rejected(.expectedValue, "incomplete_true", "[tru]"),
  ]
}
