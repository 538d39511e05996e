import GraphQLLanguage

/// The fragments of a document by name. The last one of a name wins, as in graphql-js.
struct DocumentFragments {
  let all: [FragmentDefinition]
  private var indexes: [String: Int] = [:]

  init(_ document: Document) {
    var fragments: [FragmentDefinition] = []
    for case .fragment(let fragment) in document.definitions {
      indexes[fragment.name.text] = fragments.count
      fragments.append(fragment)
    }
    all = fragments
  }

  /// Returns the index in `all` of the fragment of this name.
  func index(of name: String) -> Int? { indexes[name] }

  subscript(name: String) -> FragmentDefinition? { indexes[name].map { all[$0] } }
}
