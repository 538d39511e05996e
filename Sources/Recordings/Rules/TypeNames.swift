package import GraphQLLanguage

extension OperationKind {
  /// The default name of the root type.
  package var rootType: String {
    switch self {
    case .query: "Query"
    case .mutation: "Mutation"
    case .subscription: "Subscription"
    }
  }
}
