import RecordingsTestSupport
import Testing

@testable import Recordings
@testable import Redaction

@Suite struct SecretNameTests {
  @Test(arguments: [
    "token", "Token", "TOKEN", "accessToken", "access_token", "ACCESS_TOKEN", "accesstoken", "refreshToken", "idToken",
    "authToken", "csrf-token", "password", "userPassword", "newPassword", "passwordConfirmation", "password2",
    "passwordHash", "passwd", "pwd", "secret", "clientSecret", "client_secret", "secretValue", "apiKey", "api_key",
    "APIKey", "API-KEY", "apikey", "stripeApiKey", "privateKey", "private_key", "accessKey", "awsAccessKeyId",
    "secretKey", "jwt", "otp", "otpCode", "credential", "bearerToken", "resetPasswordToken", "passphrase",
    "sessionToken",
    "signingKey", "userpassword", "refreshtoken", "passwords", "apiKeys", "tokens", "accesstokens", "tokenBase64",
    "secret_b64", "accessTOKENs", "用户Token",
  ])
  func `a name that ends in a word for secrets makes any text one`(name: String) {
    #expect(SecretName.strength(of: name) == .sure)
    #expect(SecretName.makesSecret(Array("x".utf8), named: name))
    #expect(!SecretName.makesSecret([], named: name))
  }

  @Test(arguments: [
    "nextToken", "nextPageToken", "next_page_token", "pageToken", "prevToken", "continuationToken", "syncToken",
    "startToken", "cursorToken", "designToken", "tokenCount", "tokenType", "tokenExpiresAt", "tokenLimit", "tokenId",
    "tokenName", "passwordLess", "passwordless", "isPasswordSet", "hasPassword", "requiresPassword",
    "passwordExpiresAt",
    "passwordStrength", "secretary", "tokenize", "author", "authors", "authorId", "keyboard", "key", "keys",
    "publicKey",
    "primaryKey", "foreignKey", "sortKey", "hash", "cursor", "after", "before", "endCursor", "code", "id", "pinned",
    "spin", "opinion", "pass", "passport", "compass", "sessionName", "sessionCount", "sessions", "credentialType",
    "authorizedAt", "name", "value", "", "_", "maxTokens", "totalTokens", "apiKeyCount", "otpEnabled", "bypass",
    "conference", "tokenB", "tokenBase", "shippingPinned", "cookieConsent", "secretsCount",
  ])
  func `a near miss is no secret`(name: String) {
    #expect(SecretName.strength(of: name) == nil)
    #expect(!SecretName.makesSecret(Array("Zk3v9Qm1x8Lp4Ts7Hd2b".utf8), named: name))
    #expect(!SecretName.makesNumberSecret(named: name))
  }

  @Test(arguments: [
    "session", "sessionId", "session_id", "sid", "authorization", "auth", "credentials", "cookie",
  ])
  func `a name that ordinary data has as well makes only what looks random a secret`(name: String) {
    #expect(SecretName.strength(of: name) == .likely)
    #expect(SecretName.makesSecret(Array("Zk3v9Qm1x8Lp4Ts7Hd2b".utf8), named: name))
    #expect(!SecretName.makesSecret(Array("Opening keynote with questions".utf8), named: name))
    #expect(!SecretName.makesSecret(Array("42".utf8), named: name))
    #expect(!SecretName.makesSecret(Array("ADMIN".utf8), named: name))
  }

  @Test func `a pin is a few digits, not where something is pinned to`() {
    #expect(SecretName.makesSecret(Array("0812".utf8), named: "pin"))
    #expect(SecretName.makesSecret(Array("0812".utf8), named: "cardPinCode"))
    #expect(!SecretName.makesSecret(Array("Berlin, Mitte".utf8), named: "pin"))
    #expect(SecretName.makesNumberSecret(named: "pin"))
    #expect(SecretName.makesNumberSecret(named: "otpCode"))
    #expect(!SecretName.makesNumberSecret(named: "tokens"))
    #expect(!SecretName.makesNumberSecret(named: "token"))
  }

  @Test(arguments: [
    ("APIKeyOfUser_2", ["api", "key", "of", "user", "2"]), ("access-token", ["access", "token"]), ("", []),
    ("__typename", ["typename"]), ("HTTPSession", ["http", "session"]), ("accessTOKENs", ["access", "tokens"]),
    ("tokenBase64", ["token", "base", "64"]),
  ])
  func `names fall into words`(name: String, words: [String]) {
    #expect(SecretName.words(of: name) == words)
  }
}
