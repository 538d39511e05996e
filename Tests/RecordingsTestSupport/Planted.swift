import OrderedJSON
package import Recordings

/// Made-up secrets of each kind, put together from parts so that no scanner takes this file for a leak.
package enum Planted {
  package static let hex64 = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
  package static let alnum = "Zk3v9Qm1x8Lp4Ts7Hd2bRw6Nc0Yf5Jg3Ea1Uo9Vi7Xt4Bz8Kq2Ms6Pl0Dh5Wn3Cr1Gy9Fu7Ja4Se8It2Ob6"
  package static let upper = "ZK3V9QM1X8LP4TS7HD2BRW6NC0YF5JG3EA1UO9VI7XT4BZ8KQ2MS6PL0DH5WN3CR1GY9FU7JA4SE8IT2OB6"

  package static func hex(_ count: Int) -> String { String(hex64.prefix(count)) }
  package static func word(_ count: Int) -> String { String(alnum.prefix(count)) }
  package static func capitals(_ count: Int) -> String { String(upper.prefix(count)) }

  package static func encoded(_ text: String) -> String { Base64.encodeForURL(Array(text.utf8)).text }

  package static let jwt = [
    encoded(#"{"alg":"RS256","typ":"JWT","kid":"k1"}"#),
    encoded(#"{"sub":"4711","email":"ann@example.org","exp":1700000000}"#), word(43),
  ].joined(separator: ".")

  package static let privateKey =
    "-----BEGIN " + "RSA PRIVATE KEY-----\n\(alnum)\n\(String(alnum.reversed()))\n-----END " + "RSA PRIVATE KEY-----"

  /// One secret, or more, of each kind; the text is the secret itself.
  package static let secrets: [(kind: SecretKind, text: String)] = [
    (.jwt, jwt), (.privateKey, privateKey),
    (.ageKey, "AGE-SECRET-" + "KEY-1" + capitals(58)), (.airtable, "pat" + word(14) + "." + hex64),
    (.anthropic, "sk-" + "ant-api03-" + word(60)), (.atlassian, "ATA" + "TT3" + word(60)),
    (.awsAccessKey, "AKI" + "A" + capitals(16)), (.awsAccessKey, "ASI" + "A" + capitals(16)),
    (.azureClientSecret, "abc" + "8Q~" + word(34)), (.azureStorageKey, "Account" + "Key=" + word(80) + "zzzzzz=="),
    (.databricks, "dap" + "i" + hex(32)), (.digitalOcean, "dop_" + "v1_" + hex64),
    (.dockerHub, "dckr_" + "pat_" + word(27)), (.doppler, "dp." + "pt." + word(43)), (.github, "gh" + "p_" + word(36)),
    (.github, "github_" + "pat_" + word(22) + "_" + word(59)), (.gitlab, "glp" + "at-" + word(20)),
    (.googleAPIKey, "AIz" + "a" + word(35)), (.googleOAuth, "ya" + "29." + word(60)),
    (.googleOAuth, "GOC" + "SPX-" + word(28)), (.grafana, "gls" + "a_" + word(32) + "_" + hex(8)),
    (.heroku, "HRK" + "U-" + word(60)), (.huggingFace, "h" + "f_" + word(34)), (.linear, "lin_" + "api_" + word(40)),
    (.mailchimp, hex(32) + "-us" + "12"), (.mailgun, "key" + "-" + hex(32)), (.newRelic, "NRA" + "K-" + capitals(27)),
    (.notion, "secr" + "et_" + word(43)), (.npm, "np" + "m_" + word(36)), (.openAI, "sk-" + "proj-" + word(48)),
    (.openAI, "s" + "k-" + word(48)), (.planetScale, "pscale_" + "tkn_" + word(43)),
    (.postman, "PMA" + "K-" + hex(24) + "-" + hex(34)), (.pypi, "pyp" + "i-" + word(80)),
    (.sendGrid, "S" + "G." + word(22) + "." + word(43)), (.shopify, "shp" + "at_" + hex(32)),
    (.slack, "xox" + "b-" + "1234567890-" + word(24)),
    (.slackWebhook, "https://hooks." + "slack.com/services/T" + capitals(8) + "/B" + capitals(8) + "/" + word(24)),
    (.square, "sq0" + "atp-" + word(22)), (.stripe, "sk_" + "live_" + word(24)), (.stripe, "rk_" + "test_" + word(24)),
    (.stripe, "wh" + "sec_" + word(32)), (.supabase, "sb" + "p_" + hex(40)),
    (.telegram, "123456789:" + "AA" + word(33)), (.twilio, "S" + "K" + hex(32)), (.vault, "hv" + "s." + word(24)),
  ]

  /// Secrets that are known by what stands around them.
  package static let inContext: [(kind: SecretKind, text: String, secret: String)] = [
    (.bearer, "Bearer " + word(20), word(20)), (.bearer, "authorization: bearer " + hex(32), hex(32)),
    (.basic, "Basic " + Base64.encode(Array("ann:hunter2!".utf8)), Base64.encode(Array("ann:hunter2!".utf8))),
    (.urlPassword, "see postgres://ann:hunter2!@db.example.org/x", "hunter2!"),
    (.jwt, "Bearer " + jwt, jwt), (.github, "token=gh" + "p_" + word(36) + "&x=1", "gh" + "p_" + word(36)),
  ]

  package static let nearMisses: [String] = [
    // Ids and cursors as GraphQL servers have them.
    "cixnen24p33lo0143bexvr52n", "ckv3z0q3v0000qzrmn831i7rn", "6F1D8E0C-2B1A-4C7E-9F7B-1D2E3F4A5B6C",
    "TGF1bmNoOjI1", "bWVAZXhhbXBsZS5jb20=", "Y3Vyc29yOnYyOpK5MjAyMC0xMi0wNlQxNzoxNzozMlrOD3Y1Cg==",
    "eyJpZCI6MSwibmFtZSI6ImEifQ==", "eyJpZCI6MX0.x", "eyJpZCI6MX0.eyJhIjoxfQ.sig", "1583556631",
    "gid://shopify/Product/1",
    "https://images2.imgbox.com/65/a5/8iNE9T6Y_o.png", "https://imgur.com/jHNFSY6.png", hex64, hex(40), hex(32),
    "https://www.gravatar.com/avatar/\(hex(32))?d=identicon", "sha256-\(hex64)", "W/\"\(hex(20))\"",
    // Words of a sentence.
    "Bearer authentication is required here", "Basic authentication failed", "Bearer of the ring and bread",
    "Basic Instinct: 1992", "password", "The token has expired",
    "-----BEGIN PUBLIC KEY-----\nabc\n-----END PUBLIC KEY-----",
    "-----BEGIN CERTIFICATE-----\nabc\n-----END CERTIFICATE-----", "----- BEGIN PRIVATE -----",
    // URLs without a password.
    "https://ann@example.org/", "https://example.org:8080/a@b", "https://example.org/a:b@c", "http://:@host",
    "mailto:ann@example.org", "https://user:@example.org/",
    // Too short, too long, or inside of a word.
    "gh" + "p_" + word(20), "AKI" + "A" + capitals(10), "AKI" + "A" + capitals(20), "sk_" + "live_" + word(5),
    "xox" + "b-123", "AIz" + "a" + word(20), "x" + "AKI" + "A" + capitals(16), "skill-" + word(10), "task-" + word(48),
    "S" + "K" + hex(20), "s" + "k-" + word(20), "npm_config_registry_of_this_project", "hf_hub_download", "SG.1.2",
    "key-value", "pat.", "+49 30 123456789", "4111 1111 1111 1111", "2017-03-01T00:00:00.000Z",
  ]
}
