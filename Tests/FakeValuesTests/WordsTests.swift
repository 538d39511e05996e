import Testing

@testable import FakeValues

@Suite("Identifiers and slugs")
struct WordsTests {
  @Test(
    "an identifier falls into its words",
    arguments: [
      ("profileImageURL", ["profile", "image", "url"]), ("profile_image_url", ["profile", "image", "url"]),
      ("URLPath", ["url", "path"]), ("imageURLs", ["image", "urls"]), ("_id", ["id"]), ("id", ["id"]),
      ("hostIPv6", ["host", "ipv6"]), ("IPv4s", ["ipv4s"]), ("HTTPSProxy2Host", ["https", "proxy2", "host"]),
      ("emojiU", ["emoji", "u"]), ("createdAt", ["created", "at"]),
      ("address1", ["address1"]), ("A", ["a"]), ("__typename", ["typename"]), ("", []), ("größe", ["gr", "e"]),
    ])
  func words(identifier: String, expected: [String]) {
    #expect(FakeValues.words(of: identifier) == expected)
  }

  @Test(
    "a plural has its singular, and what only looks like one stays",
    arguments: [
      ("countries", "country"), ("tags", "tag"), ("boxes", "box"), ("addresses", "address"), ("status", "status"),
      ("address", "address"), ("people", "person"), ("analysis", "analysis"), ("series", "series"),
      ("movies", "movie"), ("cookies", "cookie"), ("zombies", "zombie"), ("selfies", "selfie"), ("ties", "tie"),
      ("cities", "city"), ("movie", "movie"), ("categories", "category"), ("stories", "story"), ("replies", "reply"),
      ("launches", "launch"),
      ("ids", "id"), ("as", "as"),
    ])
  func singulars(plural: String, expected: String) {
    #expect(singular(plural) == expected)
  }

  @Test(
    "a slug is plain ASCII",
    arguments: [
      ("Zoë O'Brien", "zoe-obrien"), ("  Crème brûlée!", "creme-brulee"), ("Łukasz Müller", "lukasz-mueller"),
      ("Yılmaz", "yilmaz"), ("日本", ""), ("a--b", "a-b"), ("Île-de-France", "ile-de-france"),
    ])
  func slugs(text: String, expected: String) {
    #expect(slugged(text) == expected)
  }
}
