import Requests
import Testing
import Transports

@testable import Dashboard

@Suite struct PageFileTests {
  private struct NoPage: Error {}

  @Test func scriptsAndStylesAreEmbedded() {
    let names = Set(PageFile.all.map(\.name))
    #expect(names.isSuperset(of: ["page.html", "style.css", "app.js", "report.js"]))
    #expect(PageFile.all.allSatisfy { !$0.bytes.isEmpty })
  }

  @Test func thePageHasTheTokenAndTheFilesHaveTags() throws {
    let answers = PageAnswers(token: "t0ken")
    guard case .bytes(let bytes) = answers.html.body else { throw NoPage() }
    let page = String(decoding: bytes, as: UTF8.self)
    #expect(page.contains("content=\"t0ken\"") && !page.contains("{{"))
    var request = ClientRequest(method: "GET", target: "/__understudy/page/app.js")
    let first = try #require(answers.file("app.js", for: request))
    request.headers.append("if-none-match", try #require(first.headers[first: "etag"]))
    #expect(answers.file("app.js", for: request)?.status == 304)
    #expect(answers.file("page.html", for: request) == nil, "only with the token")
    #expect(answers.file("../page.html", for: request) == nil)
  }

  @Test func aBundleHasEachModuleOnceAfterThoseThatItImports() {
    func file(_ name: String, _ text: String) -> PageFile { PageFile(name: name, bytes: Array(text.utf8)) }
    let files = [
      file("a.js", "import { b } from \"./b.js\";\nimport { c } from \"./c.js\";\nexport const a = b + c;"),
      file("b.js", "import { c } from \"./c.js\";\nexport function b() { return \"import\"; }"),
      file("c.js", "export const c = 1;"), file("d.js", "export const d = 1;"),
    ]
    #expect(
      PageBundle.script("a.js", files: files)
        == "const c = 1;\nfunction b() { return \"import\"; }\nconst a = b + c;")
  }

  /// A bundle has one scope, so a name may not be in two modules.
  @Test func namesAreUniqueInAllModules() {
    var places: [Substring: [String]] = [:]
    for file in PageFile.all where file.name.hasSuffix(".js") {
      for line in String(decoding: file.bytes, as: UTF8.self).split(separator: "\n") {
        var words = line.split(separator: " ")
        if words.first == "export" { words.removeFirst() }
        if words.first == "async" { words.removeFirst() }
        guard words.count > 1, !line.hasPrefix(" "), ["const", "let", "function", "class"].contains(words[0]) else {
          continue
        }
        places[words[1].prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "$" }, default: []].append(file.name)
      }
    }
    let repeated = places.filter { $0.value.count > 1 && !$0.key.isEmpty }
    #expect(repeated.isEmpty)
    #expect(places.count > 100, "modules have names at all")
  }
}
