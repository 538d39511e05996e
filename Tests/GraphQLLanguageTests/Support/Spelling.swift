import GraphQLLanguage

/// One of the ways in which clients spell a document.
struct Spelling: CustomStringConvertible, Sendable {
  var description: String
  /// What ends a line inside a definition; `""` glues the lines together, their indentation kept.
  var lineEnd = "\n"
  var indentation = "  "
  var definitionSeparator = "\n\n"
  var fragments = FragmentOrder.asWritten
  var argumentSeparator = ", "
  /// Whether arguments of more than 80 columns stand one a line, without commas, as graphql-js has it.
  var breaksLongArguments = true
  var colon = ": "
  var objectPadding = ""
  var afterSelection = ""
  var opening = " {"
  /// Whether `{ a }` is spelled `query { a }`.
  var spellsOutQuery = false
  var reversesNames = false
  var usesBlockStrings = false
  var describes = false
  var prefix = ""
  var suffix = ""

  enum FragmentOrder: Sendable { case asWritten, first, sorted, reversed }

  /// What the client versions and other tools send, and what people write.
  static let all = [
    Spelling(description: "graphql-js print"),
    Spelling(
      description: "apollo-codegen 0.10: no line ends at all", lineEnd: "", definitionSeparator: "",
      breaksLongArguments: false),
    Spelling(
      description: "Apollo iOS 0.6 to 0.29: no separator before fragments", definitionSeparator: "",
      breaksLongArguments: false),
    Spelling(description: "Apollo iOS 0.30 to 0.53", definitionSeparator: "\n", breaksLongArguments: false),
    Spelling(description: "Apollo iOS 1.0.0 to 1.3.1", definitionSeparator: "\n"),
    Spelling(
      description: "Apollo iOS 1.3.2 and later: one line a definition", lineEnd: " ", indentation: "",
      definitionSeparator: "\n", fragments: .sorted),
    Spelling(
      description: "Apollo iOS 1.10 and later: padded object literals", lineEnd: " ", indentation: "",
      definitionSeparator: "\n", fragments: .sorted, objectPadding: " "),
    Spelling(
      description: "minified", lineEnd: " ", indentation: "", definitionSeparator: "", argumentSeparator: ",",
      breaksLongArguments: false, colon: ":", opening: "{"),
    Spelling(description: "commas for spaces", lineEnd: ",", indentation: ",", argumentSeparator: ",", colon: ":,"),
    Spelling(description: "commas after selections", afterSelection: ","),
    Spelling(description: "no commas", argumentSeparator: " "),
    Spelling(description: "comments", afterSelection: " # \"comment\" { } é", prefix: "# first\n", suffix: "\n# last"),
    Spelling(description: "CRLF, tabs and a byte order mark", lineEnd: "\r\n", indentation: "\t", prefix: "\u{FEFF}"),
    Spelling(description: "CR alone", lineEnd: "\r", afterSelection: "#"),
    Spelling(description: "fragments first", fragments: .first),
    Spelling(description: "fragments in another order", fragments: .reversed),
    Spelling(description: "the word query", spellsOutQuery: true),
    Spelling(description: "names in another order", reversesNames: true),
    Spelling(description: "block strings", usesBlockStrings: true),
    Spelling(description: "descriptions", spellsOutQuery: true, describes: true),
    Spelling(
      description: "other definitions beside", suffix: "\nfragment Unused on T { a ...Unused } type T { a: Int }"),
  ]

  func spell(_ document: Document) -> String {
    var speller = Speller(spelling: self)
    let fragments = document.definitions.filter { if case .fragment = $0 { true } else { false } }
    let others = document.definitions.filter { if case .fragment = $0 { false } else { true } }
    let byName = fragments.sorted { $0.printed() < $1.printed() }
    let definitions =
      switch self.fragments {
      case .asWritten: document.definitions
      case .first: fragments + others
      case .sorted: others + byName
      case .reversed: others + byName.reversed()
      }
    return prefix + definitions.map { speller.spell($0) }.joined(separator: definitionSeparator) + suffix
  }
}
