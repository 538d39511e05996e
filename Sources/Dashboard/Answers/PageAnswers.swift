import Recordings
import Requests
import Transports

/// The answers with the files of the page.
struct PageAnswers: Sendable {
  /// The token that the page carries.
  let token: String

  /// Scripts and styles come from this server alone, and no other page may show this one in a frame.
  static let policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

  private static let pageName = "page.html"

  /// The page itself.
  var html: Answer {
    let text = PageFile.named(Self.pageName).map { String(decoding: $0.bytes, as: UTF8.self) } ?? ""
    var answer = Self.answer(Array(text.replacing("{{token}}", with: token).utf8), "text/html; charset=utf-8")
    answer.headers.append("content-security-policy", Self.policy)
    answer.headers.append("referrer-policy", "no-referrer")
    answer.headers.append("cache-control", "no-store")
    return answer
  }

  /// Returns a script or a style sheet; nil if there is none of this name.
  func file(_ name: String, for request: ClientRequest) -> Answer? {
    guard name != Self.pageName, let file = PageFile.named(name) else { return nil }
    let tag = "\"\(ContentHash(of: file.bytes).hex(digits: 16))\""
    if request.headers[first: "if-none-match"] == tag {
      return Answer(status: 304, headers: ["etag": tag, "cache-control": "no-cache"], body: .bytes([]))
    }
    var answer = Self.answer(file.bytes, file.mediaType)
    answer.headers.append("etag", tag)
    answer.headers.append("cache-control", "no-cache")
    return answer
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
