package import GraphQLLanguage

extension OperationKind {
  /// The usual name of the type at the root.
  package var rootType: String {
    switch self {
    case .query: "Query"
    case .mutation: "Mutation"
    case .subscription: "Subscription"
    }
  }
}

extension TypeReference {
  /// The name inside of lists and exclamation marks.
  package var innermostName: String {
    var type = self
    while true {
      switch type {
      case .named(let named): return named.name.text
      case .list(let inner, _), .nonNull(let inner, _): type = inner
      }
    }
  }
}
