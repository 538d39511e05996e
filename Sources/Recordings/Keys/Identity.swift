/// On whose behalf a request came, as far as recordings tell callers apart.
///
/// Credentials themselves are never kept. A later step tells authenticated callers apart by the pseudonym of what a
/// recorded answer handed out; its place in a file is `"identity": "authenticated as PSEUDONYM"`.
package enum Identity: String, Hashable, Sendable, CaseIterable {
  /// The request carried no credential.
  case anonymous
  /// The request carried a credential, such as an `Authorization` header.
  case authenticated
}
