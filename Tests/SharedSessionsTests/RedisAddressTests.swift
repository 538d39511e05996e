import RedisSessions
import SharedSessions
import Testing

@Suite("RedisAddress")
struct RedisAddressTests {
  @Test(
    "The parts of a URL",
    arguments: [
      ("redis://127.0.0.1", "127.0.0.1:6379 nil 0 understudy: plain"),
      ("redis://store.example.com:7000/3?prefix=mock-1:", "store.example.com:7000 nil 3 mock-1: plain"),
      ("rediss://ci@store/", "store:6379 ci 0 understudy: TLS"),
      ("valkey://[::1]:7000/1", "[::1]:7000 nil 1 understudy: plain"),
      ("valkeys://[fe80::1]", "[fe80::1]:6379 nil 0 understudy: TLS"),
    ])
  func parts(url: String, expected: String) throws {
    let address = try RedisAddress(url)
    let user = address.user ?? "nil"
    let way = address.usesTLS ? "TLS" : "plain"
    #expect("\(address.name) \(user) \(address.database) \(address.prefix) \(way)" == expected)
  }

  @Test(
    "A URL with a mistake is refused, with the reason",
    arguments: [
      ("http://store", "no URL of Redis or Valkey"), ("redis://", "no host"), ("redis://:6379", "no host"),
      ("redis://store:0", "port"), ("redis://store:65536", "port"), ("redis://store:six", "port"),
      ("redis://store/one", "\"one\""), ("redis://store/-1", "\"-1\""), ("redis://store?prefix=", "?prefix="),
      ("redis://store?db=1", "?db=1"), ("redis://ci:secret@store", "UNDERSTUDY_SESSIONS_PASSWORD"),
    ])
  func mistakes(url: String, reason: String) {
    let error = #expect(throws: StoreProblem.self) { try RedisAddress(url) }
    #expect(error?.description.contains(reason) == true && error?.description.contains("secret") == false)
  }

  @Test(
    "Only an address of this machine needs no password",
    arguments: [
      ("localhost", true), ("127.0.0.1", true), ("127.3.2.1", true), ("[::1]", true), ("127.example.com", false),
      ("store", false), ("10.0.0.1", false), ("[fe80::1]", false), ("localhost.example.com", false),
    ])
  func local(host: String, isLocal: Bool) throws {
    #expect(try RedisAddress("redis://\(host):6379/0").isLocal == isLocal)
  }
}
