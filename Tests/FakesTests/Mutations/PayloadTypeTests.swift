import Fakes
import GraphQLSchema
import OrderedJSON
import Testing

@Suite("Types of payloads")
struct PayloadTypeTests {
  @Test("what only mutations answer with is a payload, though it has an id")
  func payloads() throws {
    var client = try Client(.desk)
    #expect(
      client.ask(#"mutation { issueDelete(id: "2") { id ok deletedCount } }"#)
        == #"{"data":{"issueDelete":{"id":"2","ok":true,"deletedCount":1}}}"#)
    #expect(!client.texts("{ issues { id } }", ["issues"], "id").contains("2"))
    #expect(
      client.ask(#"mutation { bulkDelete(ids: ["3"]) { ok deletedCount } }"#)
        == #"{"data":{"bulkDelete":{"ok":true,"deletedCount":0}}}"#)
    #expect(
      client.ask(#"mutation { deleteRoom(id: "1") { id success } }"#)
        == #"{"data":{"deleteRoom":{"id":"1","success":true}}}"#)
  }
}
