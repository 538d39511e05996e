import OrderedJSON

extension Rejected {
  static let objects: [Rejected] = [
    Rejected(.expectedValue, "object_bad_value", #"["x", truth]"#),
    Rejected(.expectedName, "object_bracket_key", "{[: \"x\"}\n"),
    Rejected(.expectedColon, "object_comma_instead_of_colon", #"{"x", null}"#),
    Rejected(.expectedValue, "object_double_colon", #"{"x"::"b"}"#),
    Rejected(.expectedName, "object_emoji", "{🇨🇭}"),
    Rejected(.expectedComma, "object_garbage_at_end", #"{"a":"a" 123}"#),
    Rejected(.expectedName, "object_key_with_single_quotes", "{key: 'value'}"),
    Rejected(
      .invalidUTF8, "object_lone_continuation_byte_in_key_and_trailing_comma",
      bytes: [0x7B, 0x22, 0xB9] + Array(#"":"0",}"#.utf8)),
    Rejected(.expectedColon, "object_missing_colon", #"{"a" b}"#),
    Rejected(.expectedName, "object_missing_key", #"{:"b"}"#),
    Rejected(.expectedColon, "object_missing_semicolon", #"{"a" "b"}"#),
    Rejected(.expectedValue, "object_missing_value", #"{"a":"#),
    Rejected(.expectedColon, "object_no-colon", #"{"a""#),
    Rejected(.expectedName, "object_non_string_key", "{1:1}"),
    Rejected(.expectedName, "object_non_string_key_but_huge_number_instead", "{9999E9999:1}"),
    Rejected(.expectedName, "object_repeated_null_null", "{null:null,null:null}"),
    Rejected(.expectedName, "object_several_trailing_commas", #"{"id":0,,,,,}"#),
    Rejected(.expectedName, "object_single_quote", "{'a':0}"),
    Rejected(.expectedName, "object_trailing_comma", #"{"id":0,}"#),
    Rejected(.expectedEnd, "object_trailing_comment", #"{"a":"b"}/**/"#),
    Rejected(.expectedEnd, "object_trailing_comment_open", #"{"a":"b"}/**//"#),
    Rejected(.expectedEnd, "object_trailing_comment_slash_open", #"{"a":"b"}//"#),
    Rejected(.expectedEnd, "object_trailing_comment_slash_open_incomplete", #"{"a":"b"}/"#),
    Rejected(.expectedName, "object_two_commas_in_a_row", #"{"a":"b",,"c":"d"}"#),
    Rejected(.expectedName, "object_unquoted_key", #"{a: "b"}"#),
    Rejected(.unterminatedString, "object_unterminated-value", #"{"a":"a"#),
    Rejected(.expectedColon, "object_with_single_string", #"{ "foo" : "bar", "a" }"#),
    Rejected(.expectedEnd, "object_with_trailing_garbage", ##"{"a":"b"}#"##),
  ]
}
