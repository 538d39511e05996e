/// How `@defer` and `@stream` are carried out, by what clients expect of what arrives later.
package enum IncrementalDelivery: Hashable, Sendable {
  /// Every value is delivered once: a field that the initial result or another fragment has already is left out of a
  /// deferred one. The September 2025 specification's working draft, and graphql-js 17.
  case once
  /// A deferred fragment is delivered whole, with the fields that other parts have as well. The draft of 2022-08-24
  /// (`deferSpec=20220824`), as Apollo's servers and clients speak it.
  case fragmentwise
}
