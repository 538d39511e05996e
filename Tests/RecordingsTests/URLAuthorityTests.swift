import Recordings
import Testing

@Suite("URLAuthority")
struct URLAuthorityTests {
  @Test(
    "The host and the port of an authority",
    arguments: [
      ("api.example.com", "api.example.com - nil nil"), ("api.example.com:8443", "api.example.com - 8443 8443"),
      ("[::1]", "::1 [] nil nil"), ("[::1]:80", "::1 [] 80 80"), ("a:", "a -  nil"), ("a:0", "a - 0 nil"),
      ("a:65535", "a - 65535 65535"), ("a:65536", "a - 65536 nil"), ("a:+1", "a - +1 nil"), ("a:b:1", "a - b:1 nil"),
      ("", "nil"), (":80", "nil"), ("[]", "nil"), ("[::1", "nil"), ("[::1]80", "nil"), ("::1", "nil"),
    ])
  func parts(text: String, expected: String) {
    let parts = URLAuthority(text)
    let shown = parts.map {
      "\($0.host) \($0.isBracketed ? "[]" : "-") \($0.portText ?? "nil") \($0.port.map(String.init) ?? "nil")"
    }
    #expect(shown ?? "nil" == expected)
  }

  @Test(
    "Hosts that are this machine",
    arguments: [
      ("localhost", true), ("LOCALHOST", true), ("app.localhost", true), ("127.0.0.1", true), ("127.9.9.9", true),
      ("::1", true), ("127.example.com", false), ("localhost.example.com", false), ("10.0.0.1", false), ("", false),
    ])
  func loopback(host: String, isLoopback: Bool) {
    #expect(host.isLoopbackHost == isLoopback)
  }
}
