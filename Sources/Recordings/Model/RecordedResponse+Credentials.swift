extension RecordedResponse {
  /// The placeholders of the credentials that an answer issues, in its body or as cookies.
  package var issuedCredentials: Set<String> {
    let inCookies = setCookies.compactMap { line in SetCookie(line).flatMap { Credential.issued($0.value) } }
    return Set(body.answers.flatMap { Credential.issued(in: $0).map(\.placeholder) } + inCookies)
  }
}
