import Foundation
import GraphQLExecution
import GraphQLLanguage

/// The texts that mutation starts from, and the tokens it borrows.
struct Corpus {
  private(set) var texts: [(bytes: [UInt8], isJSON: Bool)] = []
  private(set) var schemas: [SourceText] = []
  private(set) var documents: [Document] = []

  /// Files larger than this are schemas to validate against, but too slow to mutate.
  private static let longestMutated = 40_000

  init(_ files: [String]) throws {
    for file in files.sorted() {
      let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: file)))
      let isJSON = file.hasSuffix(".json")
      if file.hasSuffix(".graphqls") { schemas.append(SourceText(utf8: bytes, name: file)) }
      add(bytes, isJSON: isJSON)
    }
    for text in Self.odd { add(Array(text.utf8), isJSON: false) }
    add(Array(IntrospectionQuery.text.utf8), isJSON: false)
    add(Array(#"{"a":[1,-0.5e+7,"\u00e9\ud83d\ude00",true,null,{"":{}}]}"#.utf8), isJSON: true)
  }

  mutating func add(_ bytes: [UInt8], isJSON: Bool) {
    guard bytes.count <= Self.longestMutated else { return }
    texts.append((bytes, isJSON))
    if !isJSON, let document = try? parse(SourceText(utf8: bytes), limits: .schema) { documents.append(document) }
  }

  /// Constructs that recordings seldom have.
  private static let odd = [
    "\"d\" query Q($a: [Int!]! = [1, 2] @d, $b: I = {x: {y: \"\"\"\n  block\n    more \\\"\"\" \n\"\"\"}}) @skip(if: $a) {"
      + " a: b(c: $a, d: -0.5e10, e: \"\\u{1F600}\\n\\uD83D\\uDE00\") @include(if: true) { ...F ... on T { x } ... @d { y } } }"
      + " fragment F on T @d { z ...G } fragment G on T { ...F }",
    "query A { a } mutation B { b } subscription C { c } { d }",
    "schema @s { query: Q mutation: M } extend schema { subscription: S } scalar D @specifiedBy(url: \"x\")"
      + " interface N { id: ID! } interface I implements N { id: ID! a(b: Int = 3 @deprecated, c: [E!] = [A]): U }"
      + " type Q implements I & N { id: ID! a(b: Int = 3, c: [E!] = [A]): U } type M { m(i: In!): Q } type S { s: D }"
      + " union U = Q | M enum E { A B @deprecated(reason: \"no\") } input In @oneOf { a: Int b: In }"
      + " input Df { a: Int! = 1 b: [Df!] = [{a: 2}] } directive @s repeatable on SCHEMA | OBJECT | FIELD"
      + " extend type Q @s { x: [[Int!]!]! } extend enum E { C } extend input Df { c: String = \"\\t\" } extend union U = S"
      + " extend scalar D @s extend interface N @s",
  ]
}
