import Recordings
import Requests
import Transports

/// The answers with the files of the page.
struct PageAnswers: Sendable {
  private let page: [UInt8]
  private let files: [String: (answer: Answer, tag: String)]

  /// Scripts and styles come from this server alone, and no other page may show this one in a frame.
  static let policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

  private static let pageName = "page.html"

  /// Creates the answers. The page carries the token.
  init(token: String) {
    var files: [String: (answer: Answer, tag: String)] = [:]
    var page: [UInt8] = []
    for file in PageFile.all {
      if file.name == Self.pageName {
        page = Array(String(decoding: file.bytes, as: UTF8.self).replacing("{{token}}", with: token).utf8)
        continue
      }
      let tag = "\"\(ContentHash(of: file.bytes).hex(digits: 16))\""
      var answer = Self.answer(file.bytes, file.mediaType)
      answer.headers.append("etag", tag)
      answer.headers.append("cache-control", "no-cache")
      files[file.name] = (answer, tag)
    }
    self.page = page
    self.files = files
  }

  /// The page itself.
  var html: Answer {
    var answer = Self.answer(page, "text/html; charset=utf-8")
    answer.headers.append("content-security-policy", Self.policy)
    answer.headers.append("referrer-policy", "no-referrer")
    answer.headers.append("cache-control", "no-store")
    return answer
  }

  /// Returns a script or a style sheet; nil if there is none of this name.
  func file(_ name: String, for request: ClientRequest) -> Answer? {
    guard let (answer, tag) = files[name] else { return nil }
    guard request.headers[first: "if-none-match"] == tag else { return answer }
    return Answer(status: 304, headers: ["etag": tag, "cache-control": "no-cache"], body: .bytes([]))
  }

  private static func answer(_ bytes: [UInt8], _ mediaType: String) -> Answer {
    Answer(
      status: 200,
      headers: [
        "content-type": mediaType, "x-content-type-options": "nosniff", "cross-origin-resource-policy": "same-origin",
        AnswerSource.header: AnswerSource.understudy.rawValue,
      ], body: .bytes(bytes))
  }
}

extension PageFile {
  var mediaType: String {
    name.hasSuffix(".css")
      ? "text/css; charset=utf-8"
      : name.hasSuffix(".svg") ? "image/svg+xml" : "text/javascript; charset=utf-8"
  }
}
