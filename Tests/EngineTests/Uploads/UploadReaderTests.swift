import OrderedJSON
import Recordings
import TestSupport
import Testing

@testable import Engine
@testable import Transports

@Suite("Uploads are read as they come")
struct UploadReaderTests {
  private func read(_ text: String, size: Int, boundary: String = "TEST.BOUNDARY") throws(UploadProblem) -> JSON {
    var reader = try UploadReader(contentType: "multipart/form-data; boundary=\(boundary)")
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      try reader.feed(Array(rest.prefix(size)))
      rest = rest.dropFirst(size)
    }
    return try reader.finish()
  }

  @Test("However the body is cut, it is the same", arguments: Array(1...80) + [1_000])
  func cuts(size: Int) throws {
    let whole = try read(Multipart.single.text, size: .max)
    #expect(try read(Multipart.single.text, size: size) == whole)
    let file = UploadedFile(
      hash: ContentHash(of: Array("Alpha file content.".utf8)), count: 19, name: "a.txt",
      mediaType: "text/plain")
    #expect(whole["variables"]?["file"] == .string(file.standIn))
    #expect(file.standIn.hasPrefix("understudy-file sha256:") && file.standIn.hasSuffix(" 19 bytes; text/plain; a.txt"))
  }

  @Test("Boundary, the type's parameters and the order of header lines mean nothing; content, name and type do")
  func content() throws {
    let plain = try read(Multipart.single.text, size: 9)
    var other = Multipart.single
    other.boundary = "another-boundary"
    other.parts[2].header =
      "content-type: Text/Plain; charset=utf-8\r\nX-More: 1\r\ncontent-disposition: form-data; filename=a.txt; name=0"
    #expect(try read("preamble\r\n" + other.text + "epilogue", size: 5, boundary: "another-boundary") == plain)
    var changed = Multipart.single
    changed.parts[2].content += " "
    #expect(try read(changed.text, size: 9) != plain)
    for header in [
      "Content-Disposition: form-data; name=0; filename=b.txt\r\nContent-Type: text/plain",
      "Content-Disposition: form-data; name=0; filename=A.txt\r\nContent-Type: text/plain",
      "Content-Disposition: form-data; name=0; filename=a.txt\r\nContent-Type: text/csv",
      "Content-Disposition: form-data; name=0; filename=a.txt",
      "Content-Disposition: form-data; name=0\r\nContent-Type: text/plain",
    ] {
      var other = Multipart.single
      other.parts[2].header = header
      #expect(try read(other.text, size: 9) != plain, "\(header)")
    }
  }

  @Test("A file's name is read as browsers and others write it")
  func fileNames() throws {
    var other = Multipart.single
    other.parts[2].header = #"Content-Disposition: form-data; name="0"; filename="b;=\"c%22%0d%0A%41.png""#
    let file = try read(other.text, size: 9)["variables"]?["file"]?.stringValue
    #expect(file?.hasSuffix(" 19 bytes; ; b;=\"c\"\r\n%41.png") == true)
    for (sent, name) in [
      ("/tmp/x/a.bin", "a.bin"), ("%2Ftmp%2Fx%2Fa.bin", "a.bin"), (#"C:\\photos\\a.bin"#, "a.bin"),
      ("photos/a.bin", "photos/a.bin"), ("a%2Fb.bin", "a%2Fb.bin"), ("c:d", "c:d"), ("", ""),
    ] {
      other.parts[2].header = "Content-Disposition: form-data; name=\"0\"; filename=\"\(sent)\""
      let file = try read(other.text, size: 9)["variables"]?["file"]?.stringValue
      #expect(file?.hasSuffix(" bytes; ; \(name)") == true, "\(sent) \(file ?? "")")
    }
    other.parts[2].header = #"Content-Disposition: form-data; name="0""#
    let plain = try read(other.text, size: 9)["variables"]?["file"]?.stringValue
    #expect(plain?.hasSuffix(" 19 bytes; ; ") == true)
  }

  @Test("Content may look like a boundary, and may be empty")
  func awkward() throws {
    for content in ["", "\r\n", "\r\n--TEST.BOUNDAR", "--TEST.BOUNDARY", "\r\n--TEST.BOUNDARX\r\n", "\r\r\n-\r\n--"] {
      var body = Multipart.single
      body.parts[2].content = content
      let file = UploadedFile(
        hash: ContentHash(of: Array(content.utf8)), count: content.utf8.count, name: "a.txt", mediaType: "text/plain")
      for size in 1...40 {
        #expect(try read(body.text, size: size)["variables"]?["file"] == .string(file.standIn), "\(content) by \(size)")
      }
    }
  }

  @Test("A file may have several places, a batch its own; what is not mapped stays null")
  func places() throws {
    let list = Multipart([
      ("operations", #"{"query":"q","variables":{"files":[null,null,null],"cover":null}}"#),
      ("map", #"{"0":["variables.files.0","variables.cover"],"1":["variables.files.1"]}"#), ("0", "A"), ("1", "A"),
    ])
    let variables = try read(list.text, size: 11)["variables"]
    #expect(variables?["files"]?[0] == variables?["cover"] && variables?["files"]?[0] == variables?["files"]?[1])
    #expect(variables?["files"]?[2] == .null)
    let batch = Multipart([
      ("operations", #"[{"query":"q"},{"query":"q","variables":{"f":null}}]"#), ("map", #"{"x":["1.variables.f"]}"#),
      ("x", "A"),
    ])
    #expect(try read(batch.text, size: 11)[1]?["variables"]?["f"] == variables?["cover"])
  }

  private static let operations = ("operations", #"{"query":"q","variables":{"file":null}}"#)
  private static let map = ("map", #"{"0":["variables.file"]}"#)

  @Test(
    "Each body that is no upload is an error that says what would be right",
    arguments: [
      (
        Multipart([operations, map, ("0", "A")]).text.replacing("--TEST", with: "--BEST"),
        "The body has no part: it does not contain the boundary --TEST.BOUNDARY of the Content-Type."
      ),
      ("", "The body has no part: it does not contain the boundary --TEST.BOUNDARY of the Content-Type."),
      ("--TEST.BOUNDARY--\r\n", #"The body has no part "operations": expected it first, then "map", then the files."#),
      (String(Multipart.single.text.dropLast(8)), "The body ends before the final boundary of its Content-Type."),
      (
        "--TEST.BOUNDARY\nContent",
        "A boundary is followed by neither a line break (CRLF) nor the two dashes of the final boundary."
      ),
      (
        Multipart([("X-Name: a", "{}")]).text,
        #"Part 1 of the body has no name: expected a header such as Content-Disposition: form-data; name="operations"."#
      ),
      (
        Multipart([map, operations]).text,
        #"The first part of the body is "map": expected "operations", then "map", then the files."#
      ),
      (
        Multipart([operations, ("0", "A"), map]).text,
        #"The second part of the body is "0": expected "map", which lists where the files belong."#
      ),
      (
        Multipart([operations]).text,
        #"The body has no part "map", which lists where the files belong, as in {"0": ["variables.file"]}."#
      ),
      (
        Multipart([operations, map, ("0", "A"), ("0", "B")]).text,
        #"Two parts of the body are called "0". Give each part its own name."#
      ),
      (
        Multipart([operations, map, map]).text, #"Two parts of the body are called "map". Give each part its own name."#
      ),
      (
        Multipart([("operations", "{")]).text,
        #"The part "operations" is not JSON: Expected a name in double quotes or "}", found the end of the text (line 1, column 2)."#
      ),
      (
        Multipart([operations, ("map", "x")]).text,
        #"The part "map" is not JSON: Expected a value, found "x" (line 1, column 1)."#
      ),
      (
        Multipart([("operations", "1")]).text,
        #"The part "operations" is a number: expected a GraphQL request as a JSON object, or an array of them."#
      ),
      (
        Multipart([operations, ("map", "[]")]).text,
        #"The part "map" is an array: expected an object such as {"0": ["variables.file"]}."#
      ),
      (
        Multipart([operations, ("map", #"{"0":"variables.file"}"#)]).text,
        #""0" in the part "map" is a string: expected a list of paths such as ["variables.file"]."#
      ),
      (
        Multipart([operations, ("map", #"{"0":[1]}"#)]).text,
        #""0" in the part "map" is a list with a number: expected a list of paths such as ["variables.file"]."#
      ),
      (
        Multipart([operations, ("map", #"{"0":["variables.fiel"]}"#)]).text,
        #""0" in the part "map" has the path "variables.fiel", which is not in "operations". Put null there for each file, as in {"variables": {"file": null}}."#
      ),
      (
        Multipart([operations, ("map", #"{"0":["variables.file.0"]}"#)]).text,
        #""0" in the part "map" has the path "variables.file.0", which is not in "operations". Put null there for each file, as in {"variables": {"file": null}}."#
      ),
      (
        Multipart([operations, map, ("1", "A")]).text,
        #"The part "1" is not in "map", so it has no place; there are: "0"."#
      ),
      (Multipart([operations, map]).text, #"The file "0" of "map" is not in the body."#),
      (
        Multipart([operations, ("map", #"{"0":[],"1":[]}"#)]).text, #"The files "0", "1" of "map" are not in the body."#
      ),
    ])
  func problems(text: String, message: String) {
    for size in [1, 13, 10_000] {
      let problem = #expect(throws: UploadProblem.self) { _ = try read(text, size: size) }
      #expect(problem?.message == message)
      #expect(problem?.status == 400)
    }
  }

  @Test(
    "A boundary has to be there",
    arguments: [
      (
        "multipart/form-data",
        "The Content-Type is multipart/form-data without a boundary. Send multipart/form-data; boundary=…, as HTTP libraries do by themselves."
      ),
      (
        "multipart/form-data; boundary=\"\"",
        "The boundary \"\" of the Content-Type is invalid: expected 1 to 70 characters, and no space at the end."
      ),
      (
        "multipart/form-data; boundary=\"a \"",
        "The boundary \"a \" of the Content-Type is invalid: expected 1 to 70 characters, and no space at the end."
      ),
    ])
  func boundaries(type: String, message: String) {
    let problem = #expect(throws: UploadProblem.self) { _ = try UploadReader(contentType: type) }
    #expect(problem?.message == message)
  }

  @Test("Nothing grows without a bound")
  func bounds() {
    let header = Multipart([("A: \(String(repeating: "x", count: 20_000))", "")]).text
    #expect(throws: UploadProblem.headerTooLarge(limit: 16 << 10)) { try read(header, size: 4_096) }
    let map = Multipart([Self.operations, ("map", String(repeating: " ", count: 2 << 20))]).text
    #expect(throws: UploadProblem.fieldTooLarge("map", limit: 1 << 20)) { try read(map, size: 65_536) }
    let names = (0..<1_000).map { "\"\($0)\":[]" }.joined(separator: ",")
    let many = Multipart([Self.operations, ("map", "{\(names)}")] + (0..<1_000).map { ("\($0)", "") }).text
    #expect(throws: UploadProblem.tooManyParts(limit: 1_000)) { try read(many, size: 65_536) }
    #expect(UploadProblem.tooLarge(limit: 5).status == 413 && UploadProblem.tooSlow(seconds: 5).status == 408)
  }
}
