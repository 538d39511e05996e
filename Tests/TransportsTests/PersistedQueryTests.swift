import OrderedJSON
import Recordings
import Testing
import Transports

@Suite("Documents that are named and not sent")
struct PersistedQueryTests {
  private let text = "query Q { a }"
  private var hash: String { ContentHash(of: Array(text.utf8)).hex }

  private struct Texts: DocumentTexts {
    var known: [String: String] = [:]
    let configurationPath = "recordings/posts/endpoint.yaml"

    func text(of id: String) -> String? { known[id] }
  }

  private func decode(_ members: String, knowing known: [String: String] = [:]) -> Result<
    GraphQLRequest, RequestProblem
  > {
    Result { () throws(RequestProblem) in
      try GraphQLRequest(
        decoding: HTTPRequest(
          method: "POST", target: "/", headers: ["content-type": "application/json"], body: Array(members.utf8)),
        documents: Texts(known: known))
    }
  }

  private func extensions(_ hash: String, version: String = "1") -> String {
    "\"extensions\":{\"persistedQuery\":{\"version\":\(version),\"sha256Hash\":\"\(hash)\"}}"
  }

  @Test("A hash alone is the text that is known, with everything else that came")
  func hashAlone() throws {
    let request = try decode(
      "{\"operationName\":\"Q\",\"variables\":{\"a\":1},\(extensions(hash))}", knowing: [hash: text]
    ).get()
    #expect(request.query == text)
    #expect(request.operationName == "Q")
    #expect(request.variables == ["a": .int(1)])
    #expect(request.naming == .hash(hash))
  }

  @Test("By GET as well, and an empty query is none")
  func get() throws {
    let parameter = "%7B%22persistedQuery%22:%7B%22version%22:1,%22sha256Hash%22:%22\(hash)%22%7D%7D"
    let request = try GraphQLRequest(
      decoding: HTTPRequest(method: "GET", target: "/?query=&operationName=Q&extensions=\(parameter)"),
      documents: Texts(known: [hash: text]))
    #expect(request.query == text)
    #expect(request.operationName == "Q")
  }

  @Test("A text with its hash is checked")
  func both() throws {
    #expect(try decode("{\"query\":\"\(text)\",\(extensions(hash))}").get().naming == .textWithHash(hash))
    #expect(decode("{\"query\":\"{b}\",\(extensions(hash))}") == .failure(.persistedQueryMismatch))
    #expect(decode("{\"query\":\"\(text)\",\(extensions("ab"))}") == .failure(.persistedQueryMismatch))
    #expect(decode("{\"query\":\"\(text)\",\(extensions(hash, version: "2"))}") == .failure(.persistedQueryVersion))
    #expect(decode("{\(extensions(hash, version: "\"1\""))}") == .failure(.persistedQueryVersion))
  }

  @Test("An unknown hash is said to be unknown")
  func notFound() { #expect(decode("{\(extensions(hash))}") == .failure(.persistedQueryNotFound(hash))) }

  static let places = [
    #"{"id":"abc"}"#, #"{"documentId":"abc"}"#, #"{"extensions":{"documentId":"abc"}}"#,
    #"{"extensions":{"id":"abc"}}"#,
    #"{"documentId":"sha256:abc","query":null}"#,
  ]

  @Test("An id is looked up wherever clients put it", arguments: places)
  func id(body: String) throws {
    let request = try decode(body, knowing: ["abc": text]).get()
    #expect(request.query == text)
    guard case .id = request.naming else { throw Unexpected() }
  }

  private struct Unexpected: Error {}

  @Test("An id by GET")
  func idByGET() throws {
    let request = try GraphQLRequest(
      decoding: HTTPRequest(method: "GET", target: "/?documentId=abc"), documents: Texts(known: ["abc": text]))
    #expect(request.query == text)
  }

  @Test("An id that no manifest knows says where to name one")
  func unknownID() {
    #expect(
      decode(#"{"id":"abc"}"#)
        == .failure(.unknownDocument("abc", configuration: "recordings/posts/endpoint.yaml")))
  }

  @Test("A text goes before an id, and a hash that is known before both")
  func precedence() throws {
    #expect(try decode("{\"id\":\"abc\",\"query\":\"{b}\"}", knowing: ["abc": text]).get().query == "{b}")
    #expect(try decode("{\"id\":\"abc\",\(extensions(hash))}", knowing: [hash: text]).get().query == text)
  }
}
