import GraphQLLanguage
import OrderedJSON
import RecordingsTestSupport
import Testing

@testable import Recordings

@Suite struct NamesTests {
  static let briefs: [(variables: String, brief: String)] = [
    ("{}", "no-variables"),
    (#"{"code": "CA"}"#, "code=CA"),
    (#"{"after": null, "first": 10, "rtl": true}"#, "after=null,first=10,rtl=true"),
    (#"{"filter": {"continent": {"eq": "EU"}}}"#, "filter.continent.eq=EU"),
    (#"{"filter": {"code": {"in": ["US", "CA"]}, "name": "A"}, "n": 1}"#, "filter.code.in=US,CA,filter.name=A,n=1"),
    (#"{"filter": {"name": {"regex": "^A"}}}"#, "filter.name.regex=-A"),
    (#"{"a": {}, "b": [], "c": ""}"#, "a=empty,b=,c="),
    (#"{"list": [{"a": 1}, [2], {}, []]}"#, "list=object,list,empty,empty"),
    (#"{"n": -12.5e+30}"#, "n=-12.5e-30"),
    (#"{"path": "../../etc/passwd"}"#, "path=.-.-etc-passwd"),
    (#"{"s": "a/b\\c:d*e?f\"g<h>i|j\u0000k l"}"#, "s=a-b-c-d-e-f-g-h-i-j-k-l"),
    (#"{"s": "Åland 🇨🇦"}"#, "s=-land"),
    (#"{"con": "nul"}"#, "con=nul"),
    (#"{"_id": "x."}"#, "_id=x"),
    (
      #"{"text": "a long text that goes on and on and on until nobody wants to read it any more"}"#,
      "text=a-long-text-that-goes-on-and-on-and-on-until-nobody-wan"
    ),
  ]

  @Test(arguments: briefs) func `the variables in brief`(_ example: (variables: String, brief: String)) throws {
    #expect(VariablesBrief.text(try object(example.variables)) == example.brief)
  }

  @Test(arguments: briefs) func `no file system dislikes a name`(_ example: (variables: String, brief: String)) throws {
    let sent = try Sent("query Q { a }")
    let key = OperationKey(document: sent.key, variables: try object(example.variables), identity: .anonymous)
    for digits in [8, 16, 64] {
      let name = FileName.text(key, digits: digits)
      #expect(name.utf8.count <= VariablesBrief.longest + 1 + digits + 5)
      #expect(
        name.unicodeScalars.allSatisfy {
          $0.isASCII
            && ($0.properties.isAlphabetic || $0.properties.numericType != nil || "._=,-".unicodeScalars.contains($0))
        })
      #expect(name.first != "." && name.first != "-" && !name.contains(".."))
      var copy = name
      let prefix: UInt32? = copy.withUTF8 {
        if case .recording(let prefix) = FileName.read($0, scheme: .standard) { prefix } else { nil }
      }
      #expect(prefix == key.hash.prefix(digits: 8))
    }
  }

  @Test func `a variable with an endless value makes a short name`() throws {
    let long = String(repeating: "x", count: 100_000)
    let nested = String(repeating: #"{"abc":"#, count: 300) + "1" + String(repeating: "}", count: 300)
    for variables in [#"{"a": "\#(long)"}"#, #"{"\#(long)": 1}"#, #"{"a": \#(nested)}"#] {
      #expect((1...VariablesBrief.longest).contains(VariablesBrief.text(try object(variables)).utf8.count))
    }
  }

  @Test func `folders are named by kind, name and hash`() throws {
    let sent = try Sent(countryDetail)
    let digits = sent.key.hash.hex.prefix(8)
    #expect(FolderName(sent.key, digits: 8).text == "query.CountryDetail-\(digits)")
    let anonymous = try Sent("mutation { a }")
    #expect(FolderName(anonymous.key, digits: 16).text == "mutation-\(anonymous.key.hash.hex.prefix(16))")
    let long = try Sent("subscription \(String(repeating: "x", count: 300)) { a }")
    #expect(FolderName(long.key, digits: 64).text.utf8.count < 200)
  }

  @Test(arguments: [
    "query.CountryDetail-1f3a9c2e", "query-1f3a9c2e", "mutation._a-1f3a9c2e1f3a9c2e", "subscription.X9-00000000",
  ])
  func `a folder's name is read as it is written`(_ text: String) throws {
    #expect(FolderName(text, scheme: .standard)?.text == text)
  }

  @Test(arguments: [
    "", "-", "query", "query-", "query.-1f3a9c2e", "query.A-1f3a9c2", "query.A-1F3A9C2E", "query.A.B-1f3a9c2e",
    "Query.A-1f3a9c2e", "query.A-1f3a9c2g", "query A-1f3a9c2e", "query.A1f3a9c2e", "query.Ä-1f3a9c2e",
    "../query-1f3a9c2e",
    "fragment.A-1f3a9c2e", "query.A-\(String(repeating: "0", count: 65))",
  ])
  func `other names are no operation's`(_ text: String) {
    #expect(FolderName(text, scheme: .standard) == nil)
  }

  @Test(arguments: [
    ("code=CA-7be1d204.json", "recording"), ("-7be1d204.json", "recording"), ("7be1d204.json", "misnamed"),
    ("code=CA.json", "misnamed"), ("code=CA-7be1d20.json", "misnamed"), ("code=CA-7BE1D204.json", "misnamed"),
    (".json", "misnamed"), ("notes.txt", "other"), ("code=CA-7be1d204.json.orig", "other"), ("json", "other"),
  ])
  func `a file's name tells what it is`(_ name: String, _ expected: String) {
    var copy = name
    let found = copy.withUTF8 { bytes in
      switch FileName.read(bytes, scheme: .standard) {
      case .recording: "recording"
      case .misnamed: "misnamed"
      case .other: "other"
      }
    }
    #expect(found == expected)
  }
}
