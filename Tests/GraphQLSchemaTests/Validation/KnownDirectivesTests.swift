import Testing

@Suite("Rule KnownDirectives")
struct KnownDirectivesTests {
  @Test(
    "finds what is wrong, and nothing else",
    arguments: [
      ValidationCase(
        "where they may stand",
        #"query @onQuery { dog @onField @include(if: true) { ...F @skip(if: true) ... @tagged(name: "x") { name } "#
          + #"} } fragment F on Dog @tagged(name: "y") { name }"#),
      ValidationCase(
        "unknown ones",
        "query @a { dog @b { ... @c { name } ...F @d } } fragment F on Dog @e { name }",
        errors: [
          #"Unknown directive "@a". (1:7)"#,
          #"Unknown directive "@b". (1:16)"#,
          #"Unknown directive "@c". (1:25)"#,
          #"Unknown directive "@d". (1:42)"#,
          #"Unknown directive "@e". (1:67)"#,
        ]),
      ValidationCase(
        "misplaced ones",
        "query ($v: Int @onField) @onField { dog @onQuery { ... @onField { name } ...F @onQuery } } fragment F on "
          + #"Dog @skip(if: true) { name } mutation M @onQuery { rename(id: 1, name: "") { name } }"#,
        errors: [
          #"Directive "@onField" may not be used on VARIABLE_DEFINITION. (1:16)"#,
          #"Directive "@onField" may not be used on QUERY. (1:26)"#,
          #"Directive "@onQuery" may not be used on FIELD. (1:41)"#,
          #"Directive "@onField" may not be used on INLINE_FRAGMENT. (1:56)"#,
          #"Directive "@onQuery" may not be used on FRAGMENT_SPREAD. (1:79)"#,
          #"Directive "@skip" may not be used on FRAGMENT_DEFINITION. (1:110)"#,
          #"Directive "@onQuery" may not be used on MUTATION. (1:146)"#,
        ]),
      ValidationCase(
        "on the kinds of operation",
        #"mutation @include(if: true) { rename(id: 1, name: "") { name } } subscription S @onQuery { petAdded { "#
          + "name } }",
        errors: [
          #"Directive "@include" may not be used on MUTATION. (1:10)"#,
          #"Directive "@onQuery" may not be used on SUBSCRIPTION. (1:81)"#,
        ]),
      ValidationCase(
        "on variables",
        "query ($v: Int @once @nope) { dog { name } }",
        errors: [
          #"Unknown directive "@nope". (1:22)"#
        ]),
    ])
  func table(_ test: ValidationCase) throws {
    try test.check("KnownDirectives")
  }
}
