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
