import GraphQLLanguage
import OrderedJSON
import RecordingsTestSupport
import Testing

@testable import Recordings
@testable import Redaction

/// Cookies in named sessions, without a rule.
@Suite struct SessionCookieTests {
  private static let login = "mutation Login($email: String) { login(email: $email) { id } }"

  /// Records one answer with cookies.
  private func record(
    _ exchange: inout Exchange, _ text: String, _ variables: JSONObject = [:], authorization: String? = nil,
    cookie: String? = nil, session: Int? = 1, setCookies: [String]
  ) throws -> (request: RedactedRequest, response: RecordedResponse) {
    let request = try exchange.send(
      text, variables, authorization: authorization, cookie: cookie, session: session)
    let response = RecordedResponse(status: 200, headers: [], body: .json(["data": ["ok": true]]))
    return (request, try exchange.redactor.response(response, setCookies: setCookies, to: request, session: session))
  }

  private func value(_ response: RecordedResponse) -> String {
    response.setCookies.first.flatMap(SetCookie.init)?.value ?? ""
  }

  @Test func `a cookie that a recorded answer set identifies its user, while recording and on replay`() throws {
    var recording = try Exchange()
    let ada = try record(&recording, Self.login, ["email": "a"], setCookies: ["connect.sid=real-a-1; Path=/; HttpOnly"])
    let bob = try record(&recording, Self.login, ["email": "b"], setCookies: ["connect.sid=real-b-1; Path=/; HttpOnly"])
    #expect(ada.response.setCookies == ["connect.sid=\(value(ada.response)); Path=/; HttpOnly"])
    #expect(value(ada.response).hasPrefix("understudy-connect-sid-"))
    let asAda = try recording.send("{ me }", cookie: "theme=dark; connect.sid=real-a-1", session: 1).caller
    let asBob = try recording.send("{ me }", cookie: "connect.sid=real-b-1", session: 1).caller
    #expect(asAda == .known(pseudonym: value(ada.response)) && asBob == .known(pseudonym: value(bob.response)))
    #expect(asAda != asBob)
    // In another session of the run as well, and not outside of one.
    #expect(try recording.send("{ me }", cookie: "connect.sid=real-a-1", session: 2).caller == asAda)
    #expect(try recording.send("{ me }", cookie: "connect.sid=real-a-1").caller == .anonymous)

    var replay = try Exchange()
    replay.redactor.adopt(callers: [asAda, asBob])
    for one in [bob, ada] { replay.redactor.adopt(one.response, to: one.request) }
    #expect(try replay.send("{ me }", cookie: "connect.sid=\(value(ada.response))", session: 1).caller == asAda)
    #expect(try replay.send("{ me }", cookie: "connect.sid=\(value(bob.response))", session: 1).caller == asBob)
    #expect(try replay.send("{ me }", cookie: "connect.sid=\(value(bob.response))").caller == .anonymous)
  }

  @Test func `a cookie that no recorded answer set counts for nothing`() throws {
    var exchange = try Exchange()
    #expect(try exchange.send("{ me }", cookie: "sid=real-a-1", session: 1).caller == .anonymous)
    let login = try record(&exchange, Self.login, ["email": "a"], setCookies: ["sid=real-a-1; HttpOnly"])
    // Another value, another name, a placeholder under another name.
    for cookie in ["sid=real-a-2", "token=real-a-1", "token=\(value(login.response))", "theme=dark", "sid"] {
      #expect(try exchange.send("{ me }", cookie: cookie, session: 1).caller == .anonymous, "\(cookie)")
    }
    // A token that a body issued is not a cookie that an answer set.
    let answer: JSON = ["data": ["login": ["token": "token-of-a-1"]]]
    _ = try exchange.record("mutation { login { token } }", session: 1, answer: answer)
    #expect(try exchange.send("{ me }", cookie: "token=token-of-a-1", session: 1).caller == .anonymous)
    #expect(try exchange.send("{ me }", authorization: "token-of-a-1", session: 1).caller != .anonymous)
  }

  @Test func `Authorization comes before cookies, and a cookie takes no number`() throws {
    var exchange = try Exchange()
    _ = try record(&exchange, Self.login, ["email": "a"], setCookies: ["sid=real-a-1; HttpOnly"])
    _ = try exchange.send("{ me }", cookie: "sid=real-a-1", session: 1)
    let both = try exchange.send("{ me }", authorization: "key-one", cookie: "sid=real-a-1", session: 1)
    #expect(both.caller == .authenticated(name: nil))
  }

  @Test func `a refreshed cookie stays the user's, and a logout deletes it`() throws {
    var exchange = try Exchange()
    let login = try record(&exchange, Self.login, ["email": "a"], setCookies: ["sid=real-a-1; HttpOnly"])
    let user = Caller.known(pseudonym: value(login.response))
    // A query of a known user may refresh it, whatever its attributes.
    let refresh = try record(&exchange, "{ me }", cookie: "sid=real-a-1", setCookies: ["sid=real-a-2"])
    #expect(value(refresh.response) != value(login.response))
    #expect(try exchange.send("{ me }", cookie: "sid=real-a-2", session: 1).caller == user)
    for line in ["sid=; Max-Age=0; Path=/", "sid=x; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Path=/"] {
      let logout = try record(&exchange, "mutation { logout }", cookie: "sid=real-a-2", setCookies: [line])
      #expect(logout.response.setCookies == ["sid=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Max-Age=0"])
    }
    #expect(try exchange.send("{ me }", session: 1).caller == .anonymous)
    // The deletion of a cookie whose name says nothing is kept, if it was set.
    _ = try record(&exchange, Self.login, ["email": "b"], setCookies: ["who=real-b-1; HttpOnly"])
    #expect(
      try record(&exchange, "mutation { logout }", setCookies: ["who=; Max-Age=0"]).response.setCookies.count == 1)
    #expect(try record(&exchange, "mutation { logout }", setCookies: ["what=; Max-Age=0"]).response.setCookies == [])
  }

  @Test func `a guest cookie is not recorded, so that two who log in from it stay two`() throws {
    var exchange = try Exchange()
    #expect(try record(&exchange, "{ home }", setCookies: ["sid=guest-1; HttpOnly"]).response.setCookies == [])
    let ada = try record(
      &exchange, Self.login, ["email": "a"], cookie: "sid=guest-1", setCookies: ["sid=real-a-1; HttpOnly"])
    let bob = try record(
      &exchange, Self.login, ["email": "b"], cookie: "sid=guest-1", setCookies: ["sid=real-b-1; HttpOnly"])
    #expect(ada.request.caller == .anonymous && value(ada.response) != value(bob.response))
    #expect(
      try exchange.send("{ me }", cookie: "sid=real-a-1", session: 1).caller
        != exchange.send("{ me }", cookie: "sid=real-b-1", session: 1).caller)
  }

  @Test(
    arguments: [
      ("query Login($password: String) { login(password: $password) { id } }", "hunter2!x", 1),
      ("{ login(password: \"hunter2!x\") { id } }", nil, 1),
      ("{ login(name: \"ada\") { id } }", nil, 0),
    ] as [(String, String?, Int)])
  func `a query with a secret may be a login`(text: String, password: String?, count: Int) throws {
    let variables: JSONObject = password.map { ["password": .string($0)] } ?? [:]
    var exchange = try Exchange()
    let answer = try record(&exchange, text, variables, setCookies: ["sid=real-a-1; HttpOnly"])
    #expect(answer.response.setCookies.count == count)
  }

  @Test func `outside a named session, and beside a rule for cookies, all is as it was`() throws {
    let line = "sid=real-a-1; Path=/; HttpOnly"
    var exchange = try Exchange()
    #expect(
      try record(&exchange, Self.login, ["email": "a"], session: nil, setCookies: [line]).response.setCookies == [])
    #expect(try exchange.send("{ me }", cookie: "sid=real-a-1", session: 1).caller == .anonymous)
    var ruled = try Exchange(identity: IdentityRule(sources: [.cookie("who")]))
    let kept = try record(&ruled, Self.login, ["email": "a"], setCookies: [line, "who=real-w-1"]).response
    #expect(kept.setCookies.compactMap { SetCookie($0)?.name } == ["who"])
    #expect(try ruled.send("{ me }", cookie: "sid=real-a-1", session: 1).caller == .anonymous)
    #expect(try ruled.send("{ me }", cookie: "who=real-w-1", session: 1).caller == .known(pseudonym: value(kept)))
  }

  /// A name for each row of the table of words.
  private static let sessionNames = [
    "sess": "PHPSESSID", "token": "refreshToken", "auth": "x-auth", "oauth": "_oauth2",
    "authorization": "Authorization",
    ".aspxauth": ".ASPXAUTH", "jwt": "appjwt", "sid": "connect.sid", "ssid": "SSID", "login": "wp_login",
    "remember": "remember_me",
  ]

  private static let otherNames = [
    "csrf": "csrftoken", "xsrf": "XSRF-TOKEN", "antiforgery": ".AspNetCore.Antiforgery.x", "nonce": "auth_nonce",
    "consent": "cookieconsent_status", "gdpr": "gdpr_token", "ccpa": "ccpa_token", "optanon": "OptanonSession",
    "analytics": "analytics_session", "tracking": "trackingtoken", "ga": "_ga_sid", "gid": "_gid", "gcl": "_gcl_au",
    "fbp": "_fbp", "hj": "_hjSessionUser_1", "utm": "__utma", "mixpanel": "mp_x_mixpanel",
    "amplitude": "amplitude_session",
    "amp": "AMP_TOKEN", "ajs": "ajs_session", "optimizely": "optimizelySession", "intercom": "intercom-session-x",
    "segment": "segment_session", "experiment": "experimentToken", "variant": "variant_token", "locale": "NEXT_LOCALE",
    "language": "languageToken", "lang": "lang", "i18n": "i18next", "theme": "session_theme", "timezone": "timezone",
    "tz": "tz", "currency": "currency", "flash": "flash_session", "redirect": "auth_redirect_to", "cf": "__cf_bm",
    "cfuvid": "_cfuvid", "cfduid": "__cfduid", "awsalb": "AWSALBCORS", "awselb": "AWSELB",
    "arraffinity": "ARRAffinitySameSite", "bigip": "BIGipServer~x", "affinity": "sessionaffinity",
    "incap": "incap_ses_1",
    "visid": "visid_incap_1", "nlbi": "nlbi_1", "ak": "ak_sess", "bm": "bm_sv", "abck": "_abck", "datadome": "datadome",
    "route": "route",
  ]

  @Test func `each word of the tables decides for a name`() throws {
    #expect(Set(SessionCookie.sessionWords.map(\.word)) == Set(Self.sessionNames.keys))
    #expect(Set(SessionCookie.otherWords.map(\.word)) == Set(Self.otherNames.keys))
    for name in Self.sessionNames.values { #expect(try isKept("\(name)=abcdef"), "\(name)") }
    for name in Self.otherNames.values { #expect(try !isKept("\(name)=abcdef; HttpOnly"), "\(name)") }
  }

  @Test(arguments: [
    ("who=abcdef; HttpOnly", true), ("who=abcdef; httponly; Secure", true), ("who=abcdef", false),
    ("sid=s1", true), ("sid=1", false), ("logged_in=true; HttpOnly", false), ("session=no", false),
    ("author=abcdef", false), ("sidebar=abcdef", false), ("gallery=abcdef; HttpOnly", true),
    ("sid=", false),
  ])
  func `other names, attributes and values`(line: String, isKept: Bool) throws {
    #expect(try self.isKept(line) == isKept)
  }

  private func isKept(_ line: String) throws -> Bool {
    var exchange = try Exchange()
    return try !record(&exchange, Self.login, ["email": "a"], setCookies: [line]).response.setCookies.isEmpty
  }
}
