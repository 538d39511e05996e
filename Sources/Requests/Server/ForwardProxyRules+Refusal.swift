import Recordings
package import Transports

extension ForwardProxyRules {
  /// The refusal of a proxy request by its user: without the token, or without the name of a session if `namesSession`
  /// is true.
  package func refusal(of request: ClientRequest, namesSession: Bool) -> Answer? {
    if let token {
      guard request.proxyUser?.password == token else {
        return Self.required(
          "The proxy request has no valid token. Use the proxy URL http://\(namesSession ? "SESSION" : "understudy"):TOKEN@HOST:PORT, with the TOKEN of --proxy-token."
        )
      }
    } else if isReachable {
      return ErrorAnswer.make(
        status: 403,
        message:
          "Other machines can reach this port, so it is a proxy only with a token. Start with --proxy-token TOKEN, or without --host.",
        code: .forbiddenHost)
    }
    guard namesSession else { return nil }
    guard let user = request.proxyUser, !user.name.isEmpty else {
      let password = token == nil ? "x" : "TOKEN"
      return Self.required(
        "The proxy request names no session, which --sessions-by-proxy-user requires. Use a proxy URL with the session as its user: http://SESSION:\(password)@HOST:PORT (a browser sends it only after this answer)"
      )
    }
    // A name with a colon would be cut there, and tests of one file would share a session.
    guard token != nil || !user.password.contains(":") else {
      return SessionNameProblem(
        "The password of the proxy URL contains a colon, so the session name before it may be incomplete: a colon ends the user name. In the name, write %3A instead, which is %253A in a URL."
      ).answer
    }
    do {
      _ = try SessionName.canonical(user.name)
      return nil
    } catch {
      return error.answer
    }
  }

  /// An answer after which clients send their user name and password.
  private static func required(_ message: String) -> Answer {
    var answer = ErrorAnswer.make(status: 407, message: message, code: .forbiddenHost)
    answer.headers.append("proxy-authenticate", "Basic realm=\"understudy\"")
    return answer
  }
}
