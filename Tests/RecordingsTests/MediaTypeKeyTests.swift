import OrderedJSON
import RecordingsTestSupport
import Testing

@testable import Recordings

/// The media type of a request's body counts where GraphQL over HTTP does not name it, and only there.
@Suite struct MediaTypeKeyTests {
  @Test(arguments: [
    "", "application/json", "application/graphql+json", "application/vnd.api+json", "application/graphql",
    "multipart/form-data",
  ])
  func `a usual media type does not count`(_ mediaType: String) throws {
    #expect(DocumentKey.isUsual(mediaType: mediaType))
    #expect(DocumentKey.headers([], mediaType: mediaType).isEmpty)
    #expect(DocumentKey.headers([], mediaType: nil).isEmpty)
  }

  @Test(arguments: ["text/plain", "application/x-www-form-urlencoded", "application/xml", "json", "text/json"])
  func `another one makes another key`(_ mediaType: String) throws {
    let headers = DocumentKey.headers([.init(name: "x-tenant", value: "a")], mediaType: mediaType)
    #expect(headers == [.init(name: "content-type", value: mediaType), .init(name: "x-tenant", value: "a")])
    let sent = try Sent("{ a }")
    func key(_ mediaType: String?) -> OperationKey {
      sent.key.key(
        variables: nil, identity: .anonymous, headers: DocumentKey.headers([], mediaType: mediaType))
    }
    #expect(key(mediaType) != key(nil) && key(mediaType) != key("text/html"))
    #expect(key(nil) == key("application/json"))
  }

  @Test func `where a rule counts the header it stands once, as the rule has it`() {
    let counted = RecordedResponse.Header(name: "content-type", value: "text/plain;charset=UTF-8")
    #expect(DocumentKey.headers([counted], mediaType: "text/plain") == [counted])
  }

  @Test(arguments: [
    ("text/plain", "text/plain"), ("Text/Plain ; charset=utf-8", "text/plain"), ("application/json", nil),
    ("application/json; charset=utf-8", nil),
  ])
  func `what was recorded counts as what is asked, whatever rule there was`(_ recorded: String, _ key: String?) throws {
    let headers = try Sent("{ a }").key.counted([.init(name: "content-type", value: recorded)], by: .none)
    #expect(headers.map(\.value) == (key.map { [$0] } ?? []))
  }
}
