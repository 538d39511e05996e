import Recordings
import Testing

@testable import Redaction

@Suite struct MarkupTests {
  private static let random = "MqXXQ8agOMTNwncxvjcnqc"

  private func found(_ text: String) -> [String] {
    let bytes = Array(text.utf8)
    return Assignments.find(in: bytes).map { bytes[$0.value].text }
  }

  @Test(arguments: [
    ("<token>abc</token>", "abc"), ("<a:Password xmlns:a=\"x\">hunter2</a:Password>", "hunter2"),
    ("<p>1</p><input type=\"hidden\" name=\"access_token\" value=\"t1\"><p>", "t1"),
    ("<input value='\(random)' name='csrf_token'/>", random),
    ("<meta name=\"csrf-token\" content=\"\(random)\">", random), ("<meta id=csrf content=\"\(random)\">", ""),
  ]) func `secrets of elements and attributes`(_ text: String, _ secret: String) {
    #expect(found(text) == (secret.isEmpty ? [] : [secret]))
  }

  @Test(arguments: [
    "<token></token>", "<name>token</name>", "<input name=\"token\">", "<input name=\"q\" value=\"token\">",
    "<token>{{ token }}</token>", "<session>of parliament</session>", "<input name=\"password\" value=\"\">", "a < b",
    "<", "<token", "<password> and more", "<token>1</other>", "<token>\n<value>1</value>\n</token>",
    "<boardingPass>economy</boardingPass>",
  ]) func `no secrets`(_ text: String) { #expect(found(text).isEmpty) }

  @Test func `a whole page takes time in proportion to its size`() {
    let open = String(repeating: "<a b='", count: 50_000)
    #expect(found(open).isEmpty)
  }
}
