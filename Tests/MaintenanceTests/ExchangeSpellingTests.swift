import OrderedJSON
import Testing

@testable import Maintenance

@Suite("HTTP exchanges as commands")
struct ExchangeSpellingTests {
  @Test("The path and the parameters are encoded, the body has its form")
  func spellings() throws {
    let variables: JSONObject = ["path": ["a b", "ü", ""], "query": ["q": ["1&2", "3"], "x": .null]]
    let plain = try #require(RequestText.exchange("HTTP_GET_a", variables))
    #expect(plain.method == "GET" && plain.path == "/a%20b/%C3%BC/?q=1%262&q=3&x" && plain.body.isEmpty)
    let form = RequestText.exchange("HTTP_POST", ["path": [], "form": ["a": "it's", "b": ["1", "2"]]])
    #expect(form?.path == "/")
    #expect(form?.body == [#"--data-urlencode 'a=it'\''s'"#, "--data-urlencode 'b=1'", "--data-urlencode 'b=2'"])
    let json = RequestText.exchange("HTTP_PUT", ["path": ["t"], "json": ["a": [1]]])
    #expect(json?.body == [#"--data-raw '{"a":[1]}'"#] && json?.mediaType == "application/json")
    #expect(RequestText.exchange("Todos", variables) == nil)
  }
}
