import Testing

@Suite("Rule ValuesOfCorrectType")
struct ValuesOfCorrectTypeTests {
  @Test(
    "finds what is wrong, and nothing else",
    arguments: [
      ValidationCase(
        "good values",
        #"{ robot(serial: "a", size: 1.5, on: true, label: "x", at: 12) { model } a: robot(serial: 1, size: 3, on: "#
          + #"false, at: {any: [1, "x"]}) { model } matrix(rows: [[1, 2], [3]]) pets(moods: [CALM, null], first: null, "#
          + "filter: {name: null, moods: CALM}) { name } }"),
      ValidationCase(
        "not a string",
        "{ a: robot(label: 1) { model } b: robot(label: 1.5) { model } c: robot(label: true) { model } d: "
          + #"robot(label: BAR) { model } e: robot(label: ["a"]) { model } f: robot(label: {a: 1}) { model } }"#,
        errors: [
          "String cannot represent a non string value: 1 (1:19)",
          "String cannot represent a non string value: 1.5 (1:48)",
          "String cannot represent a non string value: true (1:79)",
          "String cannot represent a non string value: BAR (1:111)",
          #"String cannot represent a non string value: ["a"] (1:142)"#,
          "String cannot represent a non string value: {a: 1} (1:175)",
        ]),
      ValidationCase(
        "not an int",
        #"{ a: pets(first: "3") { name } b: pets(first: 1.0) { name } c: pets(first: 99999999999) { name } d: "#
          + "pets(first: -2147483649) { name } e: pets(first: CALM) { name } f: pets(first: true) { name } g: "
          + "pets(first: -2147483648) { name } }",
        errors: [
          #"Int cannot represent non-integer value: "3" (1:18)"#,
          "Int cannot represent non-integer value: 1.0 (1:47)",
          "Int cannot represent non 32-bit signed integer value: 99999999999 (1:76)",
          "Int cannot represent non 32-bit signed integer value: -2147483649 (1:113)",
          "Int cannot represent non-integer value: CALM (1:150)",
          "Int cannot represent non-integer value: true (1:180)",
        ]),
      ValidationCase(
        "not a float",
        #"{ a: robot(size: "3.1") { model } b: robot(size: true) { model } c: robot(size: BIG) { model } d: "#
          + "robot(size: 1e400) { model } }",
        errors: [
          #"Float cannot represent non numeric value: "3.1" (1:18)"#,
          "Float cannot represent non numeric value: true (1:50)",
          "Float cannot represent non numeric value: BIG (1:81)",
        ]),
      ValidationCase(
        "not a boolean",
        #"{ a: robot(on: 1) { model } b: robot(on: "true") { model } c: robot(on: TRUE) { model } d: robot(on: "#
          + "1.0) { model } }",
        errors: [
          "Boolean cannot represent a non boolean value: 1 (1:16)",
          #"Boolean cannot represent a non boolean value: "true" (1:42)"#,
          "Boolean cannot represent a non boolean value: TRUE (1:73)",
          "Boolean cannot represent a non boolean value: 1.0 (1:102)",
        ]),
      ValidationCase(
        "not an ID",
        "{ a: robot(serial: 1.0) { model } b: robot(serial: true) { model } c: robot(serial: X) { model } d: "
          + "robot(serial: [1]) { model } }",
        errors: [
          "ID cannot represent a non-string and non-integer value: 1.0 (1:20)",
          "ID cannot represent a non-string and non-integer value: true (1:52)",
          "ID cannot represent a non-string and non-integer value: X (1:85)",
          "ID cannot represent a non-string and non-integer value: [1] (1:115)",
        ]),
      ValidationCase(
        "not an enum value",
        #"{ a: pets(moods: ["CALM"]) { name } b: pets(moods: [CROS, LOUD]) { name } c: pets(moods: [1, true, "#
          + "calm]) { name } d: pets(moods: CURIUOS) { name } }",
        errors: [
          #"Enum "Mood" cannot represent non-enum value: "CALM". Did you mean the enum value "CALM"? (1:19)"#,
          #"Value "CROS" does not exist in "Mood" enum. Did you mean the enum value "CROSS"? (1:53)"#,
          #"Value "LOUD" does not exist in "Mood" enum. (1:59)"#,
          #"Enum "Mood" cannot represent non-enum value: 1. (1:91)"#,
          #"Enum "Mood" cannot represent non-enum value: true. (1:94)"#,
          #"Value "calm" does not exist in "Mood" enum. Did you mean the enum value "CALM"? (1:100)"#,
          #"Value "CURIUOS" does not exist in "Mood" enum. Did you mean the enum value "CURIOUS"? (1:131)"#,
        ]),
      ValidationCase(
        "null where none may be",
        "{ dog { obeys(command: null, times: null) } matrix(rows: [null]) m: matrix(rows: [[null]]) }",
        errors: [
          #"Expected value of type "String!", found null. (1:24)"#,
          #"Expected value of type "Int!", found null. (1:37)"#,
          #"Expected value of type "[Int!]!", found null. (1:59)"#,
          #"Expected value of type "Int!", found null. (1:84)"#,
        ]),
      ValidationCase(
        "one item for a list",
        #"{ matrix(rows: 1) a: matrix(rows: [1, 2]) b: matrix(rows: "x") c: matrix(rows: [["x"]]) d: pets(moods: "#
          + "{a: 1}) { name } }",
        errors: [
          #"Int cannot represent non-integer value: "x" (1:59)"#,
          #"Int cannot represent non-integer value: "x" (1:82)"#,
          #"Enum "Mood" cannot represent non-enum value: {a: 1}. (1:104)"#,
        ]),
      ValidationCase(
        "input objects",
        "{ a: pets(filter: {range: {from: 1}}) { name } b: pets(filter: {range: {to: 1}}) { name } c: "
          + #"pets(filter: {nam: "x", moods: [CALM]}) { name } d: pets(filter: "x") { name } e: pets(filter: {any: "#
          + #"[{range: 3}, {weight: "x"}]}) { name } }"#,
        errors: [
          #"Field "Range.from" of required type "Int!" was not provided. (1:72)"#,
          #"Field "nam" is not defined by type "PetFilter". Did you mean "name" or "any"? (1:108)"#,
          #"Expected value of type "PetFilter", found "x". (1:159)"#,
          #"Expected value of type "Range", found 3. (1:204)"#,
          #"Float cannot represent non numeric value: "x" (1:217)"#,
        ]),
      ValidationCase(
        "nothing near an unknown input field",
        "{ pets(filter: {completelyElse: 1, wild: 2}) { name } }",
        errors: [
          #"Field "completelyElse" is not defined by type "PetFilter". (1:17)"#,
          "Boolean cannot represent a non boolean value: 2 (1:42)",
        ]),
      ValidationCase(
        "variables are another rule's",
        "query($a: String) { pets(first: $a, filter: {range: {from: $a}, weight: $a}) { name } }"),
      ValidationCase(
        "defaults of variables",
        #"query($a: Int = "x", $b: PetFilter = {range: {from: null}}, $c: [Mood!] = [CALM, null], $d: Int! = null, "#
          + "$e: Nope = 3, $f: Dog = 1) { dog { name } }",
        errors: [
          #"Int cannot represent non-integer value: "x" (1:17)"#,
          #"Expected value of type "Int!", found null. (1:53)"#,
          #"Expected value of type "Mood!", found null. (1:82)"#,
          #"Expected value of type "Int!", found null. (1:100)"#,
        ]),
      ValidationCase(
        "arguments of directives",
        #"{ dog @tagged(name: 1, weight: "x") { name @skip(if: "no") @include(if: null) @nope(a: 1) } }"#,
        errors: [
          "String cannot represent a non string value: 1 (1:21)",
          #"Int cannot represent non-integer value: "x" (1:32)"#,
          #"Boolean cannot represent a non boolean value: "no" (1:54)"#,
          #"Expected value of type "Boolean!", found null. (1:73)"#,
        ]),
      ValidationCase(
        "one-of input objects",
        "query($x: ID, $y: ID!) { a: pick(by: {id: 1}) { model } b: pick(by: {}) { model } c: pick(by: {id: 1, "
          + #"name: "x"}) { model } d: pick(by: {id: null}) { model } e: pick(by: {id: $x}) { model } f: pick(by: {id: "#
          + "$y}) { model } }",
        errors: [
          #"OneOf Input Object "Choice" must specify exactly one key. (1:69)"#,
          #"OneOf Input Object "Choice" must specify exactly one key. (1:95)"#,
          #"Field "Choice.id" must be non-null. (1:137)"#,
          #"Variable "x" must be non-nullable to be used for OneOf Input Object "Choice". (1:171)"#,
        ]),
      ValidationCase(
        "unknown arguments are not looked at",
        "{ dog { name(lower: [1, {a: $x}]) } nope(a: 1) }"),
      ValidationCase(
        "custom scalars take anything",
        "{ robot(at: [1, {a: true, b: [X]}]) { model } }"),
      ValidationCase(
        "a list in an object in a list",
        #"{ pets(filter: {any: [{moods: ["x"], id: 1.5}, 3, null]}) { name } }"#,
        errors: [
          #"Enum "Mood" cannot represent non-enum value: "x". (1:32)"#,
          "ID cannot represent a non-string and non-integer value: 1.5 (1:42)",
          #"Expected value of type "PetFilter!", found 3. (1:48)"#,
          #"Expected value of type "PetFilter!", found null. (1:51)"#,
        ]),
    ])
  func table(_ test: ValidationCase) throws {
    try test.check("ValuesOfCorrectType")
  }
}
