import Testing

@Suite("Rule SingleFieldSubscriptions")
struct SingleFieldSubscriptionsTests {
  @Test(
    "finds what is wrong, and nothing else",
    arguments: [
      ValidationCase(
        "one field",
        "subscription S { petAdded { name mood: __typename } }"),
      ValidationCase(
        "one field through fragments",
        "subscription S { ...F ... { petAdded { name } } ... on Subscription { petAdded { keeper { name } } } } "
          + "fragment F on Subscription { petAdded { __typename } }"),
      ValidationCase(
        "two fields",
        "subscription S { petAdded { name } petRemoved { name } again: petAdded { name } }",
        errors: [
          #"Subscription "S" must select only one top level field. (1:36, 1:56)"#
        ]),
      ValidationCase(
        "two fields of an anonymous one",
        "subscription { petAdded { name } petRemoved { name } }",
        errors: [
          "Anonymous Subscription must select only one top level field. (1:34)"
        ]),
      ValidationCase(
        "two fields through fragments",
        "subscription S { petAdded { name } ...F ... { petRemoved(id: 2) { name } } } fragment F on Subscription "
          + "{ petRemoved { name } other: petRemoved { name } ...F }",
        errors: [
          #"Subscription "S" must select only one top level field. (1:107, 1:47, 1:127)"#
        ]),
      ValidationCase(
        "introspection at the root",
        "subscription S { __typename } subscription T { petAdded { name } __typename }",
        errors: [
          #"Subscription "S" must not select an introspection top level field. (1:18)"#,
          #"Subscription "T" must select only one top level field. (1:66)"#,
          #"Subscription "T" must not select an introspection top level field. (1:66)"#,
        ]),
      ValidationCase(
        "conditions at the root",
        "subscription S($on: Boolean!) { petAdded @include(if: $on) { name } petRemoved @skip(if: true) { name } }",
        errors: [
          "Subscription \"S\" must not use `@skip` or `@include` directives in the top level selection. (1:42, 1:80)"
        ]),
      ValidationCase(
        "conditions that decide nothing are conditions",
        "subscription { petAdded @include(if: true) @skip(if: false) { name } }",
        errors: [
          "Anonymous Subscription must not use `@skip` or `@include` directives in the top level selection. (1:25)"
        ]),
      ValidationCase(
        "conditions of fragments, and in them",
        "subscription S($on: Boolean!) { ...F ... @skip(if: $on) { petAdded { name } } ...G @include(if: $on) } "
          + "fragment F on Subscription { petAdded @skip(if: $on) { name } } "
          + "fragment G on Subscription { petAdded { name } }",
        errors: [
          "Subscription \"S\" must not use `@skip` or `@include` directives in the top level selection. (1:142, 1:42, 1:84)"
        ]),
      ValidationCase(
        "conditions below the root",
        "subscription S($on: Boolean!) { petAdded { name @skip(if: $on) ... @include(if: $on) { keeper { name } } } }"),
      ValidationCase(
        "conditions at the root of a query and a mutation",
        "query Q($on: Boolean!) { dog @skip(if: $on) { name } } "
          + "mutation M($on: Boolean!) { rename(id: 1, name: \"x\") @include(if: $on) { name } }"),
      ValidationCase(
        "queries may have more",
        "{ dog { name } cat { name } }"),
    ])
  func table(_ test: ValidationCase) throws {
    try test.check("SingleFieldSubscriptions")
  }
}
