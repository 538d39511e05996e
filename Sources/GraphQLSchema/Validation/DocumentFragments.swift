import GraphQLLanguage

/// The fragments of a document by name; of several with one name the last counts, as in the reference.
struct DocumentFragments {
  /// All fragments, in the order of the text.
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

  /// The index in `all` of the fragment of this name that counts.
  func index(of name: String) -> Int? { indexes[name] }

  subscript(name: String) -> FragmentDefinition? { indexes[name].map { all[$0] } }
}
