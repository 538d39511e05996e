import Testing

@Suite("Rule NoFragmentCycles")
struct NoFragmentCyclesTests {
  @Test(
    "finds what is wrong, and nothing else",
    arguments: [
      ValidationCase(
        "none",
        "fragment A on Dog { ...B ...B } fragment B on Dog { ...C } fragment C on Dog { name } { dog { ...A } }"),
      ValidationCase(
        "spreading twice is no cycle",
        "fragment A on Dog { ...B ...C } fragment B on Dog { name } fragment C on Dog { ...B }"),
      ValidationCase(
        "itself",
        "fragment A on Dog { name ...A } { dog { ...A } }",
        errors: [
          #"Cannot spread fragment "A" within itself. (1:26)"#
        ]),
      ValidationCase(
        "itself in a nested selection",
        "fragment A on Dog { friends { ... on Dog { ...A } } }",
        errors: [
          #"Cannot spread fragment "A" within itself. (1:44)"#
        ]),
      ValidationCase(
        "two",
        "fragment A on Dog { ...B } fragment B on Dog { ...A }",
        errors: [
          #"Cannot spread fragment "A" within itself via "B". (1:21, 1:48)"#
        ]),
      ValidationCase(
        "three, and one beside",
        "fragment A on Dog { ...B } fragment B on Dog { ...C name } fragment C on Dog { ...A ...D } fragment D on "
          + "Dog { ...D }",
        errors: [
          #"Cannot spread fragment "A" within itself via "B", "C". (1:21, 1:48, 1:80)"#,
          #"Cannot spread fragment "D" within itself. (1:112)"#,
        ]),
      ValidationCase(
        "meeting in one fragment",
        "fragment A on Dog { ...C } fragment B on Dog { ...C } fragment C on Dog { ...A ...B }",
        errors: [
          #"Cannot spread fragment "A" within itself via "C". (1:21, 1:75)"#,
          #"Cannot spread fragment "C" within itself via "B". (1:80, 1:48)"#,
        ]),
      ValidationCase(
        "unknown fragments",
        "fragment A on Dog { ...Nope ...A }",
        errors: [
          #"Cannot spread fragment "A" within itself. (1:29)"#
        ]),
    ])
  func table(_ test: ValidationCase) throws {
    try test.check("NoFragmentCycles")
  }
}
