import GraphQLLanguage
import RecordingsTestSupport
import Testing

@testable import Recordings

/// What a reader says about files that are not right: the wording is a promise.
@Suite struct FormatErrorTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var change: (String, String)
    var error: String
    var kind = OperationKind.query
    var testDescription: String { change.1 }

    init(_ old: String, _ new: String, _ error: String, kind: OperationKind = .query) {
      change = (old, new)
      self.error = error
      self.kind = kind
    }
  }

  static let whole = """
    {
      "format": 1,
      "identity": "anonymous",
      "variables": { "code": "CA" },
      "states": {
        "start": ["5d0c"]
      },
      "responses": {
        "5d0c": {
          "status": 200,
          "headers": { "content-type": "application/json" },
          "body": { "data": { "é": [1, { "b": 2 }] } }
        }
      }
    }
    """

  static let cases: [Case] = [
    Case(
      #""format": 1"#, #""format": 2"#,
      "f.json:2:13: was written by a newer Understudy (format 2; this one reads up to 1): update understudy, or record again with this one into an empty folder."
    ),
    // A newer version may have any members; its number is what counts.
    Case(
      #""format": 1,"#, #""format": 12, "streams": [], "streams": [],"#,
      "f.json:2:13: was written by a newer Understudy (format 12; this one reads up to 1): update understudy, or record again with this one into an empty folder."
    ),
    Case(#""format": 1"#, #""format": "1""#, #"f.json:2:13: "format" is "1": expected 1."#),
    Case(#""format": 1"#, #""format": 0"#, #"f.json:2:13: "format" is 0: expected 1."#),
    Case(#""format": 1"#, #""format": 1.5"#, #"f.json:2:13: "format" is 1.5: expected 1."#),
    Case(
      #"  "format": 1,"#, "",
      #"f.json:1:1: has no member "format". Add it as the first member: "format": 1."#),
    Case(
      #""identity": "anonymous""#, #""identity": "anonymos""#,
      #"f.json:3:15: "identity" is "anonymos": expected "anonymous", "authenticated" or "authenticated as NAME". Did you mean "anonymous"?"#
    ),
    Case(
      #""identity": "anonymous""#, #""identity": null"#,
      #"f.json:3:15: "identity" is null: expected "anonymous", "authenticated" or "authenticated as NAME"."#),
    Case(
      #"  "identity": "anonymous","#, "", #"f.json:1:1: the member "identity" is missing. Add it, or record again."#),
    Case(
      #""identity""#, #""idenity""#,
      #"f.json:3:3: unknown member "idenity": expected "format", "identity", "headers", "variables", "states" and "responses". Did you mean "identity"?"#
    ),
    Case(
      #""identity": "anonymous","#, #""identity": "anonymous", "recordedAt": 12,"#,
      #"f.json:3:28: unknown member "recordedAt": expected "format", "identity", "headers", "variables", "states" and "responses"."#
    ),
    Case(
      #""identity": "anonymous","#, #""identity": "anonymous", "identity": "authenticated","#,
      #"f.json:3:28: "identity" appears twice. After a merge, keep one of the two."#),
    Case(#"{ "code": "CA" }"#, #"[]"#, #"f.json:4:16: "variables" is a list: expected an object."#),
    Case(
      #"{ "code": "CA" }"#, #"{ "code": "CA", "code": "US" }"#,
      #"f.json:4:32: "code" appears twice. After a merge, keep one of the two."#),
    Case(
      #"{ "b": 2 }"#, #"{ "b": 2, "\u0062": 3 }"#,
      #"f.json:12:46: "b" appears twice. After a merge, keep one of the two."#),
    Case(
      #""start": ["5d0c"]"#, #""start": "5d0c""#,
      #"f.json:6:14: a state is a string: expected a list of response ids such as ["5d0c"]."#),
    Case(
      #""start": ["5d0c"]"#, #""start": { "responses": ["5d0c"], "next": "9f2e" }"#,
      "f.json:6:14: only the state of a mutation is an object, and this is a query: expected a list of response ids."),
    Case(
      #""start": ["5d0c"]"#, #""start": { "responses": ["5d0c"], "nxt": "9f2e" }"#,
      #"f.json:6:39: unknown member "nxt": expected "responses" and "next". Did you mean "next"?"#, kind: .mutation),
    Case(
      #""start": ["5d0c"]"#, #""start": { "responses": ["5d0c"], "overlapped": false }"#,
      #"f.json:6:53: "overlapped" is false: expected true, or a list of response ids as the state."#),
    Case(
      #""start": ["5d0c"]"#, #""start": { "responses": ["5d0c"], "overlapped": true }"#,
      #"f.json:6:14: the member "next" is missing. Add it, or record again."#, kind: .mutation),
    Case(
      #""start": ["5d0c"]"#, #""start": { "responses": ["5d0c"] }"#,
      #"f.json:6:14: the member "next" is missing. Add it, or record again."#, kind: .mutation),
    Case(
      #""start": ["5d0c"]"#, #""start": { "responses": ["5d0c"], "next": "" }"#,
      #"f.json:6:47: "" is not the name of a state: expected letters, digits, . - and _."#, kind: .mutation),
    Case(
      #""start": ["5d0c"]"#, #""start": ["5d0c", "5d0d"]"#,
      #"f.json:6:23: "responses" has no "5d0d". Add it there, or remove it here. Did you mean "5d0c"?"#),
    Case(#""start": ["5d0c"]"#, #""start": ["5d0c", 1]"#, "f.json:6:23: a response id is a number: expected a string."),
    Case(
      #""start": ["5d0c"]"#, #""start": []"#,
      #"f.json:6:14: the state "start" has no response. Add one, or remove the state."#),
    Case(#""start": ["5d0c"]"#, "", #"f.json:5:13: "states" is empty. Add one, or record again."#),
    Case(
      #""start": ["5d0c"]"#, #""../start": ["5d0c"]"#,
      #"f.json:6:5: "../start" is not the name of a state: expected "start", or letters, digits, . - and _."#),
    Case(
      #""responses": {"#, #""responses": { "ffff": { "status": 200, "headers": {}, "text": "" },"#,
      #"f.json:8:18: no state has the response "ffff". Add it to one, or remove it."#),
    Case(
      #""5d0c": {"#, #""5D0C": {"#,
      #"f.json:9:5: "5D0C" is not a response id: expected 4 to 64 hexadecimal digits (0-9, a-f)."#),
    Case(
      #""status": 200"#, #""status": "200""#, #"f.json:10:17: "status" is "200": expected an HTTP status such as 200."#),
    Case(#""status": 200"#, #""status": 99"#, #"f.json:10:17: "status" is 99: expected an HTTP status such as 200."#),
    Case(#""status": 200,"#, "", #"f.json:9:13: the member "status" is missing. Add it, or record again."#),
    Case(
      #""content-type": "application/json""#, #""Content-Type": "application/json""#,
      #"f.json:11:20: "Content-Type" is not a lowercase header name: expected one such as x-cost."#),
    Case(
      #""content-type": "application/json""#, #""set-cookie2": "a=b""#,
      #"f.json:11:20: the header "set-cookie2" is never recorded. Remove it."#),
    Case(
      #""content-type": "application/json""#, #""set-cookie": "a=b""#,
      #"f.json:11:34: "set-cookie" is a string: expected a list."#
    ),
    Case(
      #""content-type": "application/json""#, #""set-cookie": ["a=b", "a=b\r\nx: y"]"#,
      #"f.json:11:42: the value of the header "set-cookie" contains a control character. Remove it, or record again."#
    ),
    Case(
      #""content-type": "application/json""#, #""content-type": ["a"]"#,
      "f.json:11:36: a header is a list: expected a string."),
    Case(
      #""content-type": "application/json""#, #""content-type": "a\r\nset-cookie: b""#,
      #"f.json:11:36: the value of the header "content-type" contains a control character. Remove it, or record again."#
    ),
    Case(
      #""body": { "data": { "é": [1, { "b": 2 }] } }"#, #""time": 12"#,
      #"f.json:12:7: unknown member "time": expected "status", "headers", "body", "text", "base64", "file", "events" and "end". Did you mean "file"?"#
    ),
    Case(
      #""body": { "data": { "é": [1, { "b": 2 }] } }"#, #""body": {}, "text": """#,
      #"f.json:12:19: a response has "body" and "text": expected one of "body", "text", "base64", "file" and "events"."#
    ),
    Case(
      #""body": { "data": { "é": [1, { "b": 2 }] } }"#, #""text": {}"#,
      #"f.json:12:15: "text" is an object: expected a string."#),
    Case(
      #""body": { "data": { "é": [1, { "b": 2 }] } }"#, #""text": "\ud800""#,
      #"f.json:12:15: "text" contains an unpaired surrogate, which is not valid text. Remove it, or record again."#),
    Case(
      #""body": { "data": { "é": [1, { "b": 2 }] } }"#, #""base64": "A""#,
      #"f.json:12:17: "base64" is not base64 with padding (RFC 4648). Restore it from version control, or record again."#
    ),
  ]

  @Test(arguments: cases) func `says where, what was found and what would be right`(_ example: Case) {
    let pieces = Self.whole.split(separator: example.change.0, maxSplits: 1, omittingEmptySubsequences: false)
    #expect(pieces.count == 2)
    #expect(error(pieces.joined(separator: example.change.1), kind: example.kind) == example.error)
  }

  @Test func `the file that the cases change is right itself`() throws {
    #expect(error(Self.whole) == nil)
    #expect(error(Self.whole.replacingOccurrences("\n", "\r\n")) == nil)
  }

  @Test func `a response without a body has none`() {
    let body = #",\#n      "body": { "data": { "é": [1, { "b": 2 }] } }"#
    let text = Self.whole.replacingOccurrences(body, "")
    #expect(
      error(text)
        == #"f.json:9:13: a response has none: expected one of "body", "text", "base64", "file" and "events"."#)
  }

  @Test(arguments: [
    ("", "f.json:1:1: not JSON: Expected a value, found the end of the text. Correct it at this place."),
    (
      "{\n  \"format\": 1,\n",
      "f.json:3:1: not JSON: Expected a name in double quotes, found the end of the text. Correct it at this place."
    ),
    ("[1]", "f.json:1:1: the file is a list: expected an object."),
    (
      "<<<<<<< HEAD\n{}",
      "f.json:1:1: has Git conflict markers. Resolve the merge conflict: keep one version, and delete the markers."
    ),
  ])
  func `what is not JSON is not a recording`(_ text: String, _ expected: String) {
    #expect(error(text) == expected)
  }

  @Test func `a place counts characters, and lines of any ending`() {
    let bytes = Array("{\r\n\"é\": [1,\r 2,\n\n\t{\"b\": 3}]}".utf8)
    func place(_ path: [JSONLocator.Step]) -> String {
      let place = JSONLocator.place(of: path, in: bytes)
      return "\(place.line):\(place.column)"
    }
    #expect(place([]) == "1:1")
    #expect(place([.member("é")]) == "2:6")
    #expect(place([.member("é"), .element(0)]) == "2:7")
    #expect(place([.member("é"), .element(1)]) == "3:2")
    #expect(place([.member("é"), .element(2), .member("b")]) == "5:8")
    #expect(place([.member("é"), .element(2), .name("b")]) == "5:3")
    // What is not there is placed as near as can be.
    #expect(place([.member("é"), .element(9)]) == "2:6")
    #expect(place([.member("x")]) == "1:1")
  }

  private func error(_ text: String, kind: OperationKind = .query) -> String? {
    do throws(RecordingError) {
      _ = try RecordingFormat.decode(Array(text.utf8), path: "f.json", kind: kind, operationName: nil)
      return nil
    } catch {
      return error.description
    }
  }
}
